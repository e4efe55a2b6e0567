// What is particular about a seat now: a picture, and the text for it.
import type { TableInfo, Turn } from "./types";

export function standingOf(table: TableInfo, turn: Turn, present: string[], seat: number): { icon: string; words: string } | null {
  const info = table.seats[seat];
  if (!info) return null;
  if (info.forfeited) return { icon: "flag", words: "strip.forfeited" };
  if (info.kind === "person" && info.level) return { icon: "bot", words: "strip.bot_plays" };
  if (info.kind === "person" && info.person && !present.includes(info.person)) return { icon: "away", words: "strip.away" };
  if (turn.decided.includes(seat)) return { icon: "check", words: "strip.decided" };
  return null;
}
