// What a move brings about as a row of pictures: the last bid, the canoe, new cards, then the trade village by village.
// Each picture is a whole table as it lies at that moment, made of what the server has told; nothing of a later one is in it.
import { Steps } from "../../lib/steps.svelte";
import type { Happening } from "../../lib/types";
import { lastHands } from "./counting";
import type { WampumBoard, WampumHappening, WampumSeat, WampumToldGoodsTaken, WampumToldWampumEarned, WampumVillage } from "./generated";
import { minus, plus } from "./kinds";

/** frame: a village is looked at; turn: its bid turns up; compare: equal kinds; then goods, new goods on the mat, beads; home. */
export type Part = "bid" | "canoe" | "income" | "frame" | "turn" | "compare" | "goods" | "mat" | "beads" | "home";

/** What a bid has brought at a village that has traded. */
export interface Traded {
  village: number;
  seat: number;
  bid: string;
  /** The goods taken; empty when wampum was earned. */
  taken: string;
  wampum: number;
  /** Cards that stay at the village, and those that become wampum. */
  stays: string;
  beads: string;
  told: WampumToldGoodsTaken | WampumToldWampumEarned;
}

export interface Picture {
  ms: number;
  part: Part;
  board: WampumBoard;
  /** The village that trades, and what lies in its canoe face up; the rest is still face down. */
  trade: Traded | null;
  up: string;
  /** Villages that have traded. */
  done: Traded[];
  /** How many villages trade. */
  all: number;
  /** What is said about it. */
  told: Happening | null;
}

/** Milliseconds of the pictures. Where nothing moves there are fewer of them, and each can be read. */
export const TIMES: Record<Part, number> = {
  bid: 650, canoe: 900, income: 900, frame: 350, turn: 240, compare: 800, goods: 700, mat: 450, beads: 220, home: 1100,
};
const STILL = 1800;

export class Story {
  readonly steps = new Steps<Picture>();
  #before: WampumBoard | null = null;
  #moves = -1;

  get now(): Picture | null {
    return this.steps.now;
  }

  get playing(): boolean {
    return this.steps.playing;
  }

  /** Look at the table as it lies now, and at what has brought it there; tells whether there is a story to be shown. */
  see(board: WampumBoard, moves: number, happenings: Happening[], { still = false, speed = 1 } = {}): boolean {
    const before = moves === this.#moves + 1 ? this.#before : null;
    const goesOn = moves === this.#moves && this.playing;
    this.#before = board;
    this.#moves = moves;
    if (goesOn) return true;
    const pictures = before ? picturesOf(before, board, happenings, still) : [];
    this.steps.stop();
    this.steps.speed = speed;
    return this.steps.begin(pictures);
  }

  /** On to the next village, or to what was not looked at yet. */
  next(): void {
    const busy = (one: Picture | null) => one?.trade && one.part !== "home";
    if (!busy(this.now)) return this.steps.next();
    while (busy(this.now)) this.steps.next();
  }

  skip(): void {
    this.steps.skip();
  }

  stop(): void {
    this.steps.stop();
  }
}

/** The pictures between two tables; none if there is no more to it than the move itself. */
export function picturesOf(before: WampumBoard, after: WampumBoard, happenings: Happening[], still = false): Picture[] {
  const told = happenings as unknown as WampumHappening[];
  const trades = told.flatMap((one) => tradeOf(one, before, after));
  const found: Picture[] = [];
  let board = before;
  const show = (part: Part, said: WampumHappening | null, more: Partial<Picture> = {}) => {
    const ms = still ? STILL : TIMES[part];
    found.push({ ms, part, board, trade: null, up: "", done: [], all: trades.length, told: said as Happening | null, ...more });
  };

  const incomes = told.filter((one) => one.what === "income");
  for (const one of told) {
    if (one.what === "bid" || one.what === "relocated") {
      board = laidDown(board, one.seat, one.village, one.count, "goods" in one ? (one.goods ?? null) : null);
      show("bid", one);
    } else if (one.what === "canoe") {
      board = { ...board, canoe: one.seat };
      show("canoe", one);
    } else if (one.what === "income" && one === incomes[0]) {
      for (const { seat, count, goods } of incomes) board = drawn(board, seat, count, goods ?? null);
      show("income", incomes.find(({ goods }) => goods) ?? one);
    } else if (one.what === "restocked") {
      board = withVillage({ ...board, pile: after.pile }, one.village, (village) => ({ goods: plus(village.goods, one.goods) }));
      show("income", one);
    }
  }
  if (trades.length) {
    board = beforeTrade(board, before, after, trades, lastHands([{ happenings }], after.seats.length));
    found.push(...tradePictures(board, trades, still));
  }
  // A bid in the middle of a round is seen at once.
  return found.some(({ part }) => part !== "bid") ? found : [];
}

