// The interaction of Wigwam's table: what a point, a key and a drop mean, whatever the server offers.
import { describe, expect, it } from "vitest";
import { Dragging } from "../../src/games/wigwam/dragging.svelte";
import { rowOf } from "../../src/games/wigwam/beside";
import { primaryOf, lineOf } from "../../src/games/wigwam/words";
import { BASE, board, capture, check, huff, pieces, place, sit, step } from "./table";

describe("a step", () => {
  const moves = [step("d3", "d4"), step("d3", "e3"), step("c2", "c3")];
  const standing = pieces("d3", "c2", "d2 0 tent", "d5 1");

  it("shows where the chosen piece may go, and is sent when the target is chosen", () => {
    const { machine, sent } = sit({ board: board(standing) }, moves);
    machine.choose("d3");
    expect([...machine.marks]).toEqual([["d4", "target"], ["e3", "target"]]);
    machine.choose("e3");
    expect(sent).toEqual(["d3-e3"]);
  });

  it("can be put down again by choosing the piece once more, with Escape, or by choosing another one", () => {
    const { machine } = sit({ board: board(standing) }, moves);
    machine.choose("d3");
    machine.choose("d3");
    expect(machine.source).toBeNull();
    machine.choose("d3");
    machine.press("Escape", "d3");
    expect(machine.begun).toBe(false);
    machine.choose("d3");
    machine.choose("c2");
    expect(machine.source).toBe("c2");
  });

  it("of a piece without a move is explained", () => {
    const { machine } = sit({ board: board(standing) }, moves);
    machine.choose("d2");
    expect(machine.note?.key).toBe("wigwam.cannot_move");
    machine.choose("d3");
    expect(machine.note).toBeNull();
  });

  it("of the wrong piece is explained where a capture is owed", () => {
    const { machine } = sit({ board: board(standing, { must_capture: true }) }, [capture("c2xd3-e3")]);
    machine.choose("d3");
    expect(machine.note?.key).toBe("wigwam.must_capture_other");
  });

  it("waits for the button where moves are confirmed", () => {
    const { machine, sent } = sit({ board: board(standing), confirm: true }, moves);
    machine.choose("d3");
    machine.choose("d4");
    expect(sent).toEqual([]);
    expect(primaryOf(machine)).toEqual({ say: { key: "wigwam.do.step", values: { from: "d3", to: "d4" }, kind: "warrior" }, move: "d3-d4" });
    machine.stepBack();
    expect(machine.staged).toBeNull();
  });

  it("is kept as long as it is possible, and gone when it is not", () => {
    const table = sit({ board: board(standing) }, moves);
    table.machine.choose("d3");
    table.sight = { ...table.sight, moves: 1 };
    expect(table.machine.source).toBe("d3");
    table.sight = { ...table.sight, choices: { ...table.sight.choices!, moves: [step("c2", "c3")] } };
    expect(table.machine.source).toBeNull();
  });

  it("is not made by somebody who only looks on", () => {
    const { machine, sent } = sit({ board: board(standing), live: false }, moves);
    machine.choose("d3");
    machine.choose("d4");
    expect(sent).toEqual([]);
  });

  it("is sent once, however often the target is chosen", () => {
    const { machine, sent } = sit({ board: board(standing) }, moves);
    machine.choose("d3");
    machine.choose("d4");
    machine.choose("d4");
    expect(sent).toEqual(["d3-d4"]);
  });

  it("that was refused can be made differently", async () => {
    const table = sit({ board: board(standing) }, moves);
    table.answer = { ok: false } as typeof table.answer;
    table.machine.choose("d3");
    table.machine.choose("d4");
    await Promise.resolve().then(() => {});
    await new Promise((done) => setTimeout(done));
    expect(table.machine.busy).toBe(false);
    expect(table.machine.source).toBe("d3");
  });
});

