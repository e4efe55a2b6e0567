// Where somebody is in a finished game: steps, jumps, mistakes, the address, and what the table shows of it.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashOf, placeIn, Study, wayOf } from "../../src/app/study/study.svelte";
import type { Replay, Review, ReviewedMove } from "../../src/lib/types";

const told = (number: number) => ({ what: "moved", seat: (number + 1) % 2, start: "a1", target: "a2" });

function replay(last = 6): Replay {
  const steps = Array.from({ length: last + 1 }, (_, number) => ({
    number,
    seat: number ? (number + 1) % 2 : null,
    move: number ? `m${number}` : null,
    happenings: number ? [told(number)] : [],
    board: { now: number } as never,
  }));
  return { table: {} as Replay["table"], steps, review: null };
}

function reviewed(number: number, loss: number | null, best = "better"): ReviewedMove {
  return { number, seat: (number + 1) % 2, move: `m${number}`, best, value: 0.84, loss, told: told(number), best_told: { ...told(number), target: "b1" }, why: [] };
}

function opened(at = 0, moves: ReviewedMove[] = []): { study: Study; moved: boolean[] } {
  const study = new Study();
  const moved: boolean[] = [];
  study.open(replay(), at);
  study.review = { done: moves.length, total: moves.length, moves, level: "expert" } satisfies Review;
  study.onmove = (far) => moved.push(far);
  return { study, moved };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a step", () => {
  it("forward is seen happening; back, or further away, is not", () => {
    const { study, moved } = opened(2);
    study.go(3);
    expect(study.happenings).toHaveLength(1);
    study.go(2);
    expect(study.happenings).toEqual([]);
    study.go(5);
    expect(study.happenings).toEqual([]);
    expect(moved).toEqual([false, false, true]);
  });

  it("leads no further than the game", () => {
    const { study } = opened();
    study.go(99);
    expect(study.at).toBe(6);
    study.go(-1);
    expect(study.at).toBe(0);
    study.open(replay(), 77);
    expect(study.at).toBe(6);
  });

  it("is taken by arrow keys, Home and End, which stop what goes by itself", () => {
    const { study } = opened(2);
    study.running = true;
    expect(study.press("ArrowRight")).toBe(true);
    expect([study.at, study.running]).toEqual([3, false]);
    study.press("ArrowLeft");
    expect(study.at).toBe(2);
    study.press("End");
    expect(study.at).toBe(6);
    study.press("Home");
    expect(study.at).toBe(0);
    expect(study.press("x")).toBe(false);
  });

  it("has somebody who decides after it, but for the last", () => {
    const { study } = opened(2);
    expect(study.next).toBe(study.steps[3]?.seat);
    study.go(6);
    expect(study.next).toBe(null);
  });
});

describe("by itself", () => {
  it("it goes on to the end, and from the end anew", () => {
    const { study } = opened(4);
    study.toggle();
    study.advance();
    expect([study.at, study.running]).toEqual([5, true]);
    study.advance();
    expect([study.at, study.running]).toEqual([6, false]);
    study.toggle();
    expect([study.at, study.running]).toEqual([0, true]);
  });

  it("what is still being shown is waited for, but not for ever", () => {
    const { study } = opened(1);
    study.hold(500);
    expect(study.held).toBe(true);
    vi.advanceTimersByTime(500);
    expect(study.held).toBe(false);
    study.hold(Infinity);
    study.go(3);
    expect(study.held).toBe(false);
  });
});

describe("the review", () => {
  const moves = [reviewed(1, 0), reviewed(2, 0.23), reviewed(4, null), reviewed(5, 0.01), reviewed(6, 0.05)];

  it("knows mistakes by what they cost, and leads from one to the next", () => {
    const { study } = opened(0, moves);
    expect(study.mistakes.map(({ move, grade }) => [move.number, grade])).toEqual([[2, "bad"], [4, "unknown"], [6, "weak"]]);
    study.toMistake(1);
    expect([study.at, study.compares]).toEqual([2, true]);
    study.toMistake(1);
    study.toMistake(-1);
    expect(study.at).toBe(2);
    expect(study.mistake(-1)).toBe(null);
    expect(study.mistake(1, 0)).toBe(null);
  });

  it("shows the table before the move, with what was better and what was played", () => {
    const { study } = opened(2, moves);
    expect(study.hints).toBe(null);
    study.compare(true);
    expect(study.shown).toBe(1);
    expect(study.next).toBe(1);
    expect(study.happenings).toEqual([]);
    expect(study.hints?.map(({ move, value }) => [move, Math.round(value * 100)])).toEqual([["better", 84], ["m2", 61]]);
    study.go(3);
    expect([study.shown, study.hints]).toEqual([3, null]);
    expect(study.happenings, "the table jumps over the step that it stood before").toEqual([]);
  });

  it("says nothing about the chance of a move that was not considered", () => {
    const { study } = opened(4, moves);
    study.compare(true);
    expect(study.hints?.map(({ move }) => move)).toEqual(["better"]);
  });

  it("has nothing to compare where nothing was decided", () => {
    const { study } = opened(3, moves);
    study.compare(true);
    expect([study.compares, study.shown]).toEqual([false, 3]);
  });
});

describe("the address", () => {
  it("says step, eyes and the better move, and is read again as it was written", () => {
    expect(hashOf({ step: 14, eyes: "all", best: false })).toBe("#step=14");
    const place = { step: 3, eyes: "2", best: true };
    expect(placeIn(hashOf(place))).toEqual({ ...place, review: false });
    expect(placeIn("#review")).toEqual({ step: 0, eyes: "all", best: false, review: true });
  });

  it("with nonsense in it leads to the beginning, everything face up", () => {
    for (const hash of ["", "#", "#step=x", "#step=-4&eyes=9", "#step=1.5"]) {
      expect(placeIn(hash)).toEqual({ step: 0, eyes: "all", best: false, review: false });
    }
  });

  it("is followed without anything moving", () => {
    const { study, moved } = opened(2);
    study.follow({ step: 3, eyes: "all", best: false, review: false });
    expect([study.at, study.happenings, moved]).toEqual([3, [], []]);
    study.follow({ step: 99, eyes: "all", best: false, review: false });
    expect(study.at).toBe(6);
  });
});

describe("the parts", () => {
  it("lie beside the table, below it, or below a low one", () => {
    expect([wayOf(1280, 800), wayOf(1920, 1080), wayOf(768, 1024), wayOf(360, 740), wayOf(740, 360), wayOf(640, 400)]).toEqual(["beside", "beside", "below", "below", "low", "low"]);
  });
});
