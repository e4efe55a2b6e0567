// What lies beside the board and over it: the rows of pieces that are off the board, hints, the chief who fell.
import type { Machine } from "./machine.svelte";
import { KINDS, pathOf, type Kind, type Told } from "./model";

export interface Lying {
  kind: Kind;
  /** Taken by a move that is not sent yet. */
  pale: boolean;
}

/** What lies in the row of its owner: taken, or still to be placed. What is on its way there does not count yet. */
export function rowOf(machine: Machine, seat: number): Lying[] {
  const { board, seat: me } = machine.sight;
  const army = board.off_board.find((one) => one.seat === seat);
  const counts: Record<Kind, number> = { warrior: army?.warriors ?? 0, chief: army?.chiefs ?? 0, tent: army?.tents ?? 0 };
  if (machine.arranging && seat === me) Object.assign(counts, machine.arrangement.left);
  for (const kind of onTheWay(machine, seat)) counts[kind] -= 1;
  const found = KINDS.flatMap((kind) => Array.from({ length: Math.max(0, counts[kind]) }, () => ({ kind, pale: false })));
  if (seat === me || machine.playback.playing) return found;
  const victims = machine.made.flatMap(({ victim }) => board.pieces.find((piece) => piece.point === victim)?.kind ?? []);
  return [...found, ...victims.map((kind) => ({ kind, pale: true }))];
}

function onTheWay({ playback }: Machine, seat: number): Kind[] {
  const told = playback.now?.told;
  if (!told || told.seat === seat) return [];
  return told.what === "huffed" && told.kind ? [told.kind] : (told.taken ?? []);
}

export interface ShownHint {
  move: string;
  /** Start, victim, landing ...; one point for a piece that is placed. */
  path: string[];
  percent: number;
  /** The piece that would be placed, and whose. */
  kind: Kind | null;
  seat: number;
  /** It was played, in the game that is studied. */
  played: boolean;
}

/** Hints that can be shown on the board, the best first. */
export function hintsOn({ sight, playback }: Machine): ShownHint[] {
  if (playback.playing) return [];
  return sight.hints.flatMap(({ move, value, told }) => {
    const meant = told as Told | null;
    const path = meant ? pathOf(meant) : [];
    if (!meant || !path.length) return [];
    const kind = meant.what === "placed" ? (meant.kind ?? null) : null;
    return [{ move, path, kind, seat: meant.seat ?? sight.seat, percent: Math.round(value * 100), played: move === sight.played }];
  });
}

/** The chief who was taken at the end lies on his point. */
export function fallenChief(machine: Machine): { point: string; seat: number } | null {
  const { last } = machine;
  if (machine.sight.board.stage !== "over" || last?.what !== "captured") return null;
  const point = last.victims?.[(last.taken ?? []).indexOf("chief")];
  if (!point || machine.actors.some((actor) => actor.point === point)) return null;
  return { point, seat: 1 - (last.seat ?? 0) };
}