describe("a capture", () => {
  const moves = ["c1xc2-c3", "c1xc2-c3xd4-e4", "c1xc2-c3xd4-e4xf3-g2", "c1xc2-c3xd4-e4xe5-e6"].map(capture);
  const standing = pieces("c1", "d1 0 chief", "c2 1", "d4 1", "f3 1", "e5 1");

  it("is built jump by jump: the piece goes on, victims are lifted, further jumps are offered", () => {
    const { machine, sent } = sit({ board: board(standing, { capturers: ["c1"], must_capture: true }) }, moves);
    machine.choose("c1");
    expect([...machine.marks]).toEqual([["c2", "victim"], ["c3", "target"]]);
    machine.choose("c3");
    machine.choose("e4");
    expect(machine.route).toEqual(["c1", "c2", "c3", "d4", "e4"]);
    expect(machine.actors.find((actor) => actor.id === "c1")).toMatchObject({ point: "e4", route: ["c3", "d4", "e4"] });
    expect(machine.actors.filter((actor) => actor.lifted).map((actor) => actor.point)).toEqual(["c2", "d4"]);
    expect(machine.offered).toEqual([{ victim: "f3", landing: "g2" }, { victim: "e5", landing: "e6" }]);
    expect(lineOf(machine, [], "")).toEqual({ key: "wigwam.go_on", values: { count: 2 } });
    expect(primaryOf(machine)).toEqual({ say: { key: "wigwam.do.capture", values: { count: 2, to: "e4" } }, move: "c1xc2-c3xd4-e4" });
    expect(sent).toEqual([]);
  });

  it("is sent by itself when nothing is left to decide", () => {
    const { machine, sent } = sit({ board: board(standing) }, moves);
    for (const point of ["c1", "c3", "e4", "g2"]) machine.choose(point);
    expect(sent).toEqual(["c1xc2-c3xd4-e4xf3-g2"]);
  });

  it("is taken back jump by jump", () => {
    const { machine } = sit({ board: board(standing) }, moves);
    for (const point of ["c1", "c3", "e4"]) machine.choose(point);
    machine.press("Backspace", "e4");
    expect(machine.reached).toBe("c3");
    expect(machine.actors.find((actor) => actor.id === "c1")?.route).toEqual(["e4", "d4", "c3"]);
    machine.press("Backspace", "e4");
    expect(machine.reached).toBe("c1");
    machine.press("Backspace", "e4");
    expect(machine.source).toBeNull();
  });

  it("asks which piece is meant where two jumps end on one point, and where a bent jump lands", () => {
    const bent = [capture("d1xd2-d3"), capture("d1xd2-e2"), capture("d1xe1-e2")];
    const { machine, sent } = sit({ board: board(pieces("d1 0 chief", "d2 1", "e1 1")) }, bent);
    machine.choose("d1");
    machine.choose("e2");
    expect(machine.note?.key).toBe("wigwam.which_victim");
    machine.choose("e1");
    expect(sent).toEqual(["d1xe1-e2"]);
    const other = sit({ board: board(pieces("d1 0 chief", "d2 1", "e1 1")) }, bent).machine;
    other.choose("d1");
    other.choose("d2");
    expect(other.note?.key).toBe("wigwam.which_landing");
    expect(other.offered.map((jump) => jump.landing)).toEqual(["d3", "e2"]);
  });

  it("says that it has to go on where it may not end", () => {
    const { machine } = sit({ board: board(standing) }, moves.slice(1, 2));
    machine.choose("c1");
    machine.choose("c3");
    expect(lineOf(machine, [], "")?.key).toBe("wigwam.must_go_on");
    expect(primaryOf(machine).move).toBeUndefined();
  });

  it("lays its victims pale into the row of their owner until it is sent", () => {
    const { machine } = sit({ board: board(standing) }, moves);
    machine.choose("c1");
    machine.choose("c3");
    expect(rowOf(machine, 1)).toEqual([{ kind: "warrior", pale: true }]);
    expect(rowOf(machine, 0)).toEqual([]);
  });

  it("that is owed is said in words", () => {
    const { machine } = sit({ board: board(standing, { must_capture: true, capturers: ["c1"] }) }, moves);
    expect(lineOf(machine, [], "")?.key).toBe("wigwam.must_capture");
    expect(machine.capturers).toEqual(["c1"]);
  });
});

describe("a huff", () => {
  it("is chosen on the board and waits for the button", () => {
    const { machine, sent } = sit({ board: board(pieces("c1", "d5 1")) }, [huff("d5"), step("c1", "c2")]);
    expect(machine.marks.get("d5")).toBe("huff");
    machine.choose("d5");
    expect(sent).toEqual([]);
    expect(primaryOf(machine)).toEqual({ say: { key: "wigwam.do.huff", values: { from: "d5", to: "" }, kind: "warrior" }, move: "huff d5" });
    machine.choose("c1");
    machine.choose("c2");
    expect(sent).toEqual(["c1-c2"]);
  });
});

describe("placing in turns", () => {
  const off_board = [{ seat: 0, warriors: 2, chiefs: 1, tents: 1 }, { seat: 1, warriors: 2, chiefs: 1, tents: 1 }];
  const setup = board([], { stage: "setup", setup: "alternate", off_board });
  const moves = ["W", "C", "T"].flatMap((letter) => BASE.map((point) => place(letter, point)));

  it("places the kind in hand, however often it was chosen", () => {
    const { machine, sent } = sit({ board: setup }, moves);
    machine.takeInHand("tent");
    machine.takeInHand("tent");
    expect(machine.hand).toBe("tent");
    machine.choose("d1");
    expect(sent).toEqual(["T@d1"]);
  });

  it("always shows what is in hand; a kind that is used up gives way to the next, in sight", () => {
    const table = sit({ board: setup }, moves);
    expect(table.machine.hand).toBe("warrior");
    table.machine.takeInHand("chief");
    table.sight = { ...table.sight, board: { ...setup, off_board: [{ seat: 0, warriors: 2, chiefs: 0, tents: 1 }] } };
    expect(table.machine.hand).toBe("warrior");
    table.machine.takeInHand("chief");
    expect(table.machine.note?.key).toBe("wigwam.none_left.chief");
  });

  it("explains a point that is taken, and one outside the base", () => {
    const { machine, sent } = sit({ board: setup }, moves.filter((move) => move.point !== "d1"));
    machine.choose("d1");
    expect(machine.note?.key).toBe("wigwam.taken");
    machine.choose("g4");
    expect(machine.note?.key).toBe("wigwam.only_base");
    expect(sent).toEqual([]);
  });

  it("takes kinds by their number or letter", () => {
    const { machine } = sit({ board: setup }, moves);
    expect(machine.press("2", "d1")).toBe(true);
    expect(machine.hand).toBe("chief");
    machine.press("t", "d1");
    expect(machine.hand).toBe("tent");
    expect(machine.press("x", "d1")).toBe(false);
  });

  it("takes a piece that is dragged from the shelf", () => {
    const { machine, sent } = sit({ board: setup }, moves);
    const dragging = new Dragging(machine);
    dragging.grabFromShelf("chief", 0, 0);
    dragging.to(3, 3);
    expect(dragging.now?.moved).toBe(false);
    dragging.to(30, 3);
    dragging.drop("d1");
    expect(sent).toEqual(["C@d1"]);
  });
});

