// The interaction of Wampum's table: what cards, villages and keys mean, whatever the server says about them.
import { describe, expect, it } from "vitest";
import type { WampumBuild } from "../../src/games/wampum/generated";
import { primaryOf } from "../../src/games/wampum/words";
import { board, choices, place, seat, settled, sit } from "./table";

const speech = { t: (key: string) => key, names: [], goods: (letters: string) => letters };

describe("a bid", () => {
  it("is built from cards and a village, and sent as the server wrote it", async () => {
    const { machine, sent } = sit();
    machine.add("W");
    machine.add("C");
    machine.aimAt(2);
    await settled();
    expect(machine.picked).toBe("CW");
    expect(machine.left("C")).toBe(1);
    await machine.commit();
    expect(sent).toEqual(["bid 2 CW"]);
    expect([machine.picked, machine.aim]).toEqual(["", null]);
  });

  it("never takes more cards than the hand has", () => {
    const { machine } = sit();
    for (let n = 0; n < 4; n++) machine.add("F");
    expect(machine.picked).toBe("F");
    machine.add("S");
    expect(machine.picked).toBe("F");
  });

  it("gives cards back one by one", () => {
    const { machine } = sit();
    machine.add("C");
    machine.add("C");
    machine.takeBack("C");
    machine.takeBack("W");
    expect(machine.picked).toBe("C");
  });

  it("can be put back as a whole", () => {
    const { machine } = sit();
    machine.add("C");
    machine.add("W");
    machine.aimAt(2);
    machine.putBack();
    expect([machine.picked, machine.aim]).toEqual(["", null]);
  });

  it("names its effect on the button, and what it brings below", async () => {
    const { machine } = sit();
    machine.add("C");
    machine.aimAt(2);
    await settled();
    expect(primaryOf(machine, speech)).toEqual({ main: "wampum.do_bid", detail: "C · wampum.takes" });
  });

  it("is not ready before the server has spoken about exactly these cards", async () => {
    const table = sit();
    const answers = new Map<string, (said: WampumBuild | null) => void>();
    table.word = (letters) => new Promise((resolve) => answers.set(letters, resolve));
    const say = (letters: string) => answers.get(letters)?.({ game: "wampum", build: letters, held: true, places: [place(1)], move: null, missing: 0 });
    table.machine.add("C");
    table.machine.add("F");
    table.machine.aimAt(1);
    say("CF");
    await settled();
    expect(table.machine.move).toBe("at 1");
    table.machine.add("W");
    expect(table.machine.move).toBeNull();
    say("C");
    await settled();
    expect(table.machine.places).toEqual([place(1)]);
    expect(primaryOf(table.machine, speech)?.main).toBe("wampum.thinking");
  });

  it("goes only where the server allows it", async () => {
    const table = sit();
    table.word = (letters) =>
      Promise.resolve({ game: "wampum", build: letters, held: true, places: [place(1), place(2, { allowed: false, smallest: 4 })], move: null, missing: 0 });
    table.machine.add("C");
    table.machine.aimAt(2);
    await settled();
    expect(primaryOf(table.machine, speech)?.main).toBe("wampum.needs");
    await table.machine.commit();
    expect(table.sent).toEqual([]);
  });

  it("asks first where moves are confirmed, and forgets that it asked when something changes", async () => {
    const { machine, sent } = sit({ confirm: true });
    machine.add("C");
    machine.aimAt(1);
    await settled();
    await machine.commit();
    expect(primaryOf(machine, speech)?.main).toBe("frame.really");
    machine.aimAt(3);
    expect(machine.sure).toBe(false);
    await machine.commit();
    await machine.commit();
    expect(sent).toEqual(["bid 3 C"]);
  });

  it("is sent once, however often the button is pressed", async () => {
    const { machine, sent } = sit();
    machine.add("C");
    machine.aimAt(1);
    await settled();
    await Promise.all([machine.commit(), machine.commit()]);
    expect(sent).toHaveLength(1);
  });

  it("stays when it is refused", async () => {
    const table = sit();
    table.answer = { ...table.answer, ok: false };
    table.machine.add("C");
    table.machine.aimAt(1);
    await settled();
    await table.machine.commit();
    expect([table.machine.picked, table.machine.aim, table.machine.sending]).toEqual(["C", 1, false]);
  });

  it("is not made by somebody who only looks on", () => {
    const { machine, asked } = sit({ live: false });
    machine.add("C");
    machine.aimAt(1);
    expect([machine.picked, machine.aim, machine.verb]).toEqual(["", null, null]);
    expect(asked).toEqual([]);
  });
});

