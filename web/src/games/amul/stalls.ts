// The stalls of a round: one for each card that is turned up or offered. A stall keeps its place as long as the round lasts,
// also when its card is gone; who took it is told by the log.
import type { Happening, LogEntry } from "../../lib/types";
import type { AmulBoard } from "./generated";

export interface Stall {
  key: string;
  /** Its card; null: nothing has been laid here yet. */
  card: string | null;
  /** Whose offer it is; null: it came from the deck. */
  by: number | null;
  /** Who has taken it. */
  taker: number | null;
  /** It lies face down. */
  down: boolean;
}

interface Taken {
  seat: number;
  card: string;
}

/** What has been taken from the market since the round began, in order. */
export function takenIn(log: readonly LogEntry[]): Taken[] {
  const told: Happening[] = [];
  for (let at = log.length - 1; at >= 0; at -= 1) {
    const here = log[at]?.happenings ?? [];
    const begins = here.findLastIndex((happening) => happening.what === "round");
    told.unshift(...here.slice(begins + 1));
    if (begins >= 0) break;
  }
  return told
    .filter(({ what, place }) => what === "picked" || (what === "took" && place === "market"))
    .map(({ seat, card }) => ({ seat: Number(seat), card: String(card) }));
}

/** Take the first equal entry out of a list; tells whether there was one. */
function removeOne<T>(from: T[], wanted: T): boolean {
  const at = from.indexOf(wanted);
  if (at >= 0) from.splice(at, 1);
  return at >= 0;
}

/** The stalls as they stand, seen from a seat: the deck's cards first, then the offers, the own one first of them. */
export function stallsOf(board: AmulBoard, me: number, log: readonly LogEntry[], open = board.phase !== "offer"): Stall[] {
  const seats = board.seats.map((_, n) => (Math.max(0, me) + n) % board.seats.length);
  const taken = open ? takenIn(log) : [];
  const offered = (seat: number) => (open ? (board.seats[seat]?.offered ?? null) : null);
  const ofDeck = [...board.market.map(({ card }) => card), ...taken.map(({ card }) => card)];
  for (const seat of seats) {
    const card = offered(seat);
    if (card) removeOne(ofDeck, card);
  }
  const stalls: Stall[] = [
    ...ofDeck.sort().map((card, n) => ({ key: `deck ${n}`, card, by: null, taker: null, down: false })),
    ...seats.map((seat) => ({ key: `seat ${seat}`, card: offered(seat), by: seat, taker: null, down: !open && Boolean(board.seats[seat]?.has_chosen) })),
  ];
  const left = board.market.map((one) => ({ ...one }));
  const gone = [...taken];
  for (const stall of stalls) {
    if (!stall.card) continue;
    const lies = left.findIndex(({ card, offered_by: by }) => card === stall.card && (by === stall.by || board.phase !== "pick"));
    if (lies >= 0) left.splice(lies, 1);
    else {
      const who = gone.findIndex(({ card }) => card === stall.card);
      stall.taker = who >= 0 ? (gone.splice(who, 1)[0]?.seat ?? null) : null;
      // Nobody has told who it was.
      stall.taker ??= -1;
    }
  }
  // With everybody's eyes an offer is seen before it is turned up.
  for (const stall of me < 0 && !open ? stalls : []) {
    const chosen = stall.by === null ? null : board.seats[stall.by]?.chosen;
    if (chosen) Object.assign(stall, { card: chosen, down: false });
  }
  return stalls;
}
