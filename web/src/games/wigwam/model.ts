// What the server tells about a table of Wigwam, and where the points lie on the screen.
// No rule is written here: every move that can be made comes from `choices`.

import type { Happening, LogEntry } from "../../lib/types";
import type { Piece as Kind, WigwamGeometry, WigwamMove as Move, WigwamPiece as Standing } from "./generated";

export type { Piece as Kind, WigwamMove as Move, WigwamPiece as Standing } from "./generated";
export const KINDS: Kind[] = ["warrior", "chief", "tent"];
export const LETTER: Record<Kind, string> = { warrior: "W", chief: "C", tent: "T" };
export const KIND_OF: Record<string, Kind> = { W: "warrior", C: "chief", T: "tent" };

export interface Place {
  point: string;
  x: number;
  y: number;
}

let geometry: Promise<WigwamGeometry> | undefined;

/** The board as the server describes it, fetched once. */
export function board(): Promise<WigwamGeometry> {
  geometry ??= fetch("/api/games/wigwam").then(async (response) => {
    if (!response.ok) {
      geometry = undefined;
      throw new Error(String(response.status));
    }
    return ((await response.json()) as { geometry: WigwamGeometry }).geometry;
  });
  return geometry;
}

/** Turn the board by quarters of a circle. */
export function turned(places: Place[], quarters: number): Place[] {
  return places.map(({ point, x, y }) => {
    switch (((quarters % 4) + 4) % 4) {
      case 1:
        return { point, x: -y, y: x };
      case 2:
        return { point, x: -x, y: -y };
      case 3:
        return { point, x: y, y: -x };
      default:
        return { point, x, y };
    }
  });
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";
const WAYS: Record<Arrow, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function isArrow(key: string): key is Arrow {
  return key in WAYS;
}

/** The point that an arrow key leads to. `lane` keeps repeated steps on one straight line. */
export function stepped(places: Place[], from: string, arrow: Arrow, lane: number | null): { point: string; lane: number } {
  const here = places.find((place) => place.point === from) ?? places[0];
  if (!here) return { point: from, lane: 0 };
  const [dx, dy] = WAYS[arrow];
  const across = (place: Place) => (dx ? place.y : place.x);
  const goal = lane ?? across(here);
  let best = here;
  let least = Infinity;
  for (const place of places) {
    const along = (place.x - here.x) * dx + (place.y - here.y) * dy;
    if (along < 0.3) continue;
    const cost = along + Math.abs(across(place) - goal);
    if (cost < least - 1e-6) {
      least = cost;
      best = place;
    }
  }
  return { point: best.point, lane: goal };
}

export interface Jump {
  victim: string;
  landing: string;
}

/** The captures that begin as the jumps made so far. */
export function matching(moves: Move[], from: string, jumps: Jump[]): Move[] {
  return moves.filter(
    (move) =>
      move.verb === "capture" &&
      move.point === from &&
      jumps.every((jump, n) => move.victims?.[n] === jump.victim && move.landings?.[n] === jump.landing),
  );
}

/** The different next jumps of some captures. */
export function nextJumps(moves: Move[], made: number): Jump[] {
  const found: Jump[] = [];
  for (const move of moves) {
    const victim = move.victims?.[made];
    const landing = move.landings?.[made];
    if (victim && landing && !found.some((jump) => jump.victim === victim && jump.landing === landing)) {
      found.push({ victim, landing });
    }
  }
  return found;
}

export interface Told extends Happening {
  seat?: number;
  kind?: Kind;
  point?: string;
  start?: string;
  target?: string;
  victims?: string[];
  landings?: string[];
  /** The move as text, of a happening that was one. */
  move?: string;
  /** The kinds of the victims. */
  taken?: Kind[];
}

/** The last of some happenings that was a move. */
export function moveAmong(happenings: readonly Happening[]): Told | undefined {
  return (happenings as readonly Told[]).findLast((told) => told.move !== undefined);
}

/** The points of a move in their order: start, victim, landing, victim, landing ... */
export function pathOf(told: Told): string[] {
  if (told.what === "moved") return [told.start ?? "", told.target ?? ""];
  if (told.what !== "captured") return told.point ? [told.point] : [];
  return [told.start ?? "", ...(told.victims ?? []).flatMap((victim, n) => [victim, told.landings?.[n] ?? victim])];
}

/** The pieces as they stood before a move. */
export function rewound(pieces: readonly Standing[], told: Told): Standing[] {
  const other = 1 - (told.seat ?? 0);
  if (told.what === "placed") return pieces.filter((piece) => piece.point !== told.point);
  if (told.what === "huffed" && told.point && told.kind) return [...pieces, { point: told.point, seat: other, kind: told.kind }];
  const path = pathOf(told);
  const [start, end] = [path[0], path[path.length - 1]];
  if (start === undefined || end === undefined || told.what === "placed") return [...pieces];
  const back = pieces.map((piece) => (piece.point === end ? { ...piece, point: start } : piece));
  const victims = (told.victims ?? []).map((point, n) => ({ point, seat: other, kind: told.taken?.[n] ?? ("warrior" as Kind) }));
  return [...back, ...victims];
}

export interface Entry {
  seat: number;
  text: string;
  told: Told;
}

/** The moves of a game from its log; what was taken back is not among them. */
export function movesOf(log: readonly LogEntry[]): Entry[] {
  const found: Entry[] = [];
  for (const { news, happenings } of log) {
    if (news.what === "undone") found.length = Math.min(found.length, Number(news["moves"]));
    for (const told of happenings as Told[]) {
      if (told.move !== undefined) found.push({ seat: told.seat ?? 0, text: told.move, told });
    }
  }
  return found;
}

/** Rows of the list of moves: light's and dark's beside each other; a huff stands before the move it belongs to. */
export function inRows(list: readonly Entry[]): Entry[][] {
  const rows: Entry[][] = [];
  for (const entry of list) {
    const row = rows[rows.length - 1];
    if (!row || entry.seat === 0 || row.length > 1) rows.push([entry]);
    else row.push(entry);
  }
  return rows;
}