describe("the keyboard", () => {
  it("takes letters for cards, with Shift back, and digits for villages", () => {
    const { machine } = sit();
    machine.press("c", false);
    machine.press("f", false);
    machine.press("C", true);
    machine.press("3", false);
    machine.press("x", false);
    expect([machine.picked, machine.aim]).toEqual(["F", 3]);
  });

  it("knows no village that is not there", () => {
    const { machine } = sit();
    machine.press("4", false);
    machine.press("0", false);
    expect(machine.aim).toBeNull();
  });
});

describe("an unfinished choice", () => {
  it("outlives a reload", async () => {
    const table = sit();
    table.machine.add("C");
    table.machine.aimAt(2);
    await table.reload();
    expect([table.machine.picked, table.machine.aim]).toEqual(["C", 2]);
    expect(table.machine.move).toBe("bid 2 C");
  });

  it("is forgotten once it was sent", async () => {
    const table = sit();
    table.machine.add("C");
    table.machine.aimAt(2);
    await settled();
    await table.machine.commit();
    expect(table.stored.size).toBe(0);
  });

  it("does not come back in another turn", async () => {
    const table = sit();
    table.machine.add("C");
    await table.look({ choices: null, decision: "second" });
    await table.look({ choices: choices("bid"), decision: "third" });
    expect([table.machine.picked, table.machine.aim]).toEqual(["", null]);
  });

  it("stays while others choose at the same time", async () => {
    const table = sit({ choices: choices("discard", { count: 2 }) });
    table.machine.add("C");
    await table.look({ decision: "second" });
    expect(table.machine.picked).toBe("C");
    await table.reload();
    expect(table.machine.picked).toBe("C");
  });
});

describe("a displaced trader", () => {
  it("takes the whole bid to one of the villages that the server names", async () => {
    const displaced = board({ seats: [seat(0, { hand: "W", bid: "CC", bid_size: 2 }), seat(1), seat(2)] });
    const table = sit({ board: displaced, choices: choices("go", { hand: "W", places: [place(1, { allowed: false, smallest: 3 }), place(3, { move: "go 3" })] }) });
    expect(primaryOf(table.machine, speech)?.main).toBe("wampum.choose_other");
    table.machine.add("W");
    expect(table.machine.picked).toBe("");
    table.machine.aimAt(1);
    expect(table.machine.move).toBeNull();
    table.machine.aimAt(3);
    await table.machine.commit();
    expect(table.sent).toEqual(["go 3"]);
    expect(table.asked).toEqual([]);
  });
});

describe("a discard", () => {
  const word = (done: string) => (letters: string) =>
    Promise.resolve({ game: "wampum" as const, build: letters, held: true, places: [], move: letters === done ? `discard ${letters}` : null, missing: 0 });

  it("is ready when the server says so, and needs no village", async () => {
    const table = sit({ choices: choices("discard", { count: 2 }) });
    table.word = word("CF");
    table.machine.add("C");
    table.machine.aimAt(1);
    await settled();
    expect(primaryOf(table.machine, speech)?.main).toBe("wampum.discard_more");
    table.machine.add("F");
    await settled();
    await table.machine.commit();
    expect(table.sent).toEqual(["discard CF"]);
    expect(table.machine.aim).toBeNull();
  });

  it("can be chosen again while others are missing", async () => {
    const table = sit({ choices: null, chosen: "discard CF", revised: choices("discard", { count: 2 }) });
    table.word = word("CW");
    expect([table.machine.mayChange, table.machine.verb]).toEqual([true, null]);
    table.machine.chooseAgain();
    expect([table.machine.mayChange, table.machine.verb]).toEqual([false, "discard"]);
    table.machine.add("C");
    table.machine.add("W");
    await settled();
    await table.machine.commit();
    expect(table.sent).toEqual(["discard CW"]);
    expect(table.machine.mayChange).toBe(true);
  });
});
