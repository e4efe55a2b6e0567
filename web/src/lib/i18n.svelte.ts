// Texts in the chosen language: ours from src/texts and the games' folders, the server's news and levels from /api/texts.
// An entry is a sentence, or { one, other } chosen by the value `count`. English stands in for what a language lacks.
import { STAND_IN } from "./languages";
import { prefs, type UiLanguage } from "./prefs.svelte";
import type { Translate } from "./game";
import { pluralForm, type Entry } from "./telling";

type Catalogue = Record<string, Entry>;

/** Files <folder>/<language>.json, by their paths. */
type Files = Record<string, () => Promise<unknown>>;

const OURS: Files = import.meta.glob("../texts/*.json", { import: "default" });

class Texts {
  /** Goes up with every change of language, so that everything is said anew. */
  #catalogue: Catalogue = $state.raw({});
  /** English, from the first text that the chosen language lacks. */
  #spare: Catalogue | null = $state.raw(null);
  #language = STAND_IN;
  #loaded: UiLanguage | null = null;
  #fetching = false;
  /** The catalogues of the games that have come so far, each with the game's name. */
  #brought = new Map<Files, { game: string; merged: Promise<void> }>();
  /** The language that is on its way. */
  #loading: Promise<void> | null = null;
  ready = $state(false);

  /** Load the language of the preferences. The old one stays until the new one is complete. */
  load(): Promise<void> {
    return (this.#loading = this.#load(prefs.get("language")));
  }

  async #load(wanted: UiLanguage): Promise<void> {
    if (this.#loaded === wanted) return;
    const language = prefs.language;
    const catalogue = await this.#read(language);
    if (prefs.get("language") !== wanted) return;
    this.#language = language;
    this.#catalogue = this.#shown(catalogue);
    this.#loaded = wanted;
    this.ready = true;
    prefs.apply();
  }

  async #read(language: string): Promise<Catalogue> {
    const games = [...this.#brought].map(([files, { game }]) => read(files, language, game));
    return (await Promise.all([readTheirs(language), read(OURS, language), ...games])).reduce(merge);
  }

  /** Take the words of a game or a page in, now and after every change of language; they stand under its name. */
  bring(game: string, files: Files): Promise<void> {
    let brought = this.#brought.get(files);
    if (!brought) this.#brought.set(files, (brought = { game, merged: this.#merge(game, files) }));
    return brought.merged;
  }

  async #merge(game: string, files: Files): Promise<void> {
    // A language that is on its way was asked for without these words.
    await this.#loading;
    const wanted = this.#loaded;
    if (wanted === null) return;
    const words = await read(files, prefs.language, game);
    // A language that has come meanwhile has brought them along.
    if (this.#loaded === wanted) this.#catalogue = merge(this.#catalogue, this.#shown(words));
  }

  #shown(words: Catalogue): Catalogue {
    return prefs.get("language") === "xx" ? (disguise(words) as Catalogue) : words;
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  t: Translate = (key, values = {}) => {
    const entry = this.#find(key) ?? this.#inEnglish(key);
    if (entry === undefined) return key;
    const text = typeof entry === "string" ? entry : (pluralForm(entry, this.#language, Number(values["count"] ?? 0)) as string);
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  };

  #inEnglish(key: string): Entry | undefined {
    if (!this.ready) return undefined;
    if (this.#spare) {
      const entry = this.#find(key, this.#spare);
      if (entry === undefined) console.error(`no text: ${key}`);
      return entry;
    }
    if (!this.#fetching) {
      this.#fetching = true;
      console.error(`no text: ${key}`);
      void this.#read(STAND_IN).then((english) => (this.#spare = english));
    }
    return undefined;
  }

  #find(key: string, catalogue = this.#catalogue): Entry | undefined {
    let entry: Entry | undefined = catalogue;
    for (const name of key.split(".")) {
      if (typeof entry !== "object") return undefined;
      entry = entry[name];
    }
    return entry;
  }
}

/** The catalogue of a language, or English where it is missing; a game's stands under the game's name. */
async function read(files: Files, language: string, game?: string): Promise<Catalogue> {
  const inLanguage = (wanted: string) => Object.entries(files).find(([path]) => path.endsWith(`/${wanted}.json`))?.[1];
  const words = ((await (inLanguage(language) ?? inLanguage(STAND_IN))?.()) ?? {}) as Catalogue;
  return game ? { [game]: words } : words;
}

async function readTheirs(language: string): Promise<Catalogue> {
  try {
    const answer = await fetch(`/api/texts/${language}/server`);
    if (answer.status === 404 && language !== STAND_IN) return readTheirs(STAND_IN);
    return answer.ok ? { server: (await answer.json()) as Catalogue } : {};
  } catch {
    return {};
  }
}

function merge(under: Catalogue, over: Catalogue): Catalogue {
  const both: Catalogue = { ...under };
  for (const [name, entry] of Object.entries(over)) {
    const old = both[name];
    both[name] = typeof entry === "object" && typeof old === "object" ? merge(old, entry) : entry;
  }
  return both;
}

const DISGUISE: Record<string, string> = { a: "á", e: "é", i: "í", o: "ó", u: "ú", n: "ñ", c: "ç", y: "ý" };

/** The language for tests: every text between brackets and a third longer, so that forgotten ones stand out. */
export function disguise(entry: Entry): Entry {
  if (typeof entry !== "string") {
    return Object.fromEntries(Object.entries(entry).map(([name, inner]) => [name, disguise(inner)]));
  }
  const text = entry.replace(/\{\w+\}|[aeiouncy]/g, (found) => DISGUISE[found] ?? found);
  return `⟦${text}~${" ~~~~".repeat(Math.floor(entry.length / 20))}⟧`;
}

export const texts = new Texts();
export const t: Translate = (key, values) => texts.t(key, values);

/** "Ada, Ben and Eve" in the chosen language. */
export function list(words: string[]): string {
  return new Intl.ListFormat([prefs.language, STAND_IN], { type: "conjunction" }).format(words);
}
