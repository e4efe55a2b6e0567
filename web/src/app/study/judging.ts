// What a review says about a finished game: how good each decision was, and everybody's chance of winning at every step.
import type { Outcome, ReplayStep, Review, ReviewedMove } from "../../lib/types";

/** Smaller differences say nothing about two moves. */
const NOTABLE = 0.02;
const GRAVE = 0.1;

/** "unknown": the bot has not even considered it. */
export type Grade = "good" | "weak" | "bad" | "unknown";
/** How each is marked, beside its words. */
export const SIGNS: Record<Grade, string> = { good: "", weak: "?", bad: "??", unknown: "?" };

export interface Verdict {
  move: ReviewedMove;
  grade: Grade;
  /** The chance of winning before it and after it, in percent, and what it has cost. */
  before: number;
  after: number | null;
  cost: number | null;
}

export function verdictOf(move: ReviewedMove): Verdict {
  const after = move.loss === null ? null : Math.max(0, move.value - move.loss);
  return {
    move,
    grade: gradeOf(move),
    before: percent(move.value),
    after: after === null ? null : percent(after),
    cost: move.loss === null ? null : percent(move.loss),
  };
}

function gradeOf({ move, best, loss }: ReviewedMove): Grade {
  if (move === best) return "good";
  if (loss === null) return "unknown";
  if (loss < NOTABLE) return "good";
  return loss < GRAVE ? "weak" : "bad";
}

function percent(share: number): number {
  return Math.round(share * 100);
}

/** The verdicts by the step that they are about. */
export function verdictsOf(review: Review | null): Map<number, Verdict> {
  return new Map((review?.moves ?? []).map((move) => [move.number, verdictOf(move)]));
}

/** The chance of winning by seat and step, in percent; null where nobody has said. A decision tells it before and after itself;
 * of two, what one wins the other loses, and what a decision has left counts for both. */
export function chancesOf(review: Review, steps: readonly ReplayStep[], players: number, result: Outcome | null): (number | null)[][] {
  const lines = Array.from({ length: players }, (): (number | null)[] => steps.map(() => null));
  const note = (seat: number, step: number, chance: number) => {
    if (lines[seat]) lines[seat][step] = chance * 100;
    if (players === 2 && lines[1 - seat]) lines[1 - seat]![step] = 100 - chance * 100;
  };
  for (const { seat, number, value } of review.moves) note(seat, number - 1, value);
  for (const { seat, number, value, loss } of review.moves) if (loss !== null) note(seat, number, Math.max(0, value - loss));
  // In the end nothing is left to chance.
  if (result && review.moves.length) lines.forEach((line, seat) => (line[steps.length - 1] = result.winners.includes(seat) ? 100 / result.winners.length : 0));
  return lines;
}

const MOMENTS = 3;

/** The mistakes of a seat that cost most, the first first: no more than a few. */
export function gravest(mistakes: readonly Verdict[], seat: number): Verdict[] {
  const own = mistakes.filter(({ move, cost }) => move.seat === seat && cost !== null);
  const worst = [...own].sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0)).slice(0, MOMENTS);
  return own.filter((one) => worst.includes(one));
}

/** How a line stands at a step; before its first value nothing is known. */
export function standing(line: readonly (number | null)[], at: number): number | null {
  return line.slice(0, at + 1).findLast((value) => value !== null) ?? null;
}

export interface Account {
  decisions: number;
  /** As good as the bot's. */
  same: number;
  /** Lost on average, in percent. */
  average: number;
}

/** What the decisions of a seat, or of everybody (-1), come to. */
export function accountOf(review: Review, seat: number): Account {
  const moves = review.moves.filter((move) => seat < 0 || move.seat === seat);
  const lost = moves.reduce((sum, move) => sum + (move.loss ?? 0), 0);
  return {
    decisions: moves.length,
    same: moves.filter((move) => gradeOf(move) === "good").length,
    average: moves.length ? (lost / moves.length) * 100 : 0,
  };
}

/** "6,2" in German, "6.2" in English. */
export function oneDecimal(value: number, language: string): string {
  return new Intl.NumberFormat([language, "en"], { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}
