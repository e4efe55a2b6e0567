// The interaction of the plain table: searching, going through the list, choosing and sending, whatever the server offers.
import { describe, expect, it } from "vitest";
import { Machine, type Sight } from "../../src/lib/plain/machine.svelte";
import type { PlainBuild, PlainChoices, PlainMove } from "../../src/lib/plain/types";
import type { Answer } from "../../src/lib/types";

const named = (label: string): PlainMove => ({ move: label.toLowerCase(), label });
const offer = (labels: string[], count = labels.length): PlainChoices => ({ game: "any", kind: "plain", moves: labels.map(named), count });
const labels = (moves: PlainMove[]) => moves.map(({ label }) => label);

function sit(choices: PlainChoices | null, more: Partial<Sight> = {}) {
  const table = {
    sight: { choices, chosen: null, live: true, ...more } as Sight,
    sent: [] as string[],
    asked: [] as string[],
    answer: { ok: true } as Answer,
    /** What the server finds. */
    find: (text: string): Promise<PlainBuild | null> => Promise.resolve({ ...offer([`Far ${text}`]), build: text }),
    machine: null as unknown as Machine,
  };
  table.machine = new Machine(() => table.sight, {
    play: (move) => {
      table.sent.push(move);
      return Promise.resolve(table.answer);
    },
    ask: (text) => {
      table.asked.push(text);
      return table.find(text);
    },
  });
  return table;
}

const CARDS = ["Bid 1", "Bid 2", "Bid 10", "Rebid 1", "Pass"];

describe("the search", () => {
  it("shows everything while nothing is written", () => {
    const { machine } = sit(offer(CARDS));
    expect(labels(machine.found)).toEqual(CARDS);
    expect(machine.count).toBe(5);
  });

  it("finds every word anywhere, and what begins with the text first", async () => {
    const { machine } = sit(offer(["Rebid 1", "Pass", "Bid 1", "Bid 2"]));
    await machine.search("bid 1");
    expect(labels(machine.found)).toEqual(["Bid 1", "Rebid 1"]);
    await machine.search("1 bid");
    expect(labels(machine.found)).toEqual(["Rebid 1", "Bid 1"]);
  });

  it("minds neither capitals nor accents nor spaces", async () => {
    const { machine } = sit(offer(["Jouer Épices", "Jouer Thé"]));
    await machine.search("  EPICES ");
    expect(labels(machine.found)).toEqual(["Jouer Épices"]);
  });

  it("asks the server where it has listed only the first moves", async () => {
    const table = sit(offer(["Near"], 900));
    expect(table.machine.count).toBe(900);
    const searching = table.machine.search("x");
    expect(table.machine.searching).toBe(true);
    await searching;
    expect(labels(table.machine.found)).toEqual(["Far x"]);
    expect(table.asked).toEqual(["x"]);
  });

  it("drops a late answer to an old question", async () => {
    const table = sit(offer(["Near"], 900));
    const answers: ((found: PlainBuild | null) => void)[] = [];
    table.find = () => new Promise((resolve) => answers.push(resolve));
    const first = table.machine.search("a");
    const second = table.machine.search("ab");
    answers[1]?.({ ...offer(["Second"]), build: "ab" });
    answers[0]?.({ ...offer(["First"]), build: "a" });
    await Promise.all([first, second]);
    expect(labels(table.machine.found)).toEqual(["Second"]);
  });
});

describe("the keyboard", () => {
  it("goes through the list and around its ends", () => {
    const { machine } = sit(offer(CARDS));
    machine.press("ArrowUp");
    expect(machine.at?.label).toBe("Pass");
    machine.press("ArrowDown");
    expect(machine.at?.label).toBe("Bid 1");
  });

  it("chooses with the first Enter and sends with the second", () => {
    const { machine, sent } = sit(offer(CARDS));
    machine.press("ArrowDown");
    machine.press("Enter");
    expect(machine.picked?.label).toBe("Bid 1");
    expect(sent).toEqual([]);
    machine.press("Enter");
    expect(sent).toEqual(["bid 1"]);
  });

  it("takes the first move found when something was written", async () => {
    const { machine, sent } = sit(offer(CARDS));
    await machine.search("pa");
    machine.press("Enter");
    machine.press("Enter");
    expect(sent).toEqual(["pass"]);
  });

  it("sends nothing when nothing was written, walked to or chosen", () => {
    const { machine, sent } = sit(offer(CARDS));
    machine.press("Enter");
    expect(machine.picked).toBeNull();
    expect(sent).toEqual([]);
  });

  it("begins anew with Escape, and leaves other keys alone", async () => {
    const { machine } = sit(offer(CARDS));
    await machine.search("pa");
    machine.press("Enter");
    expect(machine.press("Escape")).toBe(true);
    expect([machine.text, machine.picked]).toEqual(["", null]);
    expect(machine.press("Escape")).toBe(false);
    expect(machine.press("a")).toBe(false);
  });
});

describe("a choice", () => {
  it("lives on while it is possible, also where the search hides it", async () => {
    const table = sit(offer(CARDS));
    table.machine.pick("bid 2");
    await table.machine.search("pass");
    expect(table.machine.picked?.label).toBe("Bid 2");
    table.sight = { ...table.sight, choices: offer(["Pass"]) };
    expect(table.machine.picked).toBeNull();
  });

  it("is gone when there is nothing to decide any more", async () => {
    const table = sit(offer(CARDS));
    await table.machine.search("bid");
    table.machine.pick("bid 2");
    table.sight = { ...table.sight, choices: null };
    table.machine.see();
    table.sight = { ...table.sight, choices: offer(CARDS) };
    expect([table.machine.text, table.machine.picked]).toEqual(["", null]);
  });

  it("is sent once, however often", async () => {
    const { machine, sent } = sit(offer(CARDS));
    machine.pick("pass");
    await Promise.all([machine.commit(), machine.commit()]);
    expect(sent).toEqual(["pass"]);
  });

  it("stays when it is refused", async () => {
    const table = sit(offer(CARDS));
    table.answer = { ok: false } as Answer;
    table.machine.pick("pass");
    await table.machine.commit();
    expect(table.machine.picked?.label).toBe("Pass");
    expect(table.machine.busy).toBe(false);
  });

  it("that lies on the table is named by its label, and may be changed", () => {
    const { machine, sent } = sit(offer(CARDS), { chosen: "bid 10" });
    expect(machine.chosen?.label).toBe("Bid 10");
    machine.pick("bid 1");
    machine.press("Enter");
    expect(sent).toEqual(["bid 1"]);
  });

  it("is not made by somebody who only looks on", () => {
    const { machine, sent } = sit(offer(CARDS), { live: false });
    machine.pick("pass");
    machine.press("Enter");
    expect(machine.found).toEqual([]);
    expect(sent).toEqual([]);
  });
});
