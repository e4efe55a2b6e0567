// The story in its order: a move is shown step by step, and nothing is counted before it has been seen.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fallenChief, hintsOn, rowOf } from "../../src/games/wigwam/beside";
import { arc, chain } from "../../src/games/wigwam/draw";
import { inRows, movesOf, rewound, type Told } from "../../src/games/wigwam/model";
import { framesOf, JUMP, STEP } from "../../src/games/wigwam/motion";
import type { LogEntry } from "../../src/lib/types";
import { board, capture, pieces, sit, step } from "./table";

const CAPTURED: Told = {
  what: "captured", seat: 1, kind: "warrior", start: "c1", target: "e4", victims: ["c2", "d4"], landings: ["c3", "e4"], taken: ["warrior", "chief"], move: "c1xc2-c3xd4-e4",
};
const BEFORE = pieces("c1 1", "c2 0", "d4 0 chief", "g1 0 tent");
const AFTER = pieces("e4 1", "g1 0 tent");
const LOST = [{ seat: 0, warriors: 1, chiefs: 1, tents: 0 }, { seat: 1, warriors: 0, chiefs: 0, tents: 0 }];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a move", () => {
  it("can be rewound", () => {
    const order = (standing: typeof BEFORE) => [...standing].sort((a, b) => a.point.localeCompare(b.point));
    expect(order(rewound(AFTER, CAPTURED))).toEqual(order(BEFORE));
    const placed = { what: "placed", seat: 0, kind: "tent" as const, point: "g1", move: "T@g1" };
    expect(rewound(AFTER, placed)).toEqual(pieces("e4 1"));
    const huffed = { what: "huffed", seat: 1, kind: "warrior" as const, point: "b2", move: "huff b2" };
    expect(rewound(AFTER, huffed)).toEqual([...AFTER, ...pieces("b2 0")]);
  });

  it("of two jumps has a picture for each, and one for the victims that are laid down", () => {
    const frames = framesOf(BEFORE, CAPTURED);
    expect(frames).toHaveLength(3);
    expect(frames.map((frame) => frame.actors.find((actor) => actor.id === "c1")?.point)).toEqual(["c3", "e4", "e4"]);
    expect(frames.map((frame) => frame.actors.filter((actor) => actor.lifted).map((actor) => actor.id))).toEqual([["c2"], ["c2", "d4"], ["c2", "d4"]]);
    expect(frames[2]?.actors.flatMap((actor) => actor.flying ?? [])).toEqual([0, 1]);
    expect(JUMP).toBeGreaterThanOrEqual(400);
    expect(JUMP).toBeLessThanOrEqual(450);
  });

  it("whose jumps have been seen only lays its victims down", () => {
    expect(framesOf(BEFORE, CAPTURED, true)).toHaveLength(1);
    expect(framesOf(pieces("d3"), { what: "moved", seat: 0, start: "d3", target: "d4", move: "d3-d4" }, true)).toEqual([]);
  });
});

describe("the other's capture", () => {
  function arrived(speed = 1) {
    const table = sit({ board: board(BEFORE), speed }, [step("g1", "g2")]);
    table.machine.see();
    table.sight = { ...table.sight, board: board(AFTER, { off_board: LOST }), happenings: [CAPTURED], moves: 1 };
    return table;
  }

  it("goes jump by jump, and its victims are counted when they lie in the row", () => {
    const { machine } = arrived();
    expect(machine.see()).toBe(true);
    expect(machine.actors.find((actor) => actor.id === "c1")?.point).toBe("c3");
    expect(rowOf(machine, 0)).toEqual([]);
    expect(machine.last).toBeUndefined();
    vi.advanceTimersByTime(JUMP + 130);
    expect(machine.actors.find((actor) => actor.id === "c1")?.point).toBe("e4");
    expect(rowOf(machine, 0)).toEqual([]);
    vi.advanceTimersByTime(5 * JUMP);
    expect(machine.playback.playing).toBe(false);
    expect(rowOf(machine, 0).map((lying) => lying.kind)).toEqual(["warrior", "chief"]);
    expect(machine.last).toBe(CAPTURED);
  });

  it("lets nobody decide before it has been seen; a touch shows its end", () => {
    const { machine, sent } = arrived();
    machine.see();
    expect(machine.active).toBe(false);
    machine.choose("g1");
    expect(machine.playback.playing).toBe(false);
    expect(machine.source).toBeNull();
    machine.choose("g1");
    machine.choose("g2");
    expect(sent).toEqual(["g1-g2"]);
  });

  it("stands there at once for whoever wants it instantly", () => {
    const { machine } = arrived(0);
    expect(machine.see()).toBe(false);
    expect(machine.actors.map((actor) => actor.point)).toEqual(["e4", "g1"]);
    expect(machine.last).toBe(CAPTURED);
  });

  it("is shown once, and again when somebody asks for it", () => {
    const { machine } = arrived();
    let ends = 0;
    machine.playback.onend = () => (ends += 1);
    machine.see();
    vi.runAllTimers();
    expect(machine.see()).toBe(false);
    machine.playAgain();
    expect(machine.playback.playing).toBe(true);
    vi.runAllTimers();
    expect(ends).toBe(2);
  });

  it("is not shown again when the table is told once more, nor when it is taken back", () => {
    const table = arrived();
    table.machine.see();
    vi.runAllTimers();
    table.sight = { ...table.sight, happenings: [] };
    expect(table.machine.see()).toBe(false);
    table.sight = { ...table.sight, happenings: [CAPTURED] };
    expect(table.machine.see()).toBe(false);
    table.sight = { ...table.sight, board: board(BEFORE), moves: 0 };
    expect(table.machine.see()).toBe(false);
  });

  it("is not shown to whoever comes later", () => {
    const { machine } = sit({ board: board(AFTER), happenings: [CAPTURED], moves: 1 });
    expect(machine.see()).toBe(false);
  });

  it("leaves the chief lying on his point when it ends the game", () => {
    const table = arrived();
    table.machine.see();
    table.sight = { ...table.sight, board: board(AFTER, { stage: "over", off_board: LOST }) };
    expect(fallenChief(table.machine)).toBeNull();
    vi.runAllTimers();
    expect(fallenChief(table.machine)).toEqual({ point: "d4", seat: 0 });
  });
});

