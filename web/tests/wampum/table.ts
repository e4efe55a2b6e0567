// A table of Wampum without server and browser: what a seat sees, what it has asked and sent.
import type { WampumBoard, WampumBuild, WampumChoices, WampumPlace, WampumSeat } from "../../src/games/wampum/generated";
import { Machine, type Sight } from "../../src/games/wampum/machine.svelte";
import type { Answer } from "../../src/lib/types";

export function seat(number: number, more: Partial<WampumSeat> = {}): WampumSeat {
  return {
    seat: number,
    hand_size: 0,
    hand: null,
    wampum: 0,
    chest: "",
    bid_size: 0,
    bid: null,
    surplus: 0,
    discard_size: 0,
    discarded: null,
    certain: null,
    ...more,
  };
}

export function board(more: Partial<WampumBoard> = {}): WampumBoard {
  return {
    game: "wampum",
    round: 1,
    rounds: 12,
    last_round: false,
    phase: "bid",
    canoe: 0,
    displaced: null,
    pile: 30,
    removed: "",
    villages: [1, 2, 3].map((number) => ({ number, goods: "CF", bid: null })),
    seats: [seat(0, { hand: "CCFW", hand_size: 4 }), seat(1), seat(2)],
    last_trade: [],
    largest: 0,
    limit: 0,
    ...more,
  };
}

export function place(village: number, more: Partial<WampumPlace> = {}): WampumPlace {
  return { village, allowed: true, move: `at ${village}`, effect: "goods", count: 2, goods: "CF", displaces: null, smallest: 1, ...more };
}

export function choices(verb: WampumChoices["verb"], more: Partial<WampumChoices> = {}): WampumChoices {
  return { game: "wampum", verb, hand: "CCFW", count: 0, places: [], ...more };
}

export function sit(more: Partial<Sight> = {}) {
  const stored = new Map<string, string>();
  const table = {
    sight: {
      board: board(),
      seat: 0,
      choices: choices("bid"),
      revised: null,
      chosen: null,
      live: true,
      confirm: false,
      decision: "first",
      ...more,
    } as Sight,
    sent: [] as string[],
    asked: [] as string[],
    answer: { ok: true } as Answer,
    /** What the server says of the cards named. */
    word: (letters: string): Promise<WampumBuild | null> =>
      Promise.resolve({ game: "wampum", build: letters, held: true, places: [1, 2, 3].map((n) => place(n, { move: `bid ${n} ${letters}` })), move: null, missing: 0 }),
    stored,
    machine: null as unknown as Machine,
    /** What is on the table has changed. */
    look(change: Partial<Sight> = {}) {
      table.sight = { ...table.sight, ...change };
      table.machine.see();
      return settled();
    },
    /** Somebody sits down at the same table in a new page. */
    reload() {
      table.machine = fresh();
      return table.look();
    },
  };
  const fresh = () =>
    new Machine(() => table.sight, {
      play: (move) => {
        table.sent.push(move);
        return Promise.resolve(table.answer);
      },
      ask: (letters) => {
        table.asked.push(letters);
        return table.word(letters);
      },
      kept: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    });
  table.machine = fresh();
  table.machine.see();
  return table;
}

/** Let answers arrive. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
