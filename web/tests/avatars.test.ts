// Who is who: no two at a table share a letter, and every name has a pattern of its own.
import { describe, expect, it } from "vitest";
import { cellsOf, lettersOf, SHAPES } from "../src/lib/avatars";

describe("the letters at a table", () => {
  it("are the first of each name where they differ", () => {
    expect(lettersOf(["Ada", "Otter", "Birch"])).toEqual(["A", "O", "B"]);
  });

  it("are never the same twice", () => {
    expect(lettersOf(["Ada", "Anna", "Ann", "A", "A", "", "Dan", "??"])).toEqual(["A", "N", "1", "2", "3", "4", "D", "5"]);
    expect(lettersOf(["ada", "Ada"])).toEqual(["A", "D"]);
    expect(new Set(lettersOf(Array.from({ length: 8 }, () => "Gast"))).size).toBe(8);
  });

  it("leave everybody the own first letter who can have it", () => {
    expect(lettersOf(["Ada", "Abel", "Ben"])).toEqual(["A", "E", "B"]);
  });
});

describe("a pattern", () => {
  it("stays the same for the same seed and differs between names", () => {
    const names = ["Ada", "Ade", "Ben", "Otter", "Badger", "Hare", "Guest", "Guest 2"];
    expect(cellsOf("Ada")).toBe(cellsOf("Ada"));
    expect(new Set(names.map(cellsOf)).size).toBe(names.length);
  });

  it("is mirrored fourfold", () => {
    const points = [...cellsOf("Otter").matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => `${Number(x)} ${Number(y)}`);
    const mirrored = points.map((point) => point.split(" ").map((at, n) => (n ? at : +(32 - Number(at)).toFixed(2))).join(" "));
    expect(new Set(mirrored)).toEqual(new Set(points));
  });
});

describe("the shapes of the seats", () => {
  it("are eight different ones", () => expect(new Set(SHAPES).size).toBe(8));
});
