// Sitting down with bots at once: one of their levels, or beginners and a coach.
import { api } from "../lib/api";
import { usualPlayers } from "../lib/games.svelte";
import { prefs } from "../lib/prefs.svelte";
import type { GameInfo, GameName, Level, SeatWish, TableInfo } from "../lib/types";

export const COACH = "coach";
export type Choice = Level | typeof COACH;

/** What was chosen last. */
export function choiceFor(game: GameName): Choice {
  return prefs.get("coached")[game] ? COACH : (prefs.get("levels")[game] ?? "casual");
}

export function choose(choice: Choice, ...games: GameName[]): void {
  const all = <T>(value: T) => Object.fromEntries(games.map((game) => [game, value]));
  prefs.set("coached", { ...prefs.get("coached"), ...all(choice === COACH) });
  if (choice !== COACH) prefs.set("levels", { ...prefs.get("levels"), ...all(choice) });
}

export function sitDown(game: GameInfo, choice: Choice): Promise<TableInfo> {
  const coach = choice === COACH;
  const bots: SeatWish[] = Array.from({ length: usualPlayers(game) - 1 }, () => ({ kind: "bot", level: coach ? "beginner" : choice }));
  return api.create({ game: game.name, seats: [{ kind: "me" }, ...bots], settings: { pace: prefs.botPace, coach }, start: true });
}
