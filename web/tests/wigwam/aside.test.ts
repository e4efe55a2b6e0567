// The chance of a hint stands beside its point, and the names on the rim can be read.
import { expect, test } from "vitest";
import { aside, rimNames } from "../../src/games/wigwam/draw";

const [HALF_WIDTH, HALF_HEIGHT, LETTER] = [0.4, 0.18, 0.07];
const POINTS = [4, 5, 6, 7, 6, 5, 4].flatMap((count, row) =>
  Array.from({ length: count }, (_, n) => [n - (count - 1) / 2, ((row - 3) * Math.sqrt(3)) / 2] as const),
);

test.each([0.44, 0.8])("at a distance of %s", (distance) => {
  for (const point of POINTS) {
    const [x, y] = aside(point, distance);
    const hidden = rimNames().filter((name) => Math.abs(name.x - x) < HALF_WIDTH + LETTER && Math.abs(name.y - y) < HALF_HEIGHT + LETTER);
    expect(hidden, `at ${point.join()}`).toEqual([]);
  }
});
