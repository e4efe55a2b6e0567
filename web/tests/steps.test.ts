// The queue of steps: each is shown for its time, in order, and nothing of a later one before.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Steps } from "../src/lib/steps.svelte";

interface Named {
  ms: number;
  name: string;
}
const THREE: Named[] = [
  { ms: 100, name: "bid" },
  { ms: 200, name: "trade" },
  { ms: 300, name: "count" },
];

function watched(speed = 1) {
  const steps = new Steps<Named>();
  const seen: string[] = [];
  steps.speed = speed;
  steps.onstep = (step) => seen.push(step.name);
  steps.onend = () => seen.push("end");
  return { steps, seen };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("steps", () => {
  it("come one after the other, each for its time", () => {
    const { steps, seen } = watched();
    expect(steps.begin(THREE)).toBe(true);
    expect(steps.now?.name).toBe("bid");
    expect(steps.rest.map((step) => step.name)).toEqual(["trade", "count"]);
    expect(steps.length).toBe(600);
    vi.advanceTimersByTime(99);
    expect(seen).toEqual(["bid"]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(["bid", "trade"]);
    vi.advanceTimersByTime(500);
    expect(seen).toEqual(["bid", "trade", "count", "end"]);
    expect(steps.playing).toBe(false);
  });

  it("take the pace that was chosen", () => {
    const { steps, seen } = watched(0.5);
    steps.begin(THREE);
    expect(steps.length).toBe(300);
    vi.advanceTimersByTime(150);
    expect(seen).toEqual(["bid", "trade", "count"]);
  });

  it("are not shown at all at once", () => {
    const { steps, seen } = watched(0);
    expect(steps.begin(THREE)).toBe(false);
    expect([steps.now, ...steps.rest, ...seen]).toEqual([null]);
  });

  it("go on when somebody has seen enough, and are not shown twice then", () => {
    const { steps, seen } = watched();
    steps.begin(THREE);
    vi.advanceTimersByTime(50);
    steps.next();
    expect(steps.now?.name).toBe("trade");
    vi.advanceTimersByTime(199);
    expect(steps.now?.name).toBe("trade");
    vi.runAllTimers();
    expect(seen).toEqual(["bid", "trade", "count", "end"]);
  });

  it("wait for somebody where they take forever", () => {
    const { steps } = watched();
    steps.begin([{ ms: Infinity, name: "read" }, ...THREE]);
    expect(steps.length).toBe(Infinity);
    vi.advanceTimersByTime(1e6);
    expect(steps.now?.name).toBe("read");
    steps.next();
    expect(steps.now?.name).toBe("bid");
  });

  it("can be passed over: the end is told once", () => {
    const { steps, seen } = watched();
    steps.begin(THREE);
    steps.skip();
    steps.skip();
    steps.next();
    vi.runAllTimers();
    expect(seen).toEqual(["bid", "end"]);
  });

  it("that come while others are shown end those first", () => {
    const { steps, seen } = watched();
    steps.begin(THREE);
    steps.begin([{ ms: 10, name: "next trade" }]);
    vi.runAllTimers();
    expect(seen).toEqual(["bid", "end", "next trade", "end"]);
  });

  it("stop without a word where the table is left", () => {
    const { steps, seen } = watched();
    steps.begin(THREE);
    steps.stop();
    vi.runAllTimers();
    expect(seen).toEqual(["bid"]);
    expect(steps.playing).toBe(false);
  });
});
