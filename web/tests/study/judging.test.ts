// What a review comes to: verdicts, chances by step, sums by seat.
import { describe, expect, it } from "vitest";
import { accountOf, chancesOf, gravest, oneDecimal, standing, verdictOf } from "../../src/app/study/judging";
import type { Outcome, ReplayStep, Review, ReviewedMove } from "../../src/lib/types";

const move = (number: number, seat: number, value: number, loss: number | null, best = "b"): ReviewedMove => ({ number, seat, move: "m", best, value, loss, told: null, best_told: null, why: [] });
const steps = Array.from({ length: 6 }, (_, number) => ({ number }) as ReplayStep);
const REVIEW: Review = { done: 5, total: 5, moves: [move(1, 0, 0.5, 0, "m"), move(2, 1, 0.6, 0.2), move(3, 0, 0.7, null), move(5, 0, 0.4, 0.04)], level: "expert" };
const RESULT: Outcome = { scores: [1, 2], winners: [1], reason: "" };

describe("a verdict", () => {
  it("grows with what the move has cost", () => {
    const grades = [0, 0.019, 0.02, 0.099, 0.1, null].map((loss) => verdictOf(move(1, 0, 0.5, loss)).grade);
    expect(grades).toEqual(["good", "good", "weak", "weak", "bad", "unknown"]);
  });

  it("on the bot's own move is good", () => {
    expect(verdictOf(move(1, 0, 0.5, null, "m")).grade).toBe("good");
  });

  it("tells the chance before and after", () => {
    expect(verdictOf(move(1, 0, 0.84, 0.23))).toMatchObject({ before: 84, after: 61, cost: 23 });
    expect(verdictOf(move(1, 0, 0.1, 0.3)).after).toBe(0);
  });
});

describe("chances", () => {
  const [first = [], second = []] = chancesOf(REVIEW, steps, 2, RESULT);

  it("are known before a decision and after it, and in the end for certain", () => {
    expect(first.map((value) => value && Math.round(value))).toEqual([50, 50, 60, null, 40, 0]);
  });

  it("of two add up: what one wins the other loses", () => {
    expect(second.map((value, step) => value && Math.round(value + (first[step] ?? 0)))).toEqual([100, 100, 100, null, 100, 100]);
  });

  it("of somebody who has not decided yet are unknown, and not nothing", () => {
    const [, other = [], third = []] = chancesOf(REVIEW, steps, 3, { ...RESULT, scores: [1, 2, 0] });
    expect(standing(other, 0)).toBe(null);
    expect(standing(other, 4)).toBeCloseTo(40);
    expect(standing(third, 4)).toBe(null);
  });

  it("are shared by those who share the win", () => {
    const lines = chancesOf(REVIEW, steps, 2, { ...RESULT, winners: [0, 1] });
    expect(lines.map((line) => line.at(-1))).toEqual([50, 50]);
  });
});

describe("the account", () => {
  it("counts decisions, good ones and what was lost, of a seat or of everybody", () => {
    expect(accountOf(REVIEW, 0)).toEqual({ decisions: 3, same: 1, average: expect.closeTo(4 / 3) });
    expect(accountOf(REVIEW, -1)).toMatchObject({ decisions: 4, same: 1 });
    expect(accountOf({ done: 0, total: 9, moves: [], level: "expert" }, -1)).toEqual({ decisions: 0, same: 0, average: 0 });
  });
});

describe("the gravest mistakes", () => {
  it("are the few of one's own that cost most, in their order", () => {
    const found = [move(1, 0, 0.5, 0.1), move(2, 1, 0.9, 0.9), move(3, 0, 0.5, 0.3), move(4, 0, 0.5, null), move(5, 0, 0.5, 0.05), move(6, 0, 0.5, 0.2)].map(verdictOf);
    expect(gravest(found, 0).map((one) => one.move.number)).toEqual([1, 3, 6]);
    expect(gravest(found, 2)).toEqual([]);
  });
});

describe("a share of percent", () => {
  it("has the decimal sign of the language", () => {
    expect(["de", "en", "fr"].map((language) => oneDecimal(6.25, language))).toEqual(["6,3", "6.3", "6,3"]);
    expect(oneDecimal(0, "de")).toBe("0,0");
  });
});
