// Everything has its place at every size and for every number of players.
import { describe, expect, it } from "vitest";
import { fanOf, layoutOf, pileStep, RATIO } from "../../src/games/wampum/layout";

const HEADER = 52;
const RAIL = 44;
/** Where there is room for it, the drawer stands beside the table. */
const DRAWER = 399;
const at = (width: number, height: number, villages: number, rail = 0) => layoutOf({ width, height: height - HEADER, villages, rail });

describe.each([3, 4, 5])("%i villages", (villages) => {
  it("have cards of 88 pixels at 1280 x 800, 130 at 1920 x 1080, more at 2560 x 1440", () => {
    expect(at(1280, 800, villages, RAIL).card).toBeGreaterThanOrEqual(88);
    expect(at(1920 - DRAWER, 1080, villages).card).toBeGreaterThanOrEqual(130);
    expect(at(2560 - DRAWER, 1440, villages).card).toBeGreaterThanOrEqual(160);
  });

  it.each([[1280, 800], [1920, 1080], [1024, 768], [2560, 1440]])("fit into %i x %i with seats, water, toast line and hand", (width, height) => {
    const { way, card, seats, boat, toast, tray } = at(width, height, villages);
    expect(way).toBe("wide");
    expect(seats + 6 + 0.72 * card + RATIO * card + 50 + boat + toast + tray).toBeLessThanOrEqual(height - HEADER + 1);
  });

  it("lie in rows where it is narrow, and beside the hand where it is low", () => {
    expect(at(360, 740, villages).way).toBe("rows");
    expect(at(768, 1024, villages).way).toBe("rows");
    expect(at(740, 360, villages).way).toBe("low");
    for (const [width, height] of [[360, 740], [768, 1024], [740, 360]] as const) {
      const { card, row } = at(width, height, villages);
      expect(RATIO * card).toBeLessThanOrEqual(row);
    }
  });
});

describe("on a phone that lies down", () => {
  const lying = (width: number, height: number, others: number) => layoutOf({ width, height: height - HEADER, villages: 5, rail: 0, others });

  it("the others stand above the hand, and the goods are larger for it", () => {
    const above = lying(740, 360, 0);
    const { card, hand, seats, across, met } = lying(740, 360, 4);
    expect(card).toBeGreaterThan(1.2 * above.card);
    expect(hand).toBeGreaterThanOrEqual(68);
    expect([seats, across, met]).toEqual([0, 4, 48]);
  });

  it("they keep their own row where the hand would be small for it", () => {
    expect(lying(640, 360, 4)).toEqual(lying(640, 360, 0));
  });
});

describe("cards side by side", () => {
  it("leave room for each other, and lie closer where there is none", () => {
    expect(pileStep(400, 90, 3)).toBeCloseTo(97.2);
    expect(pileStep(180, 90, 4)).toBe(30);
    expect(pileStep(180, 90, 1)).toBe(0);
  });

  it.each([[5, 3], [9, 5], [18, 5], [30, 5]])("in a hand of %i cards of %i kinds stay in their room", (cards, kinds) => {
    expect(fanOf(cards, kinds, 98, 680).width).toBeLessThanOrEqual(680);
    expect(fanOf(cards, kinds, 50, 344).width).toBeLessThanOrEqual(344);
  });

  it.each([[640, 400], [740, 360], [360, 740], [1280, 800]])("of five kinds can each be touched in their middle on %i x %i", (width, height) => {
    const { hand, fan } = at(width, height, 5);
    expect(fanOf(12, 5, hand, fan).between).toBeGreaterThan(hand / 2);
  });
});
