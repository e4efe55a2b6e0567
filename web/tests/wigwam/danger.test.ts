// What could be taken, in words: where the piece in hand would be, and why a hint is one.
import { describe, expect, it } from "vitest";
import { dangerOf, reasonOf } from "../../src/games/wigwam/words";
import { board, capture, pieces, sit, step } from "./table";

const list = (words: string[]) => words.join("+");
const t = (key: string, values: Record<string, unknown> = {}) => [key.replace("wigwam.why.", ""), ...Object.values(values)].join(" ");

describe("a piece in hand", () => {
  it("is threatened on the points where the server says so", () => {
    const { machine } = sit({ board: board(pieces("d3"), { threatened: ["c1"] }) }, [step("d3", "c3"), { ...step("d3", "d4"), exposed: true }]);
    expect(machine.threatened).toEqual(["c1"]);
    expect(dangerOf(machine, list)).toBeNull();
    machine.choose("d3");
    expect(machine.threatened).toEqual(["d4"]);
    expect(dangerOf(machine, list)).toEqual({ key: "wigwam.danger.some", values: { exposed: "d4", safe: "c3" } });
  });

  it("that captures is judged where it stands and where it could jump on to", () => {
    const moves = [{ ...capture("c1xc2-c3"), exposed: true }, capture("c1xc2-c3xd4-e4")];
    const { machine } = sit({ board: board(pieces("c1", "c2 1", "d4 1")) }, moves);
    machine.choose("c1");
    machine.choose("c3");
    expect(dangerOf(machine, list)?.values).toEqual({ exposed: "c3", safe: "e4" });
    expect(machine.threatened).toEqual(["c3"]);
  });

  it("says nothing where it could end on more points than a line can tell", () => {
    const { machine } = sit({ board: board(pieces("d3")) }, ["a1", "a2", "a3", "a4", "b1"].map((to) => step("d3", to)));
    machine.choose("d3");
    expect(dangerOf(machine, list)).toBeNull();
  });
});

describe("the reason of a hint", () => {
  it("is what the move takes, attacks or saves, the weightiest alone", () => {
    expect(reasonOf(capture("c1xc2-c3"), 0, t)).toBe("takes_safely 1");
    expect(reasonOf({ ...capture("c1xc2-c3"), exposed: true, endangered: 1 }, 0, t)).toBe("takes 1");
    expect(reasonOf({ ...step("d3", "d4"), attacks: ["warrior", "chief"], exposed: true, endangered: 1 }, 1, t)).toBe("attacks_chief");
    expect(reasonOf({ ...step("d3", "d4"), attacks: ["warrior"] }, 1, t)).toBe("saves");
    expect(reasonOf({ ...step("d3", "d4"), attacks: ["warrior"] }, 0, t)).toBe("attacks 1");
    expect(reasonOf(step("d3", "d4"), 0, t)).toBe("safe");
    expect(reasonOf({ ...step("d3", "d4"), endangered: 2 }, 0, t)).toBe("");
  });
});