function tradePictures(start: WampumBoard, trades: Traded[], still: boolean): Picture[] {
  const found: Picture[] = [];
  let board = start;
  let done: Traded[] = [];
  for (const trade of trades) {
    const { village, seat, bid, taken, stays, beads, told } = trade;
    const show = (part: Part, up: string, said: Happening | null = null) => {
      const ms = still ? STILL : TIMES[part];
      found.push({ ms, part, board, trade, up, done, all: trades.length, told: said });
    };
    const say = told as unknown as Happening;
    if (!still) {
      show("frame", "");
      for (let count = 1; count <= bid.length; count += 1) show("turn", bid.slice(0, count));
    }
    show("compare", bid);
    board = withSeat(board, seat, (one) => ({ bid_size: 0, bid: null, hand_size: one.hand_size + taken.length, hand: one.hand === null ? null : plus(one.hand, taken) }));
    if (taken) {
      board = withVillage(board, village, () => ({ goods: "" }));
      if (!still) show("goods", bid, say);
      board = withVillage(board, village, () => ({ goods: bid }));
      if (!still) show("mat", "", say);
    } else {
      board = withVillage(board, village, (one) => ({ goods: plus(one.goods, stays) }));
      if (!still) show("mat", beads, say);
      for (let count = 1; count <= beads.length; count += 1) {
        board = withSeat(board, seat, (one) => ({ wampum: one.wampum + 1 }));
        if (!still) show("beads", beads.slice(count), say);
      }
    }
    board = withVillage(board, village, () => ({ bid: null }));
    done = [...done, trade];
    show("home", "", say);
  }
  return found;
}

function tradeOf(told: WampumHappening, before: WampumBoard, after: WampumBoard): Traded[] {
  if (told.what !== "goods_taken" && told.what !== "wampum_earned") return [];
  const { village, seat, bid } = told;
  const goods = (board: WampumBoard) => board.villages.find(({ number }) => number === village)?.goods ?? "";
  if (told.what === "goods_taken") return [{ village, seat, bid, taken: told.taken, wampum: 0, stays: bid, beads: "", told }];
  const stays = minus(goods(after), goods(before));
  return [{ village, seat, bid, taken: "", wampum: told.count, stays, beads: minus(bid, stays), told }];
}

/** The table when everybody has discarded and nothing is turned up yet: the end, without what the trade has brought. */
function beforeTrade(board: WampumBoard, before: WampumBoard, after: WampumBoard, trades: Traded[], hands: string[]): WampumBoard {
  const seats = after.seats.map((seat, index) => {
    const trade = trades.find((one) => one.seat === index);
    const taken = trade?.taken ?? "";
    const last = hands[index] ?? "";
    return {
      ...seat,
      wampum: before.seats[index]?.wampum ?? 0,
      chest: before.seats[index]?.chest ?? "",
      hand_size: seat.hand_size + last.length - taken.length,
      hand: seat.hand === null ? null : minus(plus(seat.hand, last), taken),
      bid_size: trade?.bid.length ?? 0,
      bid: board.seats[index]?.bid ?? null,
      surplus: 0,
    };
  });
  return { ...board, seats, displaced: null };
}

// --- a table with one thing changed ---

function withSeat(board: WampumBoard, seat: number, change: (one: WampumSeat) => Partial<WampumSeat>): WampumBoard {
  return { ...board, seats: board.seats.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

function withVillage(board: WampumBoard, number: number, change: (one: WampumVillage) => Partial<WampumVillage>): WampumBoard {
  return { ...board, villages: board.villages.map((one) => (one.number === number ? { ...one, ...change(one) } : one)) };
}

function laidDown(board: WampumBoard, seat: number, village: number, count: number, goods: string | null): WampumBoard {
  const own = board.seats.find((one) => one.seat === seat)?.bid ?? null;
  const cleared = { ...board, displaced: null, villages: board.villages.map((one) => (one.bid?.seat === seat ? { ...one, bid: null } : one)) };
  const laid = withVillage(cleared, village, () => ({ bid: { seat, count, goods: goods ?? own } }));
  return withSeat(laid, seat, (one) => {
    if (one.bid_size) return {};
    return { bid_size: count, bid: goods, hand_size: one.hand_size - count, hand: one.hand === null ? null : minus(one.hand, goods ?? "") };
  });
}

function drawn(board: WampumBoard, seat: number, count: number, goods: string | null): WampumBoard {
  const changed = withSeat(board, seat, (one) => ({ hand_size: one.hand_size + count, hand: one.hand === null ? null : plus(one.hand, goods ?? "") }));
  return { ...changed, pile: board.pile - count };
}
