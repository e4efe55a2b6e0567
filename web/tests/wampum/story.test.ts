// The trade tells its story village by village: no picture shows anything of a later one.
import { lastHands } from "../../src/games/wampum/counting";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { picturesOf, Story, type Picture } from "../../src/games/wampum/story.svelte";
import type { Happening } from "../../src/lib/types";
import { board, seat } from "./table";

/** Seats 0 and 1 have bid; seat 2 bids now, and with that the round ends. We look with the eyes of seat 0. */
const BEFORE = board({
  canoe: 0,
  pile: 30,
  villages: [
    { number: 1, goods: "CF", bid: { seat: 0, count: 2, goods: "CW" } },
    { number: 2, goods: "T", bid: { seat: 1, count: 3, goods: null } },
    { number: 3, goods: "S", bid: null },
  ],
  seats: [
    seat(0, { hand: "FF", hand_size: 2, bid: "CW", bid_size: 2, wampum: 1, chest: "S" }),
    seat(1, { hand_size: 4, bid_size: 3 }),
    seat(2, { hand_size: 5 }),
  ],
});
const AFTER = board({
  round: 2,
  canoe: 1,
  pile: 24,
  villages: [
    { number: 1, goods: "CW", bid: null },
    { number: 2, goods: "FT", bid: null },
    { number: 3, goods: "CS", bid: null },
  ],
  seats: [
    seat(0, { hand: "CFFFTT", hand_size: 6, wampum: 1, chest: "S" }),
    seat(1, { hand_size: 6, wampum: 2, chest: "FF" }),
    seat(2, { hand_size: 6, wampum: 0 }),
  ],
});
const TOLD: Happening[] = [
  { what: "bid", seat: 2, village: 3, count: 1, goods: null },
  { what: "canoe", seat: 1, count: 3 },
  { what: "income", seat: 1, count: 2, goods: null },
  { what: "income", seat: 2, count: 2, goods: null },
  { what: "income", seat: 0, count: 2, goods: "TT" },
  { what: "goods_taken", seat: 0, village: 1, bid: "CW", taken: "CF" },
  { what: "wampum_earned", seat: 1, village: 2, bid: "FFF", count: 2 },
  { what: "wampum_earned", seat: 2, village: 3, bid: "C", count: 0 },
  { what: "round", round: 2 },
];
const pictures = picturesOf(BEFORE, AFTER, TOLD);
const of = (part: string, village?: number) => pictures.filter((one) => one.part === part && (village === undefined || one.trade?.village === village));
const goods = ({ board: { villages } }: Picture) => villages.map((one) => one.goods);
const hands = ({ board: { seats } }: Picture) => seats.map((one) => one.hand_size);
const chests = ({ board: { seats } }: Picture) => seats.map((one) => one.wampum);

describe("the pictures of a trade", () => {
  it("come in the order of the rules: last bid, canoe, new cards, then one village after the other", () => {
    const order = pictures.map(({ part, trade }) => `${part}${trade?.village ?? ""}`).filter((name, n, all) => name !== all[n - 1]);
    expect(order).toEqual([
      "bid", "canoe", "income",
      "frame1", "turn1", "compare1", "goods1", "mat1", "home1",
      "frame2", "turn2", "compare2", "mat2", "beads2", "home2",
      "frame3", "turn3", "compare3", "mat3", "home3",
    ]);
  });

  it("show the canoe with its old owner until it is passed on, and the pile until cards are drawn", () => {
    expect(pictures.map(({ board: { canoe, pile } }) => `${canoe} ${pile}`).filter((one, n, all) => one !== all[n - 1])).toEqual(["0 30", "1 30", "1 24"]);
    expect(hands(of("canoe")[0]!)).toEqual([2, 4, 4]);
    expect(hands(of("income")[0]!)).toEqual([4, 6, 6]);
    expect(of("income")[0]?.board.seats[0]?.hand).toBe("FFTT");
  });

  it("stay in their round to the end", () => {
    expect(new Set(pictures.map(({ board: { round } }) => round))).toEqual(new Set([1]));
  });

  it("turn a bid up card by card, and only that of the village that trades", () => {
    expect(of("frame", 2)[0]?.up).toBe("");
    expect(of("turn", 2).map(({ up }) => up)).toEqual(["F", "FF", "FFF"]);
    for (const one of pictures) expect(one.board.villages.filter(({ bid }) => bid && bid.seat !== 0 && bid.goods)).toEqual([]);
  });

  it("leave goods, hands and chests as they lay until the village has traded", () => {
    for (const one of pictures.filter(({ part, trade }) => trade?.village === 1 && ["frame", "turn", "compare"].includes(part))) {
      expect([goods(one), hands(one), chests(one)]).toEqual([["CF", "T", "S"], [4, 6, 6], [1, 0, 0]]);
    }
    for (const one of of("compare", 2)) expect([goods(one), hands(one), chests(one)]).toEqual([["CW", "T", "S"], [6, 6, 6], [1, 0, 0]]);
  });

  it("carry the goods away before the bid takes their place", () => {
    expect(goods(of("goods", 1)[0]!)).toEqual(["", "T", "S"]);
    expect(of("goods", 1)[0]?.board.seats[0]?.hand).toBe("CFFFTT");
    expect(goods(of("mat", 1)[0]!)).toEqual(["CW", "T", "S"]);
  });

  it("count beads one by one", () => {
    expect(of("beads", 2).map(chests)).toEqual([[1, 1, 0], [1, 2, 0]]);
    expect(of("beads", 2).map(({ up }) => up)).toEqual(["F", ""]);
    expect(of("beads", 3)).toEqual([]);
  });

  it("say what happened only when it has happened", () => {
    for (const { part, told } of pictures) {
      if (["frame", "turn", "compare"].includes(part)) expect(told).toBeNull();
      if (["goods", "mat", "beads", "home"].includes(part)) expect(told).not.toBeNull();
    }
  });

  it("send a trader home at the end, and remember what each has brought", () => {
    const last = pictures.at(-1)!;
    expect(last.board.villages.map(({ bid }) => bid)).toEqual([null, null, null]);
    expect(last.done.map(({ village, taken, wampum }) => [village, taken, wampum])).toEqual([[1, "CF", 0], [2, "", 2], [3, "", 0]]);
    expect([goods(last), hands(last), chests(last)]).toEqual([["CW", "FT", "CS"], [6, 6, 6], [1, 2, 0]]);
  });

  it("are stills in the same order where nothing may move", () => {
    const stills = picturesOf(BEFORE, AFTER, TOLD, true);
    expect(stills.map(({ part, trade }) => `${part}${trade?.village ?? ""}`)).toEqual(["bid", "canoe", "income", "compare1", "home1", "compare2", "home2", "compare3", "home3"]);
    expect(chests(stills.find(({ part, trade }) => part === "compare" && trade?.village === 2)!)).toEqual([1, 0, 0]);
  });

  it("are none for a bid in the middle of a round", () => {
    expect(picturesOf(BEFORE, BEFORE, [{ what: "bid", seat: 2, village: 3, count: 1, goods: null }])).toEqual([]);
  });
});

