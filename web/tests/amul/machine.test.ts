// The interaction of Amul's table: what cards and keys mean, whatever the server offers.
import { describe, expect, it } from "vitest";
import { inPlaces } from "../../src/games/amul/machine.svelte";
import { ordered, relationOf } from "../../src/games/amul/round";
import { primaryOf, sayingOf } from "../../src/games/amul/words";
import { board, cardSet, choices, entry, seat, sit } from "./table";

const t = (key: string) => key;

describe("a card of the hand", () => {
  it("is chosen, then sent as the server wrote it", async () => {
    const { machine, sent } = sit({ choices: choices("offer", "tea", "silk") });
    expect(machine.source).toBe("hand");
    machine.pick("hand silk 0", false);
    expect(machine.move?.move).toBe("offer silk");
    await machine.commit();
    expect(sent).toEqual(["offer silk"]);
    expect(machine.selection).toBeNull();
  });

  it("keeps its place: a new one comes where one has left", () => {
    expect(inPlaces([], ["tea", "silk", "jade"])).toEqual(["tea", "silk", "jade"]);
    expect(inPlaces(["tea", "silk", "jade"], ["jade", "tea"])).toEqual(["tea", null, "jade"]);
    expect(inPlaces(["tea", null, "jade"], ["gold", "jade", "silver", "tea"])).toEqual(["tea", "gold", "jade", "silver"]);
  });

  it("is one of two of its kind", () => {
    const { machine } = sit({ choices: choices("offer", "tea", "silk") });
    machine.pick("hand tea 1", false);
    expect(machine.hand.map(({ key, selected }) => [key, selected])).toEqual([
      ["hand tea 0", false],
      ["hand silk 0", false],
      ["hand tea 1", true],
    ]);
  });

  it("cannot be chosen unless the server offers it", () => {
    const { machine } = sit({ choices: choices("offer", "tea") });
    machine.pick("hand silk 0", false);
    expect(machine.selection).toBeNull();
    expect(machine.hand.map(({ choosable, faded }) => [choosable, faded])).toEqual([[true, false], [false, true], [true, false]]);
  });

  it("is sent by the second press of a key, never by a second tap", () => {
    const { machine, sent } = sit({ choices: choices("play", "tea 3") });
    machine.pick("hand tea 0", false);
    machine.pick("hand tea 0", false);
    expect(sent).toEqual([]);
    machine.pick("hand tea 0", true);
    expect(sent).toEqual(["play tea"]);
  });

  it("is not chosen by somebody who only looks on", () => {
    const { machine } = sit({ choices: choices("offer", "tea"), live: false });
    machine.pick("hand tea 0", false);
    expect([machine.selection, machine.source, machine.moves]).toEqual([null, null, []]);
  });
});

describe("a choice under way", () => {
  it("lives on while it is possible, and not a round longer", () => {
    const table = sit({ choices: choices("offer", "tea", "silk") });
    table.machine.pick("hand silk 0", false);
    table.sight = { ...table.sight, choices: choices("offer", "silk") };
    expect(table.machine.selection?.card).toBe("silk");
    table.sight = { ...table.sight, board: board({ round: 2 }) };
    expect(table.machine.selection).toBeNull();
  });

  it("stays when it is refused", async () => {
    const table = sit({ choices: choices("offer", "tea") });
    table.answer = { ...table.answer, ok: false };
    table.machine.pick("hand tea 0", false);
    await table.machine.commit();
    expect([table.machine.selection?.card, table.machine.busy]).toEqual(["tea", false]);
  });

  it("made before the answer came is kept", async () => {
    const table = sit({ choices: choices("offer", "tea", "silk") });
    table.machine.pick("hand tea 0", false);
    table.meanwhile = () => table.machine.pick("hand silk 0", false);
    await table.machine.commit();
    expect(table.machine.selection?.card).toBe("silk");
  });

  it("is sent once, however often", async () => {
    const { machine, sent } = sit({ choices: choices("offer", "tea") });
    machine.pick("hand tea 0", false);
    await Promise.all([machine.commit(), machine.commit()]);
    expect(sent).toEqual(["offer tea"]);
  });
});

describe("the own simultaneous choice", () => {
  const hidden = board({ seats: [seat(0, { hand: ["silk"], hand_size: 1, has_chosen: true }), seat(1), seat(2)] });

  it("is shown in the hand, and may be changed", () => {
    const { machine } = sit({ board: hidden, choices: choices("play", "tea", "silk"), chosen: "play tea" });
    expect(machine.hand.map(({ card, isChosen, selected }) => [card, isChosen, selected])).toEqual([["silk", false, false], ["tea", true, true]]);
    expect(primaryOf(machine, hidden, null, "en", t)?.label).toBe("amul.chosen");
    machine.pick("hand silk 0", false);
    expect(machine.hand.map(({ selected }) => selected)).toEqual([true, false]);
    expect(machine.move?.move).toBe("play silk");
  });
});

