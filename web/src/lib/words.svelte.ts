// What it takes to tell a game in the chosen language: from the game's folder (made by the build), or else from the server.
import { disguise } from "./i18n.svelte";
import { STAND_IN } from "./languages";
import { prefs } from "./prefs.svelte";
import { several, wordFor, type Entry, type GameWords, type Teller } from "./telling";

/** The word for a value of a kind that stands in no catalogue, such as the name of a card. */
export type OwnWord = (kind: string, value: string, language: string) => string | undefined;

const BUILT = import.meta.glob<GameWords>("../games/*/words/*.json", { import: "default" });

class Words {
  #found: Record<string, GameWords> = $state.raw({});
  #own: Record<string, OwnWord> = $state.raw({});
  #asked = new Set<string>();

  /** The words of a game; null until they have come, and then everything is said anew. */
  of(game: string): GameWords | null {
    const key = `${game}/${prefs.get("language")}`;
    if (!this.#asked.has(key)) void this.#load(key, game);
    return this.#found[key] ?? null;
  }

  /** Words that a game keeps elsewhere. */
  bring(game: string, word: OwnWord): void {
    this.#own = { ...this.#own, [game]: word };
  }

  /** Whoever tells a game to these people. */
  teller(game: string, names: readonly string[], shared = false): Teller | null {
    const texts = this.of(game);
    const { language } = prefs;
    const own = this.#own[game];
    return texts && { texts, names, shared, language, word: own && ((kind, value) => own(kind, value, language)) };
  }

  /** The word for a value of a kind. */
  word(game: string, kind: string, value: string): string {
    const teller = this.teller(game, []);
    return teller ? wordFor(kind, value, teller) : "";
  }

  /** "CCT" as "2 corn and tobacco". */
  several(game: string, kind: string, letters: string): string {
    const teller = this.teller(game, []);
    return teller ? several(letters, kind, teller) : "";
  }

  async #load(key: string, game: string): Promise<void> {
    this.#asked.add(key);
    try {
      const words = await read(game, prefs.language);
      this.#found = { ...this.#found, [key]: key.endsWith("/xx") ? disguised(words) : words };
    } catch {
      this.#asked.delete(key);
    }
  }
}

async function read(game: string, language: string): Promise<GameWords> {
  const built = BUILT[`../games/${game}/words/${language}.json`];
  if (built) return built();
  const answer = await fetch(`/api/games/${game}/words/${language}`);
  if (answer.status === 404 && language !== STAND_IN) return read(game, STAND_IN);
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as GameWords;
}

function disguised(words: GameWords): GameWords {
  const { kinds, several, ...texts } = words;
  return { ...(disguise(texts as unknown as Entry) as unknown as Omit<GameWords, "kinds" | "several">), kinds, several };
}

export const words = new Words();
