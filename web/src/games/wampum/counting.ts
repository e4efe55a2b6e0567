// How the scores come about: chests bead by bead, all seats together, then the last hands kind by kind.
import type { Happening } from "../../lib/types";

/** So much of each chest and of each last hand has been counted. */
export interface Count {
  ms: number;
  chest: number;
  hand: number;
}

const BEAD = 60;
const PAUSE = 500;
const KIND = 250;

export function countsOf(chests: number[], hands: number[]): Count[] {
  const beads = Array.from({ length: Math.max(0, ...chests) + 1 }, (_, chest) => ({ ms: BEAD, chest, hand: 0 }));
  const full = beads.at(-1)?.chest ?? 0;
  const kinds = Array.from({ length: Math.max(0, ...hands) }, (_, n) => ({ ms: KIND, chest: full, hand: n + 1 }));
  return [...beads, { ms: PAUSE, chest: full, hand: 0 }, ...kinds];
}

/** The goods of the last hands that became wampum, by seat, as it was told. */
export function lastHands(log: readonly { happenings: Happening[] }[], seats: number): string[] {
  const told = log.flatMap(({ happenings }) => happenings).filter((one) => one.what === "last_hand");
  return Array.from({ length: seats }, (_, seat) => String(told.find((one) => one["seat"] === seat)?.["goods"] ?? ""));
}
