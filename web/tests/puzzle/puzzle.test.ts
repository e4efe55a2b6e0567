// A puzzle as a table: what a try leaves on it, what is taken back, how the solution is walked through, and the week.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PuzzleTable } from "../../src/app/puzzle/puzzle.svelte";

const STANDING = { rating: 1500, deviation: 350, streak: 0, longest: 0, today: false, tried: 0, solved: 0, count: 9 };
const turn = (moves: number) => ({ waiting: [0], decided: [], moves, paused: false, asked: null, clocks: [], over: false });
const view = (board: string) => ({ seat: 0, board: { board }, happenings: [{ what: "moved" }], choices: null, forced: null, chosen: null, revised: null, undo: "none" });
const TASK = { id: "p1", game: "chess", task: "Find it.", seat: 0, own_moves: 2, rating: 1400, daily: false, proved: true, tables: 0, tried: false, legal: 9, table: { seats: [] }, turn: turn(7), view: view("before"), standing: STANDING };
const RIGHT = { right: true, done: false, answer: "b", turn: turn(9), view: view("own"), answered: view("answer"), change: null, standing: STANDING };
const WRONG = { ...RIGHT, right: false, answer: null, turn: turn(8), view: view("wrong"), answered: null, change: -20, standing: { ...STANDING, rating: 1480 } };
const DONE = { ...WRONG, right: true, done: true, turn: turn(10), view: view("end"), change: 30, standing: { ...STANDING, rating: 1530 } };
const step = (number: number, move: string | null) => ({ number, seat: 0, move, happenings: [{ what: "moved", move }], board: { board: `step ${number}` } });
const SOLUTION = { steps: [step(0, null), step(1, "a"), step(2, "b"), step(3, "c")], hint: { move: "a", value: 1, told: null }, legal: 9, tables: 0, weighed: [], change: null, standing: STANDING };

describe("a puzzle", () => {
  let puzzle: PuzzleTable;
  let answers: Record<string, object>;
  let sent: [string, unknown][];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const boardOf = () => (puzzle.seen.board as unknown as { board: string }).board;

  beforeEach(async () => {
    vi.resetModules();
    vi.stubGlobal("navigator", { languages: ["en"] });
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
    vi.stubGlobal("document", { documentElement: { dataset: {} }, addEventListener: () => undefined });
    vi.stubGlobal("addEventListener", () => undefined);
    sent = [];
    answers = { solution: SOLUTION };
    vi.stubGlobal("fetch", (path: string, { body }: { body: string | null }) => {
      const name = path.split("/").at(-1)!.split("?")[0]!;
      sent.push([name, body && (JSON.parse(body) as unknown)]);
      return Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(answers[name]) });
    });
    const { PuzzleTable } = await import("../../src/app/puzzle/puzzle.svelte");
    puzzle = new PuzzleTable(TASK as never);
  });
  afterEach(() => vi.unstubAllGlobals());

  async function tryMove(move: string, verdict: object) {
    answers["try"] = verdict;
    await puzzle.play(0, move);
    await settled();
  }

  it("shows a right move, then its answer, and asks on from there", async () => {
    await tryMove("a", RIGHT);
    expect(puzzle.log).toHaveLength(2);
    expect(puzzle.turn.moves).toBe(9);
    expect([puzzle.phase, puzzle.own, boardOf()]).toEqual(["asked", ["a"], "answer"]);
    await tryMove("x", WRONG);
    expect(sent.at(-1)).toEqual(["try", { moves: ["a", "x"] }]);
    expect([puzzle.phase, boardOf(), puzzle.change, puzzle.standing.rating]).toEqual(["wrong", "wrong", -20, 1480]);
    puzzle.retry();
    expect([puzzle.phase, puzzle.own, boardOf(), puzzle.turn.moves]).toEqual(["asked", ["a"], "answer", 9]);
  });

  it("is told no sooner than what it tells of is shown", async () => {
    puzzle.onevent = null;
    puzzle.hold(Infinity);
    await tryMove("a", WRONG);
    expect([puzzle.phase, puzzle.standing.rating]).toEqual(["asked", 1500]);
    puzzle.release();
    await settled();
    expect(puzzle.phase).toBe("wrong");
  });

  it("knows its solution when it is solved, and begins again when asked to", async () => {
    await tryMove("a", RIGHT);
    await tryMove("c", DONE);
    expect([puzzle.phase, puzzle.change, boardOf()]).toEqual(["solved", 30, "end"]);
    expect(puzzle.solution?.steps).toHaveLength(4);
    puzzle.again();
    expect([puzzle.phase, puzzle.own, boardOf(), puzzle.turn.moves]).toEqual(["asked", [], "before", 7]);
  });

  it("lays the next move of the solution on the table as a hint, and plays it when one goes on", async () => {
    await puzzle.giveUp();
    expect([puzzle.phase, boardOf(), puzzle.hints?.[0]?.move, puzzle.answered]).toEqual(["shown", "step 0", "a", false]);
    expect(puzzle.seen.happenings).toEqual([]);
    puzzle.go(1);
    expect([boardOf(), puzzle.hints?.[0]?.move, puzzle.answered, puzzle.moves]).toEqual(["step 1", "b", true, 8]);
    expect(puzzle.seen.happenings).toHaveLength(1);
    puzzle.go(3);
    expect([boardOf(), puzzle.hints]).toEqual(["step 3", null]);
  });

  it("counts the days in a row, with today's open or solved", async () => {
    const { week } = await import("../../src/app/puzzle/puzzle.svelte");
    const sunday = Date.UTC(2026, 10, 15, 23);
    const solved = (streak: number, today: boolean) => week({ streak, today }, sunday, "en").map((day) => (day.solved ? day.name : "-")).join(" ");
    expect(solved(0, false)).toBe("- - - - - - -");
    expect(solved(2, false)).toBe("- - - - Fri Sat -");
    expect(solved(2, true)).toBe("- - - - - Sat Sun");
    expect(solved(30, true)).toBe("Mon Tue Wed Thu Fri Sat Sun");
  });
});
