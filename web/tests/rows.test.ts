// The lists of the start page: what waits for me comes first, with its day and its result.
import { describe, expect, it } from "vitest";
import { dayOf, endOf, inOrder } from "../src/app/rows";
import type { ListedTable } from "../src/lib/types";

const NOW = new Date(2026, 10, 16, 12, 0);
const at = (...when: [number, number, number, number, number]) => new Date(...when).getTime() / 1000;

function table(id: string, status: "open" | "playing" | "over", more: { created?: number; my_turn?: boolean; winners?: number[]; mine?: number[] } = {}): ListedTable {
  const result = more.winners ? { scores: [2, 0], winners: more.winners, reason: "" } : null;
  const info = { id, status, players: 2, created: more.created ?? 0, result };
  return { table: info, mine: more.mine ?? [0], my_turn: more.my_turn ?? false, waiting: [] } as unknown as ListedTable;
}

describe("my tables", () => {
  it("come in the order in which they want something of me", () => {
    const tables = [
      table("over", "over", { created: 9 }),
      table("open", "open"),
      table("old", "playing", { created: 1 }),
      table("new", "playing", { created: 2 }),
      table("due", "playing", { my_turn: true }),
    ];
    expect(inOrder(tables).map((one) => one.table.id)).toEqual(["due", "new", "old", "open", "over"]);
  });

  it("say how they ended for me", () => {
    expect(endOf(table("a", "playing"))).toBeNull();
    expect(endOf(table("a", "over", { winners: [0] }))).toBe("won");
    expect(endOf(table("a", "over", { winners: [1] }))).toBe("lost");
    expect(endOf(table("a", "over", { winners: [0, 1] }))).toBe("draw");
    expect(endOf(table("a", "over", { winners: [1], mine: [0, 1] }))).toBe("over");
    expect(endOf(table("a", "over", { winners: [1], mine: [] }))).toBe("over");
  });

  it.each([
    ["en", "today, 09:05", "yesterday, 23:59", "14 Nov", "31 Dec 2025"],
    ["de", "heute, 09:05", "gestern, 23:59", "14. Nov.", "31. Dez. 2025"],
    ["fr", "aujourd’hui, 09:05", "hier, 23:59", "14 nov.", "31 déc. 2025"],
  ])("have a day in %s", (language, today, yesterday, before, lastYear) => {
    const region = language === "en" ? "en-GB" : language;
    expect(dayOf(at(2026, 10, 16, 9, 5), region, NOW)).toBe(today);
    expect(dayOf(at(2026, 10, 15, 23, 59), region, NOW)).toBe(yesterday);
    expect(dayOf(at(2026, 10, 14, 8, 0), region, NOW)).toBe(before);
    expect(dayOf(at(2025, 11, 31, 8, 0), region, NOW)).toBe(lastYear);
  });
});
