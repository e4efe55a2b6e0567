// Which games there are, in which order and for how many: the server says so. What a game brings to this client lies in its
// folder; a game without one is shown by the plain table.
import { api } from "./api";
import type { ClientGame, GameParts } from "./game";
import { t, texts } from "./i18n.svelte";
import type { GameInfo, GameName, OptionInfo } from "./types";
import { words } from "./words.svelte";

const FOLDERS = import.meta.glob<ClientGame>("../games/*/index.ts", { eager: true, import: "default" });

/** The games that bring a folder. */
export const CLIENT_GAMES = new Map(Object.entries(FOLDERS).map(([path, game]) => [path.split("/").at(-2) ?? "", game]));

class Games {
  /** As the server tells them; empty until it has. */
  all: GameInfo[] = $state.raw([]);

  async load(): Promise<void> {
    paint();
    for (const [name, game] of CLIENT_GAMES) void texts.bring(name, game.door);
    try {
      this.all = await api.games();
    } catch {
      // Whoever cannot reach the server is told so by what they try to do.
    }
  }

  find(name: string | undefined): GameInfo | undefined {
    return this.all.find((game) => game.name === name);
  }
}

export const games = new Games();

export async function loadGame(name: GameName): Promise<GameParts> {
  const game = CLIENT_GAMES.get(name);
  if (!game) return (await import("./plain")).default;
  const [parts] = await Promise.all([game.load(), texts.bring(name, game.texts)]);
  return parts;
}

/** What a game is called in the chosen language. */
export function titleOf(name: GameName): string {
  const key = `${name}.game.name`;
  return texts.has(key) ? t(key) : (games.find(name)?.title ?? name);
}

/** The words of an option: its label, or what a value means. */
export function optionWord(game: GameInfo, option: OptionInfo, part: string): string {
  return words.of(game.name)?.options[option.name]?.[part] ?? (part === "label" ? option.name : part);
}

/** How many sit down when somebody plays at once. */
export function usualPlayers(game: GameInfo): number {
  return CLIENT_GAMES.get(game.name)?.usual ?? game.least;
}

/** Give everything that belongs to a game its colours. */
function paint(): void {
  const sheet = new CSSStyleSheet();
  for (const [name, { colours }] of CLIENT_GAMES) {
    const lines = Object.entries(colours).map(([property, value]) => `${property}: ${value};`);
    sheet.insertRule(`[data-game="${name}"] { ${lines.join(" ")} }`);
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
