// The badges: in every step of the round they say what choosing the card would do.
import { describe, expect, it } from "vitest";
import type { CardKind, CardSet } from "../../src/games/amul/cards";
import { badgesOf, lineOf, worthOf } from "../../src/games/amul/worth";
import { cardSet } from "./table";

const t = (key: string, values: Record<string, unknown> = {}) => [key.replace("amul.", ""), ...Object.values(values)].join(" ");
const kind = (more: Partial<CardKind>) => ({ id: "x", name: { en: "X" }, position: "table", effect: "none", score: [], ...more }) as CardKind;
const worth = worthOf([6, 2, 0, 0, 2, 1, 0, 1, 4]);
const said = (phase: "offer" | "pick" | "play" | "take", place: "hand" | "sight", position: CardKind["position"]) =>
  badgesOf(phase, place, kind({ position }), worth, t).map(({ text, tone }) => `${tone}: ${text}`);

describe("a badge", () => {
  it("says when offering what is given away; a card that counts only on the table gives nothing yet", () => {
    expect(said("offer", "hand", "hand")).toEqual(["give: badge.give 6"]);
    expect(said("offer", "hand", "table")).toEqual(["nil: badge.give 0"]);
  });

  it("says when picking what the card adds, and apart from it what is open", () => {
    expect(said("pick", "sight", "both")).toEqual(["plus: badge.card +6", "open: badge.open +2"]);
    expect(said("pick", "hand", "table")).toEqual(["nil: badge.not_yet"]);
  });

  it("says when playing what is lost, what stays, and what is won", () => {
    expect(said("play", "hand", "hand")).toEqual(["lost: badge.lost"]);
    expect(said("play", "hand", "both")).toEqual(["nil: badge.stays"]);
    expect(said("play", "hand", "table")).toEqual(["plus: badge.plain +6", "open: badge.open +2"]);
  });

  it("is not there where nothing is known", () => {
    expect(badgesOf("pick", "sight", kind({}), worthOf(undefined), t)).toEqual([]);
  });
});

describe("the line", () => {
  const set: CardSet = cardSet();
  const rule = { of: [], scope: "own", points: 0, table: [], step: 0, places: [], by: "name", then: 0, otherwise: 0 } as const;

  it("counts a set before and after", () => {
    const silver = kind({ score: [{ ...rule, of: [], table: [], places: [], rule: "set" }] });
    const row = worthOf([4, 0, 0, 0, 0, 3, 6, 3, 10]);
    expect(lineOf("pick", "sight", silver, row, set, "en", t)).toBe("line.set_more X 3 2 6 10");
  });

  it("says in the hand what a table card would bring, and what a hand card would lose", () => {
    expect(lineOf("offer", "hand", kind({}), worth, set, "en", t)).toBe("line.played 6");
    expect(lineOf("play", "hand", kind({ position: "hand" }), worth, set, "en", t)).toBe("line.lost −6");
  });

  it("names what other cards gain", () => {
    expect(lineOf("pick", "sight", kind({}), worth, set, "en", t)).toBe("line.others +2");
  });
});
