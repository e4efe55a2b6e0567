// A table of Wigwam without server and browser: what a seat sees, and what it has sent.
import { Machine } from "../../src/games/wigwam/machine.svelte";
import type { Kind, Move, Standing } from "../../src/games/wigwam/model";
import type { Sight } from "../../src/games/wigwam/sight";
import type { Answer } from "../../src/lib/types";
import type { WigwamBoard, WigwamBuild } from "../../src/games/wigwam/generated";

export const BASE = ["d1", "c1", "d2", "e1"];

export function pieces(...words: string[]): Standing[] {
  return words.map((word) => {
    const [point = "", seat = "0", kind = "warrior"] = word.split(" ");
    return { point, seat: Number(seat), kind: kind as Kind };
  });
}

export function step(point: string, target: string): Move {
  return { move: `${point}-${target}`, verb: "step", point, target, kind: "warrior", victims: [], landings: [], exposed: false, endangered: 0, attacks: [] };
}

/** "c1xc2-c3xd4-e4" as the server takes it apart. */
export function capture(text: string): Move {
  const [point = "", ...jumps] = text.split("x");
  const victims = jumps.map((jump) => jump.split("-")[0] ?? "");
  const landings = jumps.map((jump) => jump.split("-")[1] ?? "");
  return { move: text, verb: "capture", point, target: landings.at(-1) ?? null, kind: "warrior", victims, landings, exposed: false, endangered: 0, attacks: [] };
}

export function place(letter: string, point: string): Move {
  const kind = ({ W: "warrior", C: "chief", T: "tent" } as Record<string, Kind>)[letter] ?? null;
  return { move: `${letter}@${point}`, verb: "place", point, target: point, kind, victims: [], landings: [], exposed: false, endangered: 0, attacks: [] };
}

export function huff(point: string): Move {
  return { move: `huff ${point}`, verb: "huff", point, target: null, kind: "warrior", victims: [], landings: [], exposed: false, endangered: 0, attacks: [] };
}

export function board(standing: Standing[], more: Partial<WigwamBoard> = {}): WigwamBoard {
  return {
    game: "wigwam",
    stage: "play",
    setup: "standard",
    to_move: 0,
    pieces: standing,
    off_board: [0, 1].map((seat) => ({ seat, warriors: 0, chiefs: 0, tents: 0 })),
    ready: [],
    capturers: [],
    threatened: [],
    must_capture: false,
    liable: [],
    quiet: 0,
    quiet_limit: 100,
    ...more,
  };
}

export interface Table {
  sight: Sight;
  /** Moves that were sent. */
  sent: string[];
  /** What the server says to them. */
  answer: Answer;
  machine: Machine;
}

export function sit(more: Partial<Sight> = {}, offered: Move[] = []): Table {
  const sight: Sight = {
    board: board([]),
    seat: 0,
    choices: { game: "wigwam", verb: "move", moves: offered, base: [], army: {}, presets: [] },
    chosen: null,
    happenings: [],
    last: undefined,
    moves: 0,
    live: true,
    base: BASE,
    hints: [],
    confirm: false,
    speed: 1,
    ...more,
  };
  const sent: string[] = [];
  const play = (move: string) => {
    sent.push(move);
    return Promise.resolve(table.answer);
  };
  const table: Table = { sight, sent, answer: { ok: true } as Answer, machine: new Machine(() => table.sight, { play }) };
  return table;
}

/** The server's word on an arrangement. */
export function check(letters: string): Promise<WigwamBuild> {
  const done = !letters.includes(".");
  return Promise.resolve({ game: "wigwam", build: letters, move: done ? `setup ${letters}` : null, left: {}, mirrored: [...letters].reverse().join("") });
}