describe("a hidden set-up", () => {
  const choices = { game: "wigwam" as const, verb: "setup" as const, moves: [], base: BASE, army: { W: 2, C: 1, T: 1 }, presets: [] };
  const setup = board([], { stage: "setup", setup: "hidden" });

  it("is arranged point by point and sent when the server finds it complete", async () => {
    const { machine, sent } = sit({ board: setup, choices });
    machine.takeInHand("chief");
    machine.choose("d1");
    expect(machine.hand).toBe("warrior");
    machine.choose("c1");
    machine.choose("d2");
    expect(primaryOf(machine).say).toEqual({ key: "wigwam.missing", values: { count: 1 } });
    machine.choose("e1");
    await machine.arrangement.check(check);
    expect(primaryOf(machine)).toEqual({ say: { key: "wigwam.commit_setup" }, move: "setup CWWT" });
    await machine.commit("setup CWWT");
    expect(sent).toEqual(["setup CWWT"]);
  });

  it("lets two points exchange their pieces, and takes a piece back that is chosen twice", () => {
    const { machine } = sit({ board: setup, choices });
    machine.arrangement.take("CWWT");
    machine.choose("d1");
    machine.choose("e1");
    expect(machine.arrangement.now).toBe("TWWC");
    machine.choose("c1");
    machine.choose("c1");
    expect(machine.arrangement.now).toBe("T.WC");
    machine.press("Delete", "d2");
    expect(machine.arrangement.now).toBe("T..C");
  });

  it("hears no answer to an older question", async () => {
    const { machine } = sit({ board: setup, choices });
    machine.arrangement.take("CWWT");
    let answer = () => {};
    const late = machine.arrangement.check((letters) => new Promise((done) => (answer = () => void check(letters).then(done))));
    machine.arrangement.take("TWWC");
    answer();
    await late;
    expect(machine.arrangement.built).toBeNull();
  });

  it("can be changed until the other is ready", () => {
    const { machine } = sit({ board: setup, choices, chosen: "setup CWWT" });
    expect(machine.arrangement.committed).toBe(true);
    expect(primaryOf(machine).say.key).toBe("wigwam.arranged");
    machine.choose("d1");
    machine.choose("e1");
    expect(machine.arrangement.committed).toBe(false);
  });
});

describe("hands and keys", () => {
  const moves = [step("d3", "d4"), step("d3", "e3")];
  const standing = pieces("d3", "c2");

  it("drop a piece on its target; the click that follows on the way back means nothing", () => {
    const { machine, sent } = sit({ board: board(standing) }, moves);
    const dragging = new Dragging(machine);
    dragging.grab("d3", 0, 0);
    dragging.to(20, 0);
    expect(machine.marks.size).toBe(2);
    dragging.drop("d3");
    machine.choose("d3");
    expect(machine.source).toBe("d3");
    dragging.grab("d3", 0, 0);
    dragging.to(20, 0);
    dragging.drop("d4");
    expect(sent).toEqual(["d3-d4"]);
    expect(machine.actors.find((actor) => actor.id === "d3")?.point).toBe("d4");
  });

  it("cannot lift what may not move", () => {
    const { machine } = sit({ board: board(standing) }, moves);
    const dragging = new Dragging(machine);
    dragging.grab("c2", 0, 0);
    expect(dragging.now).toBeNull();
  });

  it("walk from point to point and stay on their line", () => {
    const places = [["d3", 0, 1], ["d4", 0, 0], ["d5", 0, -1], ["c3", -0.87, 0.5], ["e3", 0.87, 0.5]].map(([point, x, y]) => ({ point: String(point), x: Number(x), y: Number(y) }));
    const { machine } = sit({ board: board(standing) }, moves);
    expect(machine.walk("ArrowUp", "d3", places)).toBe("d4");
    expect(machine.walk("ArrowUp", "d4", places)).toBe("d5");
    expect(machine.walk("Tab", "d5", places)).toBeNull();
    expect(machine.cursor).toBe("d5");
  });
});
