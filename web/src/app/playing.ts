// Sitting down with bots at once: one of their levels, or beginners and a coach.
import { LEVELS } from "../generated/protocol";
import { api } from "../lib/api";
import { games, usualPlayers } from "../lib/games.svelte";
import { prefs } from "../lib/prefs.svelte";
import type { GameInfo, GameName, Level, SeatWish, TableInfo } from "../lib/types";

export const COACH = "coach";
export type Choice = Level | typeof COACH;

/** The level of those with whom one plays under a coach's eyes. */
const FRIENDLY: Level = "beginner";

/** What a game offers: a coach only where there are bots to begin with. Levels of its own are offered by its new table: a row has no room for them. */
export function choicesOf(game?: GameInfo): Choice[] {
  if (!game) return [];
  const usual = LEVELS.filter((level) => game.levels.includes(level));
  return game.levels.includes(FRIENDLY) ? [COACH, ...usual] : usual;
}

/** What was chosen last. */
export function choiceFor(game: GameName): Choice {
  const coached = prefs.get("coached")[game] && games.find(game)?.levels.includes(FRIENDLY);
  return coached ? COACH : (prefs.get("levels")[game] ?? "casual");
}

export function choose(choice: Choice, ...games: GameName[]): void {
  const all = <T>(value: T) => Object.fromEntries(games.map((game) => [game, value]));
  prefs.set("coached", { ...prefs.get("coached"), ...all(choice === COACH) });
  // Whoever chooses a coach wants to hear one.
  if (choice === COACH) prefs.set("coach", true);
  else prefs.set("levels", { ...prefs.get("levels"), ...all(choice) });
}

export function sitDown(game: GameInfo, choice: Choice): Promise<TableInfo> {
  const coach = choice === COACH;
  const bots: SeatWish[] = Array.from({ length: usualPlayers(game) - 1 }, () => ({ kind: "bot", level: coach ? FRIENDLY : choice }));
  return api.create({ game: game.name, seats: [{ kind: "me" }, ...bots], settings: { pace: prefs.botPace, coach }, start: true });
}
