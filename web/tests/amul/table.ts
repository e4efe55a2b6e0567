// A table of Amul without server and browser: what a seat sees, and what it has sent.
import type { CardKind, CardSet } from "../../src/games/amul/cards";
import type { AmulBoard, AmulChoices, AmulSeat } from "../../src/games/amul/generated";
import { Machine, type Sight } from "../../src/games/amul/machine.svelte";
import type { Answer, Happening, LogEntry } from "../../src/lib/types";

export function seat(number: number, more: Partial<AmulSeat> = {}): AmulSeat {
  return {
    seat: number,
    hand_size: 0,
    hand: null,
    has_chosen: false,
    chosen: null,
    played: null,
    offered: null,
    area: [],
    arab: 0,
    mongol: 0,
    strength: 0,
    letter: null,
    lines: [],
    points: 0,
    certain: null,
    ...more,
  };
}

export function board(more: Partial<AmulBoard> = {}): AmulBoard {
  return {
    game: "amul",
    round: 1,
    rounds: 9,
    phase: "offer",
    first_pick: 0,
    by_strength: false,
    queue: [],
    turn: 0,
    deck: 40,
    removed: 0,
    market: [],
    palace: [],
    bazaar: [],
    seats: [seat(0, { hand: ["tea", "silk", "tea"], hand_size: 3 }), seat(1), seat(2)],
    hand_points: 0,
    held: {},
    in_sight: {},
    ...more,
  };
}

/** Cards that can be chosen, with what they would be worth: "tea 3", or "nothing". */
export function choices(verb: AmulChoices["verb"], ...cards: string[]): AmulChoices {
  const moves = cards.map((text) => {
    const [card = "", worth] = text.split(" ");
    return { move: `${verb} ${card}`, card: card === "nothing" ? null : card, worth: worth === undefined ? null : Number(worth) };
  });
  return { game: "amul", verb, moves };
}

export function cardSet(...kinds: Partial<CardKind>[]): CardSet {
  return { set: "house", categories: [], groups: [], cards: [], kinds: new Map(kinds.map((kind) => [kind.id ?? "", kind as CardKind])) };
}

/** An event of the log with what it brought about. */
export function entry(...happenings: Happening[]): LogEntry {
  return { seq: 1, at: 0, news: { what: "moved" } as LogEntry["news"], happenings };
}

export function sit(more: Partial<Sight> = {}) {
  const table = {
    sight: { board: board(), seat: 0, choices: null, chosen: null, live: true, set: cardSet(), log: [], turned: false, hints: [], ...more } as Sight,
    sent: [] as string[],
    answer: { ok: true } as Answer,
    /** Something that comes between sending and the answer. */
    meanwhile: () => {},
    machine: null as unknown as Machine,
  };
  table.machine = new Machine(() => table.sight, {
    play: (move) => {
      table.sent.push(move);
      table.meanwhile();
      return Promise.resolve(table.answer);
    },
  });
  return table;
}
