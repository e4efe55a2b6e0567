// What the coach says where a part of a game is met for the first time: games/<name>/coach/<language>.json, by sections of
// the rules. Which parts were met, this browser remembers.
import { Kept } from "../../lib/kept.svelte";
import type { GameName } from "../../lib/types";

export const WORDS = import.meta.glob("./texts/*.json", { import: "default" });
const ADVICE = import.meta.glob("../../games/*/coach/*.json", { import: "default" });

type Files = typeof ADVICE;
const sorted = new Map<GameName, Files>();

/** The files of one game, by language. */
export function adviceOf(game: GameName): Files {
  let files = sorted.get(game);
  if (!files) {
    files = Object.fromEntries(Object.entries(ADVICE).filter(([path]) => path.includes(`/${game}/`)));
    sorted.set(game, files);
  }
  return files;
}

const kept = new Kept<{ met: Partial<Record<GameName, string[]>> }>("spieltisch.coach", { met: {} });

export function met(game: GameName, section: string): boolean {
  return kept.get("met")[game]?.includes(section) ?? false;
}

export function meet(game: GameName, section: string): void {
  if (!met(game, section)) kept.set("met", { ...kept.get("met"), [game]: [...(kept.get("met")[game] ?? []), section] });
}
