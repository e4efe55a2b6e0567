// The bench of the card workshop without server and browser: changes, what the server says of them, and nothing lost.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Bench, type Draft, type Kept, type Server } from "../../src/games/amul/workshop/bench.svelte";
import { partsOf, ruleLike, typed } from "../../src/games/amul/workshop/words";
import type { AmulVocabulary } from "../../src/games/amul/generated";
import type { CheckedSet, Mistake } from "../../src/lib/types";

const HOUSE: Draft = {
  format: 1,
  set: "house",
  card: [
    { id: "gold", name: { en: "Gold" }, text: { en: "Five." }, score: [{ rule: "flat", points: 5 }], effect: "none" },
    { id: "silk", name: { en: "Silk" }, text: { en: "One." }, score: [{ rule: "per", of: ["gold", "silk"], points: 1 }], effect: "none" },
  ],
  trader: [{ id: "merv", name: { en: "Merv" }, text: { en: "Order." }, score: [] }],
};
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function mistake(place: (string | number)[], more: Partial<Mistake> = {}): Mistake {
  return { place, key: "x", what: "Wrong.", remedy: "Mend it.", line: 1, value: null, instead: null, ...more };
}

function scene(more: Partial<Server> = {}, kept: Kept | null = null) {
  const drawer = { kept };
  const asked: { draft: Draft; about: string }[] = [];
  const failed = vi.fn();
  const answer: CheckedSet = { name: "", mistakes: [], preview: null, text: null };
  const server: Server = {
    list: async () => [
      { id: "house", kind: "house", name: "", good: true, changed: null },
      { id: "mine", kind: "own", name: "Mine", good: true, changed: 1 },
    ],
    open: async (id) => ({ name: id, mistakes: [], draft: { ...copy(HOUSE), set: id } }),
    read: async (text) => ({ name: text, mistakes: [], draft: { ...copy(HOUSE), set: text } }),
    ofTable: async (id) => ({ name: id, text: `of ${id}`, described: null }),
    check: async (draft, about) => {
      asked.push({ draft: copy(draft), about });
      return answer;
    },
    keep: async (_draft, id) => ({ id: id ?? "new", kind: "own", name: "", good: true, changed: 2 }),
    remove: async () => undefined,
    tryOut: async () => ({ id: "t", done: 0, total: 10, players: 4, even: 0.25, cards: [] }),
    trial: async () => ({ id: "t", done: 10, total: 10, players: 4, even: 0.25, cards: [] }),
    ...more,
  };
  const bench = new Bench(server, { get: () => drawer.kept, put: (now) => (drawer.kept = now) }, failed);
  return { bench, drawer, asked, failed, answer };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a new set begins with the house's under a name of its own, and is not saved by that", async () => {
  const { bench } = scene();
  await bench.begin({}, "My box");
  expect(bench.draft?.["set"]).toBe("My box");
  expect(bench.id).toBeNull();
  expect(bench.changed).toBe(0);
});

test("a kept set is opened as it is, under its own id", async () => {
  const { bench } = scene();
  await bench.begin({ set: "mine" }, "My box");
  expect([bench.id, bench.draft?.["set"], bench.dirty]).toEqual(["mine", "mine", false]);
});

test("the set of a table becomes a copy that can be saved", async () => {
  const { bench } = scene();
  await bench.begin({ table: "T" }, "My box");
  expect([bench.id, bench.draft?.["set"], bench.dirty]).toEqual([null, "of T", true]);
});

test("what is changed is asked about once it rests, and marked as changed", async () => {
  const { bench, asked } = scene();
  await bench.begin({}, "My box");
  await vi.runAllTimersAsync();
  const before = asked.length;
  bench.put(["card", 0, "score", 0, "points"], 6);
  bench.put(["card", 0, "score", 0, "points"], 7);
  expect(bench.fresh).toBe(false);
  await vi.runAllTimersAsync();
  expect(asked.length).toBe(before + 1);
  expect(asked.at(-1)?.draft["card"]).toMatchObject([{ score: [{ points: 7 }] }, {}]);
  expect([bench.isChanged("card", 0), bench.isChanged("card", 1), bench.changed]).toEqual([true, false, 1]);
});