describe("the market, the palace and the bazaar", () => {
  const market = [{ card: "tea", offered_by: 1 }, { card: "silk", offered_by: null }];
  const seats = [seat(0, { hand: [], offered: "jade" }), seat(1, { offered: "tea" }), seat(2, { offered: "gold" })];

  it("are chosen from where the server offers picks, stall by stall", () => {
    const { machine } = sit({ board: board({ phase: "pick", market, seats }), choices: choices("pick", "tea", "silk"), log: [entry({ what: "picked", seat: 2, card: "jade" }, { what: "picked", seat: 1, card: "gold" })] });
    expect(machine.source).toBe("market");
    expect(machine.stalls.map(({ card, by, taker }) => [card, by, taker])).toEqual([["silk", null, null], ["jade", 0, 2], ["tea", 1, null], ["gold", 2, 1]]);
    expect(machine.market.map(({ card, index }) => [card, index])).toEqual([["silk", 1], ["tea", 2]]);
    machine.pick("hand tea 0", false);
    expect(machine.selection).toBeNull();
  });

  it("keep their stalls while offers come, and show none before they are turned up", () => {
    const offering = board({ market: [{ card: "silk", offered_by: null }], seats: seats.map((one) => ({ ...one, has_chosen: one.seat === 2 })) });
    const { machine } = sit({ board: offering, seat: 1 });
    expect(machine.stalls.map(({ key, card, down }) => [key, card, down])).toEqual([["deck 0", "silk", false], ["seat 1", null, false], ["seat 2", null, true], ["seat 0", null, false]]);
  });

  it("are taken from as the played card says, or not at all", async () => {
    const played = board({ phase: "take", palace: ["jade"], in_sight: { jade: [4, 0, 2, 0, 0, 1, 0] }, seats: [seat(0, { hand: [], played: "envoy.C" }), seat(1), seat(2)] });
    const set = cardSet({ id: "envoy", effect: "palace" }, { id: "jade", position: "hand" });
    const { machine, sent } = sit({ board: played, set, choices: choices("take", "jade 4", "nothing") });
    expect([machine.source, machine.mayDecline]).toEqual(["palace", true]);
    machine.pick("palace jade 0", false);
    const says = (key: string, values?: Record<string, unknown>) => `${key} ${String(values?.["points"] ?? "")}`.trim();
    expect(primaryOf(machine, played, set, "en", says)).toEqual({ label: "amul.do.take", effect: "amul.effect.take +4 · amul.effect.open +2", bad: false });
    machine.decline();
    expect(primaryOf(machine, played, set, "en", t)?.label).toBe("amul.do.nothing");
    await machine.commit();
    expect(sent).toEqual(["take nothing"]);
  });

  it("carry the chance that a bot gives them", () => {
    const hints = [{ move: "pick tea", value: 0.456, told: { what: "picked", seat: 0, card: "tea" } }];
    const { machine } = sit({ board: board({ phase: "pick", market, seats }), choices: choices("pick", "tea", "silk"), hints });
    expect(machine.market.find(({ card }) => card === "tea")?.chance).toBe(46);
    expect(machine.market.find(({ card }) => card === "silk")?.chance).toBeNull();
  });
});

describe("with everybody's eyes", () => {
  it("an offer is seen where it lies before it is turned up; a spectator sees its back", () => {
    const laid = (chosen: string | null) => board({ phase: "offer", market: [], seats: [seat(0, { has_chosen: true, chosen }), seat(1), seat(2)] });
    const stallOf = (chosen: string | null, eyes: number) => sit({ board: laid(chosen), seat: eyes, live: false }).machine.stalls.find(({ by }) => by === 0);
    expect(stallOf("silk", -1)).toMatchObject({ card: "silk", down: false, taker: null });
    expect(stallOf(null, -1)).toMatchObject({ card: null, down: true });
  });
});

describe("the keyboard", () => {
  it("chooses by digit among what can be chosen", () => {
    const { machine } = sit({ choices: choices("offer", "silk") });
    expect(machine.press("2")).toBe(false);
    expect(machine.press("1")).toBe(true);
    expect(machine.selection?.card).toBe("silk");
    expect(machine.press("x")).toBe(false);
  });
});

describe("the words", () => {
  it("say in red that a card which counts in the hand is lost on the table, and what it would have been worth", () => {
    const set = cardSet({ id: "tea", position: "hand", name: { en: "Tea" } });
    const playing = board({ phase: "play", held: { tea: [6, 0, 0, 0, 0, 1, 0] } });
    const { machine } = sit({ board: playing, set, choices: choices("play", "tea 6") });
    machine.pick("hand tea 0", false);
    const says = (key: string, values?: Record<string, unknown>) => `${key} ${String(values?.["points"] ?? "")}`.trim();
    expect(primaryOf(machine, playing, set, "en", says)).toEqual({ label: "amul.do.play", effect: "amul.effect.lost −6", bad: true });
  });

  it("name those who are waited for", () => {
    const { machine } = sit();
    const says = (key: string, values?: Record<string, unknown>) => `${key} ${String(values?.["names"])}`;
    expect(sayingOf(machine, board(), ["Ada", "Ben"], "Ben", null, "en", says).now).toBe("amul.waiting Ben");
  });
});

describe("around the table", () => {
  it("the own area comes first, then the neighbours, then everybody else", () => {
    expect(ordered(4, 5)).toEqual([4, 0, 3, 1, 2]);
    expect(ordered(-1, 3)).toEqual([0, 1, 2]);
    expect([0, 3, 4, 1].map((one) => relationOf(one, 4, 5))).toEqual(["left", "right", "you", null]);
    expect(relationOf(0, -1, 5)).toBeNull();
  });
});