describe("the last trade", () => {
  it("keeps the last hands out of the chests until it is over, and tells their goods", () => {
    const over = board({
      ...AFTER,
      round: 1,
      phase: "over",
      pile: 30,
      canoe: 0,
      seats: [
        seat(0, { hand: "FF", hand_size: 2, wampum: 3, chest: "SCF" }),
        seat(1, { hand_size: 2, wampum: 4, chest: "FFTW" }),
        seat(2, { hand_size: 2, wampum: 2, chest: "CS" }),
      ],
    });
    const told = [...TOLD.filter(({ what }) => what !== "income" && what !== "round"), { what: "last_hand", seat: 0, count: 2, goods: "CF" }, { what: "last_hand", seat: 1, count: 2, goods: "TW" }, { what: "last_hand", seat: 2, count: 2, goods: "CS" }, { what: "ended", scores: [3, 4, 2], winners: [1] }];
    const shown = picturesOf(BEFORE, over, told);
    expect(shown.at(-1)?.board.seats.map(({ wampum }) => wampum)).toEqual([1, 2, 0]);
    expect(shown.at(-1)?.board.seats[0]?.hand).toBe("CFFF");
    expect(lastHands([{ happenings: told }], 3)).toEqual(["CF", "TW", "CS"]);
  });
});

describe("telling it", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function begin() {
    const story = new Story();
    let ended = 0;
    story.steps.onend = () => (ended += 1);
    story.see(BEFORE, 4, []);
    story.see(AFTER, 5, TOLD);
    return { story, ended: () => ended };
  }

  it("takes its time and ends once", () => {
    const { story, ended } = begin();
    expect([story.playing, story.now?.part]).toEqual([true, "bid"]);
    vi.advanceTimersByTime(story.steps.length + 1);
    expect([story.playing, ended()]).toEqual([false, 1]);
  });

  it("goes on to the end of a village, and then to the next one, by a click", () => {
    const { story } = begin();
    for (let n = 0; n < 3; n += 1) story.next();
    expect([story.now?.part, story.now?.trade?.village]).toEqual(["frame", 1]);
    story.next();
    expect([story.now?.part, story.now?.trade?.village]).toEqual(["home", 1]);
    story.next();
    expect([story.now?.part, story.now?.trade?.village]).toEqual(["frame", 2]);
  });

  it("can show everything at once", () => {
    const { story, ended } = begin();
    story.skip();
    expect([story.playing, ended()]).toEqual([false, 1]);
  });

  it("is not told to somebody who comes later, nor when a move is taken back, nor twice", () => {
    const late = new Story();
    expect(late.see(AFTER, 5, TOLD)).toBe(false);
    expect(late.see(BEFORE, 4, TOLD)).toBe(false);
    const { story } = begin();
    story.skip();
    expect(story.see(AFTER, 5, TOLD)).toBe(false);
  });
});
