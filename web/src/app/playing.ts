// Sitting down with bots at once: one of their levels, or beginners and a coach.
import { api } from "../lib/api";
import { games, usualPlayers } from "../lib/games.svelte";
import { prefs } from "../lib/prefs.svelte";
import type { GameInfo, GameName, Level, SeatWish, TableInfo } from "../lib/types";

export const COACH = "coach";
export type Choice = Level | typeof COACH;

/** The level of those with whom one plays under a coach's eyes. */
const FRIENDLY: Level = "beginner";

/** Only some games have it; a row of levels has no room for it. */
const ABOVE: Level = "master";

/** What a game offers: a coach only where there are bots to begin with. A level above the others is offered by the form of a new table. */
export function choicesOf(game?: GameInfo): Choice[] {
  if (!game) return [];
  const usual = game.levels.filter((level) => level !== ABOVE);
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
