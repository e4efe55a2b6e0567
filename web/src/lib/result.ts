// The end of a game in one line.
import { list, t } from "./i18n.svelte";
import type { Outcome } from "./types";

export function headline(result: Outcome, names: string[], mine: number[]): string {
  const { winners } = result;
  if (winners.length === names.length) return t("result.draw");
  if (winners.some((seat) => mine.includes(seat)) && winners.length === 1 && mine.length === 1) return t("result.you_win");
  return t("result.wins", { count: winners.length, names: list(winners.map((seat) => names[seat] ?? "")) });
}
