// How happenings become sentences; that they are the server's own is tested beside the games.
import { describe, expect, it } from "vitest";
import { reason, sentence, several, wish, type GameWords, type Teller } from "../src/lib/telling";

const TEXTS: GameWords = {
  story: {
    drew: { card: { known: "{seat} draws {card}.", hidden: "{seat} draws a card." } },
    went: { how: { home: "{seat} goes home.", away: "{seat} leaves with {by}." } },
    paid: { one: "{seat} pays {count} coin.", few: "{seat} pays {count} coins or so.", other: "{seat} pays {count} coins." },
    sold: "{seat} sells {goods} to {buyers}.",
    won: { seat: { some: "{seat} wins.", none: "Nobody wins." } },
  },
  say: { sold: "{goods} to sell" },
  why: { paid: { one: "costs {seat} {count} coin", other: "costs {seat} {count} coins" } },
  words: { good: { S: "salt", T: "tea" } },
  options: {},
  kinds: {
    drew: { seat: "seat", card: "card" },
    went: { seat: "seat", how: "way", by: "vehicle" },
    paid: { seat: "seat", count: "number" },
    sold: { seat: "seat", goods: "letters:good", buyers: "seat" },
    won: { seat: "seat" },
  },
  nothing: "nothing",
  several: "{count} {name}",
};

function teller(language = "en", more: Partial<Teller> = {}): Teller {
  return { language, texts: TEXTS, names: ["Ada", "Ben", "Eve"], ...more };
}

const drew = { what: "drew", seat: 0, card: "ace" };
const sold = { what: "sold", seat: 2, goods: "SST", buyers: [0, 1] };

describe("a sentence", () => {
  it("names a secret only where it is known and nobody reads along", () => {
    expect(sentence(drew, teller())).toBe("Ada draws ace.");
    expect(sentence({ what: "drew", seat: 1 } as typeof drew, teller())).toBe("Ben draws a card.");
    expect(sentence(drew, teller("en", { shared: true }))).toBe("Ada draws a card.");
  });

  it("is chosen by a field", () => {
    const went = { what: "went", seat: 1, how: "away", by: "canoe" };
    expect(sentence(went, teller())).toBe("Ben leaves with canoe.");
    expect(sentence({ ...went, how: "home" } as typeof went, teller("en", { shared: true }))).toBe("Ben goes home.");
  });

  it("says that there is nobody where everybody sees it, also when others read along", () => {
    expect(sentence({ what: "won", seat: 0 } as { what: string }, teller("en", { shared: true }))).toBe("Ada wins.");
    expect(sentence({ what: "won" }, teller())).toBe("Nobody wins.");
  });

  it("takes the plural of its language, and English where nobody has described that language", () => {
    const paid = (count: number) => ({ what: "paid", seat: 0, count });
    expect(sentence(paid(3), teller("pl"))).toBe("Ada pays 3 coins or so.");
    expect(sentence(paid(0), teller("fr"))).toBe("Ada pays 0 coin.");
    expect(sentence(paid(1), teller("qya"))).toBe("Ada pays 1 coin.");
  });

  it("counts letters, lists names and asks the game for its own words", () => {
    expect(sentence(sold, teller("de"))).toBe("Eve sells 2 salt und tea to Ada und Ben.");
    const word = (kind: string, value: string) => (kind === "good" && value === "S" ? "sea salt" : undefined);
    expect(wish(sold, teller("en", { word }))).toBe("2 sea salt and tea to sell");
    expect(several("", "good", teller())).toBe("nothing");
  });

  it("says a reason as part of a sentence", () => {
    expect(reason({ what: "paid", seat: 1, count: 2 } as { what: string }, teller())).toBe("costs Ben 2 coins");
  });

  it("leaves names alone, whatever they look like", () => {
    expect(sentence(drew, teller("en", { names: ["{card} $&"] }))).toBe("{card} $& draws ace.");
  });
});
