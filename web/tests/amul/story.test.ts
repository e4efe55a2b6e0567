// The story of an event: pictures in the order in which things happened, none of which shows anything that comes later.
import { describe, expect, it } from "vitest";
import { stepsOf } from "../../src/games/amul/story";
import { board, seat } from "./table";

const playing = board({
  phase: "play",
  round: 3,
  market: [{ card: "oil", offered_by: null }],
  seats: [seat(0, { hand: ["gold", "silk"], hand_size: 2 }), seat(1, { has_chosen: true }), seat(2, { has_chosen: true })],
});
const next = board({
  phase: "offer",
  round: 4,
  market: [{ card: "jade", offered_by: null }],
  seats: [seat(0, { hand: ["silk", "tea"], hand_size: 2 }), seat(1, { area: [{ kind: "camel", cards: ["camel"], line: "orange" }], points: 3 }), seat(2)],
});
const closing = [
  { what: "plays", cards: ["gold", "camel", "oil"] },
  { what: "lost", seat: 0, card: "gold" },
  { what: "cleared", cards: ["oil"] },
  { what: "round", round: 4, market: ["jade"], drawn: "tea" },
];

describe("the end of a round", () => {
  const steps = stepsOf(playing, next, closing, 0);

  it("turns the plays up together, tells what is lost, then clears the market", () => {
    expect(steps.map(({ what }) => what)).toEqual(["plays", "lost", "swept"]);
    expect([steps[0]?.plays, steps[0]?.lost, steps[1]?.lost]).toEqual([["gold", "camel", "oil"], [], [0]]);
  });

  it("shows nothing of the next round: neither its number, nor its market, nor the card that is drawn", () => {
    for (const { show } of steps) {
      expect(show.round).toBe(3);
      expect(show.market.map(({ card }) => card)).toEqual(["oil"]);
      expect(show.seats[0]?.hand).not.toContain("tea");
    }
  });

  it("counts a played card in its area only after it has been turned up", () => {
    expect(steps.map(({ show }) => show.seats[1]?.points)).toEqual([0, 0, 3]);
    expect(steps.map(({ show }) => show.seats[0]?.hand)).toEqual([["gold", "silk"], ["gold", "silk"], ["silk"]]);
  });
});

describe("offers and picks", () => {
  it("are turned up before the order is told", () => {
    const after = board({ phase: "pick", queue: [2, 0, 1], market: [{ card: "tea", offered_by: 0 }] });
    const [step] = stepsOf(board(), after, [{ what: "offers", cards: ["tea", "silk", "oil"] }, { what: "pick_order", seats: [2, 0, 1] }], 0);
    expect([step?.turned, step?.show.queue, step?.show.phase]).toEqual([true, [], "offer"]);
  });

  it("fly from where they lay, one after the other", () => {
    const before = board({ phase: "pick", queue: [1, 0, 2], market: [{ card: "tea", offered_by: 0 }] });
    const [step] = stepsOf(before, board({ phase: "pick" }), [{ what: "picked", seat: 1, card: "tea" }], 0);
    expect([step?.flight, step?.show]).toEqual([{ card: "tea", seat: 1, from: "market" }, before]);
  });

  it("have no picture while they are face down", () => {
    expect(stepsOf(board(), board(), [{ what: "chose", seat: 1, step: "offer" }], 0)).toEqual([]);
  });
});
