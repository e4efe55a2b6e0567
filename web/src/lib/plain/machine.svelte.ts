// What can be done at a plain table: search the legal moves, go through what is found, choose one, send it.
// A plain machine: it sees what the server offers, takes text and keys, and sends moves of the server's list.
import type { Answer } from "../types";
import type { PlainBuild, PlainChoices, PlainMove } from "./types";

/** What the machine sees of the table. */
export interface Sight {
  choices: PlainChoices | null;
  /** The own simultaneous choice while others are missing: it may still be changed. */
  chosen: string | null;
  /** Whether something may be done here at all. */
  live: boolean;
}

export interface Hands {
  play: (move: string) => Promise<Answer>;
  /** Moves that are not in the list, by a part of their text. */
  ask: (text: string) => Promise<PlainBuild | null>;
}

export class Machine {
  readonly #sight: () => Sight;
  readonly #hands: Hands;
  #text = $state("");
  /** The move that the keyboard is at. */
  #at: string | null = $state(null);
  #picked: string | null = $state(null);
  #answer: PlainBuild | null = $state.raw(null);
  busy = $state(false);

  constructor(sight: () => Sight, hands: Hands) {
    this.#sight = sight;
    this.#hands = hands;
  }

  get active(): boolean {
    const { choices, live } = this.#sight();
    return live && choices !== null && choices.moves.length > 0;
  }

  get text(): string {
    return this.#text;
  }

  /** The moves in which every word of the text occurs; those that begin with it come first. */
  found = $derived.by((): PlainMove[] => {
    const { choices } = this.#sight();
    if (!this.active || !choices) return [];
    const wanted = folded(this.#text);
    if (!wanted) return choices.moves;
    if (this.#isCut) return this.#answer?.build === this.#text ? this.#answer.moves : [];
    const words = wanted.split(" ");
    const named = choices.moves.map((one) => ({ one, text: folded(`${one.label} ${one.move}`) }));
    const fitting = named.filter(({ text }) => words.every((word) => text.includes(word)));
    const begun = (text: string) => Number(!text.startsWith(wanted));
    return fitting.sort((a, b) => begun(a.text) - begun(b.text)).map(({ one }) => one);
  });

  /** How many moves there are, of which `found` may be the first. */
  get count(): number {
    if (folded(this.#text) && this.#isCut) return this.#answer?.build === this.#text ? this.#answer.count : 0;
    return folded(this.#text) ? this.found.length : (this.#sight().choices?.count ?? 0);
  }

  /** There are more moves than were listed: the server searches. */
  get #isCut(): boolean {
    const { choices } = this.#sight();
    return choices !== null && choices.count > choices.moves.length;
  }

  /** Whether the server has yet to say what it found. */
  get searching(): boolean {
    return this.active && this.#isCut && folded(this.#text) !== "" && this.#answer?.build !== this.#text;
  }

  at = $derived.by((): PlainMove | null => this.found.find((one) => one.move === this.#at) ?? null);
  /** A choice under way lives on as long as it is still possible, also where the list does not show it. */
  picked = $derived.by((): PlainMove | null => {
    const among = [...this.found, ...(this.#sight().choices?.moves ?? [])];
    return (this.active && among.find((one) => one.move === this.#picked)) || null;
  });
  /** The own choice that lies on the table already. */
  chosen = $derived.by((): PlainMove | null => {
    const { chosen, choices } = this.#sight();
    if (chosen === null) return null;
    return choices?.moves.find((one) => one.move === chosen) ?? { move: chosen, label: chosen };
  });

  /** When there is nothing to decide nothing of an old choice may stay. */
  see(): void {
    if (!this.active) this.#forget();
  }

  async search(text: string): Promise<void> {
    this.#text = text;
    this.#at = null;
    if (!this.active || !folded(text) || !this.#isCut) return;
    const answer = await this.#hands.ask(text);
    // A late answer to an old question is dropped.
    if (answer && text === this.#text) this.#answer = answer;
  }

  pick(move: string): void {
    if (!this.active) return;
    this.#picked = move;
    this.#at = move;
  }

  /** A key in the field; tells whether it meant something here. */
  press(key: string): boolean {
    if (!this.active) return false;
    if (key === "Escape" && (this.#text || this.#picked)) this.#forget();
    else if (key === "Enter") this.#enter();
    else if (key === "ArrowDown") this.#go(1);
    else if (key === "ArrowUp") this.#go(-1);
    else return false;
    return true;
  }

  #go(by: number): void {
    const { found } = this;
    const here = found.findIndex((one) => one.move === this.#at);
    const next = here < 0 ? (by > 0 ? 0 : found.length - 1) : (here + by + found.length) % found.length;
    this.#at = found[next]?.move ?? null;
  }

  /** The first Enter chooses, the second sends: what will happen is said in between. */
  #enter(): void {
    const wanted = this.at ?? (this.#text ? this.found[0] : undefined) ?? this.picked;
    if (!wanted) return;
    if (wanted.move === this.picked?.move) void this.commit();
    else this.pick(wanted.move);
  }

  async commit(): Promise<void> {
    const move = this.picked;
    if (!move || this.busy) return;
    this.busy = true;
    try {
      const answer = await this.#hands.play(move.move);
      // The next move may have been chosen before the answer came.
      if (answer.ok && this.#picked === move.move) this.#forget();
    } finally {
      this.busy = false;
    }
  }

  #forget(): void {
    this.#text = "";
    this.#at = null;
    this.#picked = null;
    this.#answer = null;
  }
}

/** A text as it is searched for: neither capitals nor accents nor double spaces matter. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");
}