describe("the own move", () => {
  it("that was built jump by jump is not played once more", async () => {
    const table = sit({ board: board(pieces("c1", "c2 1")) }, [capture("c1xc2-c3")]);
    table.machine.see();
    table.machine.choose("c1");
    table.machine.choose("c3");
    expect(table.sent).toEqual(["c1xc2-c3"]);
    const told: Told = { what: "captured", seat: 0, kind: "warrior", start: "c1", target: "c3", victims: ["c2"], landings: ["c3"], taken: ["warrior"], move: "c1xc2-c3" };
    table.sight = { ...table.sight, board: board(pieces("c3")), happenings: [told], moves: 1, choices: null };
    table.machine.see();
    expect(table.machine.actors.find((actor) => actor.id === "c1")).toMatchObject({ point: "c3", route: undefined });
    expect(table.machine.actors.find((actor) => actor.id === "c2")?.flying).toBe(0);
  });

  it("is seen going where another one was begun before it", () => {
    const table = sit({ board: board(pieces("c1", "c2 1", "g1")) }, [capture("c1xc2-c3"), capture("c1xc2-c3xd4-e4"), step("g1", "g2")]);
    table.machine.see();
    table.machine.choose("c1");
    table.machine.choose("c3");
    void table.machine.commit("g1-g2");
    table.sight = { ...table.sight, board: board(pieces("c1", "c2 1", "g2")), happenings: [{ what: "moved", seat: 0, start: "g1", target: "g2", move: "g1-g2" }], moves: 1, choices: null };
    expect(table.machine.see()).toBe(true);
  });

  it("that was only pointed at is seen going", () => {
    const table = sit({ board: board(pieces("d3")) }, [step("d3", "d4")]);
    table.machine.see();
    table.machine.choose("d3");
    table.machine.choose("d4");
    table.sight = { ...table.sight, board: board(pieces("d4")), happenings: [{ what: "moved", seat: 0, start: "d3", target: "d4", move: "d3-d4" }], moves: 1, choices: null };
    table.machine.see();
    expect(table.machine.actors).toMatchObject([{ id: "d3", point: "d4", route: ["d3", "d4"], ms: STEP }]);
  });
});

describe("hints", () => {
  const jump = { move: "c1xc2-c3", value: 0.836, told: { what: "captured", seat: 0, start: "c1", victims: ["c2"], landings: ["c3"] } };

  it("have a way on the board and a chance; one that nobody has told has neither", () => {
    const hints = [jump, { move: "a1-a2", value: 0.5, told: null }];
    const { machine } = sit({ board: board(BEFORE), hints }, [capture("c1xc2-c3")]);
    expect(hintsOn(machine)).toMatchObject([{ path: ["c1", "c2", "c3"], percent: 84, played: false }]);
  });

  it("are shown where nobody plays too, and the one that was played is marked", () => {
    const placed = { move: "place W d1", value: 0.5, told: { what: "placed", seat: 1, kind: "warrior", point: "d1" } };
    const { machine } = sit({ board: board(BEFORE), hints: [jump, placed], choices: null, live: false, played: "place W d1" }, []);
    expect(hintsOn(machine)).toMatchObject([{ path: ["c1", "c2", "c3"] }, { path: ["d1"], kind: "warrior", seat: 1, played: true }]);
  });
});

describe("the list of moves", () => {
  const entry = (happenings: Told[], news: LogEntry["news"] = { what: "moved", seat: 0, by: "person", hidden: false }): LogEntry => ({ seq: 0, at: 0, news, happenings });
  const moved = (seat: number, start: string, target: string): Told => ({ what: "moved", seat, start, target, move: `${start}-${target}` });

  it("has light and dark beside each other and forgets what was taken back", () => {
    const log = [entry([moved(0, "c2", "c3")]), entry([moved(1, "c5", "c4")]), entry([moved(0, "f2", "f3")]), entry([], { what: "undone", seat: 0, moves: 2 }), entry([CAPTURED])];
    expect(inRows(movesOf(log)).map((row) => row.map((one) => one.text))).toEqual([["c2-c3", "c5-c4"], ["c1xc2-c3xd4-e4"]]);
  });
});

describe("the route of a capture", () => {
  it("bends on the outside of the turn, and towards the victim of a bent jump", () => {
    expect(arc([0, 0], [0.5, 0.9], [1, 1]).bend[1]).toBeGreaterThan(0.5);
    const [first, second] = chain([[0, 0], [0, -1], [0, -2], [0.87, -2.5], [1.73, -3]]);
    expect(first?.to).toEqual(second?.from);
    expect(second!.bend[1]).toBeLessThan(-2.5);
  });
});
