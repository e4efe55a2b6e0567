// A lesson at a table: which step is shown, and what is said to a move that does not go on.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LessonTable } from "../../src/app/lesson/lesson.svelte";

const step = (at: number) => ({ at, say: `say ${at}`, task: "do it", other: "not this", look: [] });
const TALK = { name: "first", title: "First", chapter: 0, before: 2, total: 5, ends_at: 6, end: "done", more: false, shown: null, steps: [step(0), step(3), step(5)] };

describe("a lesson", () => {
  let lesson: LessonTable;
  let answer: object;

  beforeEach(async () => {
    vi.resetModules();
    vi.stubGlobal("navigator", { languages: ["en"] });
    vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
    vi.stubGlobal("document", { documentElement: { dataset: {} }, addEventListener: () => undefined });
    vi.stubGlobal("addEventListener", () => undefined);
    const { connection } = await import("../../src/lib/socket.svelte");
    vi.spyOn(connection, "request").mockImplementation(() => Promise.resolve(answer as never));
    const { LessonTable } = await import("../../src/app/lesson/lesson.svelte");
    lesson = new LessonTable("t1");
    lesson.talk = TALK;
  });
  afterEach(() => vi.unstubAllGlobals());

  const moves = (count: number) => (lesson.turn = { ...lesson.turn, moves: count });
  const refused = { ok: false, refused: { key: "server.refuse.lesson", facts: {}, text: "" } };

  it("is at the step that has begun, counted over all chapters", () => {
    moves(3);
    expect([lesson.step?.say, lesson.number, lesson.asked, lesson.ended]).toEqual(["say 3", 4, true, false]);
  });

  it("waits while the others answer", () => {
    moves(1);
    expect([lesson.step?.say, lesson.asked]).toEqual(["say 0", false]);
  });

  it("ends with its last answer", () => {
    moves(6);
    expect([lesson.ended, lesson.asked, lesson.number]).toEqual([true, false, 5]);
  });

  it("answers a move that does not go on, until one does", async () => {
    answer = refused;
    expect((await lesson.play(0, "a move")).ok, "the table lets go of it").toBe(true);
    expect([lesson.answered, lesson.impatient]).toEqual([true, false]);
    await lesson.play(0, "a move");
    await lesson.play(0, "a move");
    expect(lesson.impatient).toBe(true);
    answer = { ok: true, refused: null };
    await lesson.play(0, "the move");
    expect(lesson.answered).toBe(false);
  });

  it("leaves what the rules refuse to the table", async () => {
    answer = { ok: false, refused: { key: "some.refuse.hand", facts: {}, text: "" } };
    await lesson.play(0, "no move");
    expect(lesson.answered).toBe(false);
  });

  it("begins each step afresh", async () => {
    answer = refused;
    await lesson.play(0, "a move");
    moves(3);
    expect(lesson.answered).toBe(false);
  });
});
