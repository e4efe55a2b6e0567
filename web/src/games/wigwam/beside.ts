// What lies beside the board and over it: the rows of pieces that are off the board, hints, the chief who fell.
import type { Machine } from "./machine.svelte";
import { KINDS, type Kind, type Move } from "./model";

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

function onTheWay({ playback: { told } }: Machine, seat: number): Kind[] {
  if (!told || told.seat === seat) return [];
  return told.what === "huffed" && told.kind ? [told.kind] : (told.taken ?? []);
}

export interface ShownHint {
  move: Move;
  /** Start, victim, landing ...; one point for a piece that is placed. */
  path: string[];
  percent: number;
}

/** Hints that can be shown on the board, the best first. */
export function hintsOn(machine: Machine): ShownHint[] {
  return machine.sight.hints.flatMap(({ move: text, value }) => {
    const move = machine.moves.find((one) => one.move === text);
    if (!move) return [];
    const jumps = (move.victims ?? []).flatMap((victim, n) => [victim, move.landings?.[n] ?? victim]);
    const path = move.verb === "step" ? [move.point, move.target ?? move.point] : [move.point, ...jumps];
    return [{ move, path, percent: Math.round(value * 100) }];
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
