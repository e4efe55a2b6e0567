// Tables of a list: which comes first, since when it is there, and how it ended for whoever looks.
import type { ListedTable } from "../lib/types";

export type End = "won" | "lost" | "draw" | "over";

/** What waits for me, then what goes on, then what waits for players, then what is over; of the same kind the latest first. */
export function inOrder(tables: readonly ListedTable[]): ListedTable[] {
  const rank = (one: ListedTable) => (one.my_turn ? 0 : one.table.status === "playing" ? 1 : one.table.status === "open" ? 2 : 3);
  return [...tables].sort((a, b) => rank(a) - rank(b) || b.table.created - a.table.created);
}

/** How it ended for the seats of whoever looks; none: it goes on. "over": it has ended, and nothing can be said for them. */
export function endOf({ table, mine }: ListedTable): End | null {
  if (table.status !== "over") return null;
  const winners = table.result?.winners ?? [];
  if (!winners.length || mine.length !== 1) return "over";
  if (winners.length === table.players) return "draw";
  return winners.includes(mine[0]!) ? "won" : "lost";
}

/** "today, 19:42", "yesterday, 08:10", then "13 Nov". Seconds since 1970. */
export function dayOf(seconds: number, language: string, now = new Date()): string {
  const then = new Date(seconds * 1000);
  const days = Math.round((midnight(then) - midnight(now)) / 86_400_000);
  if (days < -1) {
    const year = then.getFullYear() === now.getFullYear() ? undefined : "numeric";
    return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year }).format(then);
  }
  const time = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" }).format(then);
  return `${new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.min(0, days), "day")}, ${time}`;
}

function midnight(day: Date): number {
  return Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
}