test("while an answer is under way, later changes are asked about next, and only the last counts", async () => {
  const answers: ((checked: CheckedSet) => void)[] = [];
  const { bench } = scene({ check: () => new Promise((done) => answers.push(done)) });
  await bench.begin({}, "My box");
  bench.put(["card", 0, "position"], "hand");
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers.length).toBe(1);
  answers[0]?.({ name: "", mistakes: [mistake(["set"])], preview: null, text: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(bench.mistakes).toEqual([]);
  expect(answers.length).toBe(2);
  answers[1]?.({ name: "", mistakes: [mistake(["card", 0])], preview: null, text: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(bench.mistakes.length).toBe(1);
  expect([bench.fresh, bench.good]).toEqual([true, false]);
});

test("an explanation of the house goes with its rules, words of one's own stay", async () => {
  const { bench } = scene();
  await bench.begin({}, "My box");
  bench.put(["card", 0, "score", 0, "points"], 6);
  expect(bench.entries("card")[0]).not.toHaveProperty("text");
  bench.put(["card", 1, "text"], { en: "Mine." });
  bench.put(["card", 1, "score", 0, "points"], 6);
  expect(bench.entries("card")[1]?.["text"]).toEqual({ en: "Mine." });
});

test("mistakes are found at their place, further in, and where no field shows them", async () => {
  const { bench, answer } = scene();
  answer.mistakes = [mistake(["card", 0, "score", 1, "of"]), mistake(["card", 0, "power"]), mistake(["set"])];
  await bench.begin({}, "My box");
  await vi.runAllTimersAsync();
  expect(bench.at(["card", 0]).length).toBe(2);
  expect(bench.at(["card", 0, "score", 1]).length).toBe(1);
  expect(bench.at(["card", 1]).length).toBe(0);
  expect(bench.elsewhere(["card", 0], ["score"]).map(({ place }) => place[2])).toEqual(["power"]);
  bench.turnToPlace(["card", 1, "score"]);
  expect(bench.focus).toEqual({ table: "card", at: 1 });
  bench.turnToPlace(["majority", "places"]);
  expect(bench.focus.table).toBe("set");
});

test("a guess is put in place of a word, alone or in a list", async () => {
  const { bench } = scene();
  await bench.begin({}, "My box");
  bench.mend(mistake(["card", 1, "score", 0, "of"], { value: "gold", instead: "merv" }));
  bench.mend(mistake(["card", 0, "effect"], { value: "none", instead: "palace" }));
  expect(bench.value(["card", 1, "score", 0, "of"])).toEqual(["merv", "silk"]);
  expect(bench.value(["card", 0, "effect"])).toBe("palace");
});

test("nothing is lost when the page is closed: the draft lies in the drawer until it is saved", async () => {
  const { bench, drawer } = scene();
  await bench.begin({ set: "mine" }, "My box");
  bench.put(["set"], "Changed");
  expect(drawer.kept).toMatchObject({ id: "mine", draft: { set: "Changed" } });
  const later = scene({}, drawer.kept);
  await later.bench.begin({}, "My box");
  expect([later.bench.draft?.["set"], later.bench.id, later.bench.restored, later.bench.dirty]).toEqual(["Changed", "mine", true, true]);
  await later.bench.save();
  expect([later.drawer.kept, later.bench.dirty]).toEqual([null, false]);
});

test("a refusal is told, and the draft stays", async () => {
  const refuse = async () => {
    throw new Error("no");
  };
  const { bench, failed } = scene({ keep: refuse });
  await bench.begin({}, "My box");
  bench.put(["set"], "Changed");
  expect(await bench.save()).toBeNull();
  expect(failed).toHaveBeenCalled();
  expect([bench.draft?.["set"], bench.dirty, bench.busy]).toEqual(["Changed", true, false]);
});

test("cards are added, removed and taken back", async () => {
  const { bench } = scene();
  await bench.begin({}, "My box");
  bench.addCard(bench.entries("card")[0] ?? null);
  expect(bench.entries("card")[2]).toMatchObject({ id: "card_1", score: [{ points: 5 }] });
  expect(bench.focus).toEqual({ table: "card", at: 2 });
  bench.removeCard();
  expect(bench.entries("card").length).toBe(2);
  bench.turnTo({ table: "card", at: 0 });
  bench.put(["card", 0, "score"], []);
  bench.revert();
  expect(bench.entries("card")[0]?.["score"]).toEqual([{ rule: "flat", points: 5 }]);
});

test("a trial is followed to its end", async () => {
  const { bench } = scene();
  await bench.begin({}, "My box");
  await bench.tryOut();
  expect(bench.trial?.done).toBe(0);
  await vi.runAllTimersAsync();
  expect(bench.trial?.done).toBe(10);
  bench.put(["set"], "Other");
  expect(bench.trial).toBeNull();
});

const WORDS = {
  rules: { flat: { must: ["points"], may: ["min"] }, per: { must: ["of"], may: ["scope", "points", "table"] }, rank: { must: ["of", "scope", "places"], may: [] }, if: { must: ["of", "then", "else"], may: ["at_least", "at_most"] } },
  scopes: ["own", "everyone"],
  rank_scopes: ["everyone"],
} as unknown as AmulVocabulary;

test("a rule begins with what it must have, and keeps what it has in common with another", () => {
  expect(ruleLike("flat", WORDS, "gold")).toEqual({ rule: "flat", points: 1 });
  expect(ruleLike("per", WORDS, "gold", { rule: "flat", points: 4, min: 2 })).toEqual({ rule: "per", of: ["gold"], points: 4 });
  expect(ruleLike("rank", WORDS, "gold", { rule: "per", of: ["silk"], scope: "own" })).toEqual({ rule: "rank", of: ["silk"], scope: "everyone", places: [2, 1] });
  expect(ruleLike("if", WORDS, "gold")).toEqual({ rule: "if", of: ["gold"], then: 1, else: 0, at_least: 1 });
});

test("what is typed is a number if it is one", () => {
  expect([typed("7"), typed(" -3 "), typed("−2"), typed("seven"), typed("1e9"), typed("")]).toEqual([7, -3, -2, "seven", "1e9", ""]);
});

test("a sentence is taken apart at its fields", () => {
  const t = (_key: string, values: Record<string, unknown> = {}) => `Each scores ${String(values["points"])} per ${String(values["of"])}.`;
  expect(partsOf("x", t)).toEqual([{ text: "Each scores " }, { field: "points" }, { text: " per " }, { field: "of" }, { text: "." }]);
});
