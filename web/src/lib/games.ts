// The three games as the frame needs them; each is loaded when its table is first opened.
import type { Component } from "svelte";
import type { Board, ChipFacts, GameName, PhaseText, RulesSection, TableProps } from "./types";

export const GAMES: GameName[] = ["wampum", "wigwam", "amul"];

/** Players and bots that "Play now" sits down with. */
export const USUAL_PLAYERS: Record<GameName, number> = { wampum: 3, wigwam: 2, amul: 4 };
export const LEAST: Record<GameName, number> = { wampum: 2, wigwam: 2, amul: 3 };
export const MOST: Record<GameName, number> = { wampum: 5, wigwam: 2, amul: 8 };

export interface GameParts {
  Table: Component<TableProps>;
  facts: ChipFacts;
  phase: PhaseText;
  section: RulesSection;
  /** The table fills the page: it shows players, log, chat, hints and the result by itself. */
  whole?: boolean;
}

const TABLES = import.meta.glob<{ default: unknown }>("../games/*/Table.svelte");
const STRIPS = import.meta.glob<Omit<GameParts, "Table">>("../games/*/strip.ts");

export async function loadGame(game: GameName): Promise<GameParts> {
  const [table, strip] = await Promise.all([
    TABLES[`../games/${game}/Table.svelte`]!(),
    STRIPS[`../games/${game}/strip.ts`]!(),
  ]);
  // The board in a view always fits the game of its table.
  return { Table: table.default as Component<TableProps>, ...strip };
}

export function isGame(name: string | undefined): name is GameName {
  return GAMES.includes(name as GameName);
}

export function boardOf<B extends Board>(board: Board, game: B["game"]): B | null {
  return board.game === game ? (board as B) : null;
}
