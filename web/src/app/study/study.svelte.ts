// Where somebody is in a finished game, and how one gets about in it: step by step, by jumps, by itself, from mistake to
// mistake; what the address says about it. A plain machine, without a page.
import type { HintMove, Replay, ReplayStep, Review } from "../../lib/types";
import { verdictsOf, type Verdict } from "./judging";

/** What an address can say: #step=14&eyes=2&best, or #review. */
export interface Place {
  step: number;
  eyes: string;
  best: boolean;
  review: boolean;
}

export const EVERYBODY = "all";

export function placeIn(hash: string): Place {
  const wanted = new URLSearchParams(hash.replace(/^#/, ""));
  const step = Number(wanted.get("step") ?? 0);
  const eyes = wanted.get("eyes") ?? EVERYBODY;
  return {
    step: Number.isInteger(step) && step > 0 ? step : 0,
    eyes: /^(all|-1|[0-7])$/.test(eyes) ? eyes : EVERYBODY,
    best: wanted.has("best"),
    review: wanted.has("review"),
  };
}

export function hashOf({ step, eyes, best }: Omit<Place, "review">): string {
  return `#step=${step}${eyes === EVERYBODY ? "" : `&eyes=${eyes}`}${best ? "&best" : ""}`;
}

/** Where the parts lie: moves and graph beside the table, below it, or on a low screen below it with the buttons on top. */
export type Way = "beside" | "below" | "low";
const BESIDE = [1000, 520] as const;

export function wayOf(width: number, height: number): Way {
  if (width >= BESIDE[0] && height >= BESIDE[1]) return "beside";
  return height < BESIDE[1] && width > height ? "low" : "below";
}

export class Study {
  replay: Replay | null = $state.raw(null);
  review: Review | null = $state.raw(null);
  at = $state(0);
  /** It goes on by itself. */
  running = $state(false);
  /** The table before the step is shown, with what was played and what was better. */
  comparing = $state(false);
  /** One step on: what happens in it is seen happening. */
  #forward = $state(false);
  /** A step is still being shown. */
  held = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Somebody has gone to another step; `far`: not just to the next. */
  onmove: ((far: boolean) => void) | null = null;

  get steps(): readonly ReplayStep[] {
    return this.replay?.steps ?? [];
  }

  get last(): number {
    return Math.max(0, this.steps.length - 1);
  }

  get step(): ReplayStep | null {
    return this.steps[this.at] ?? null;
  }

  verdicts = $derived.by(() => verdictsOf(this.review));

  /** What the review says about the step. */
  get verdict(): Verdict | null {
    return this.verdicts.get(this.at) ?? null;
  }

  /** Steps in which another move was better, in their order. */
  mistakes = $derived.by(() => [...this.verdicts.values()].filter(({ grade }) => grade !== "good"));

  // --- what the table shows ---

  /** The number of the step whose table is shown. */
  get shown(): number {
    return this.compares ? this.at - 1 : this.at;
  }

  get compares(): boolean {
    return this.comparing && this.verdict !== null;
  }

  get happenings(): ReplayStep["happenings"] {
    return this.#forward && !this.compares ? (this.step?.happenings ?? []) : [];
  }

  /** Who decides at the table that is shown. */
  get next(): number | null {
    return this.steps[this.shown + 1]?.seat ?? null;
  }

  /** The better move and the one that was played, as a table shows hints. */
  get hints(): HintMove[] | null {
    const { verdict } = this;
    if (!verdict || !this.compares) return null;
    const { move, best, value, loss, told, best_told } = verdict.move;
    const better = { move: best, value, told: best_told };
    return move === best || loss === null ? [better] : [better, { move, value: Math.max(0, value - loss), told: told ?? this.step?.happenings[0] ?? null }];
  }

  // --- getting about ---

  /** Lay out a game, at a step of it. */
  open(replay: Replay, at: number): void {
    this.release();
    this.#forward = false;
    this.replay = replay;
    this.at = Math.min(Math.max(0, at), this.last);
  }

  go(to: number, { best = false } = {}): void {
    const wanted = Math.min(Math.max(0, to), this.last);
    const [from, compared] = [this.at, this.comparing];
    if (wanted === from && best === compared) return;
    this.release();
    this.#forward = wanted === from + 1 && !compared;
    this.at = wanted;
    this.comparing = best;
    this.onmove?.(Math.abs(wanted - from) > 1 || best !== compared);
  }

  /** The address says another place: back or forward in the browser. */
  follow({ step, best }: Place): void {
    this.release();
    this.#forward = false;
    this.at = Math.min(step, this.last);
    this.comparing = best;
  }

  compare(wanted: boolean): void {
    this.running = false;
    this.go(this.at, { best: wanted });
  }

  /** The next mistake in a direction, of a seat or of anybody (-1). */
  mistake(way: 1 | -1, seat = -1): Verdict | null {
    const found = this.mistakes.filter(({ move }) => (seat < 0 || move.seat === seat) && (move.number - this.at) * way > 0);
    return (way > 0 ? found[0] : found[found.length - 1]) ?? null;
  }

  toMistake(way: 1 | -1, seat = -1): void {
    const found = this.mistake(way, seat);
    if (found) this.go(found.move.number, { best: true });
  }

  /** What a key means here; tells whether it meant something. */
  press(key: string): boolean {
    if (key === "ArrowLeft") this.go(this.at - 1);
    else if (key === "ArrowRight") this.go(this.at + 1);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(this.last);
    else return false;
    this.running = false;
    return true;
  }

  // --- by itself ---

  toggle(): void {
    this.running = !this.running;
    if (this.running && this.at === this.last) this.go(0);
  }

  /** Time for the next step; at the last one it is over. */
  advance(): void {
    if (this.at < this.last) this.go(this.at + 1);
    if (this.at === this.last) this.running = false;
  }

  /** What happens is being shown, and is waited for. */
  hold(milliseconds: number): void {
    this.held = true;
    clearTimeout(this.#timer);
    if (milliseconds < Infinity) this.#timer = setTimeout(() => this.release(), milliseconds);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.held = false;
  }
}
