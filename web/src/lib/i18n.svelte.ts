// Texts in the chosen language: ours from src/texts, the server's (happenings, refusals, cards) from /api/texts.
// An entry is a sentence, or { one, other } chosen by the value `count`.
import { prefs, type UiLanguage } from "./prefs.svelte";
import type { Translate } from "./types";

type Entry = string | { [name: string]: Entry };
type Catalogue = Record<string, Entry>;

const OURS = import.meta.glob<Catalogue>("../texts/*.json", { import: "default" });

class Texts {
  /** Goes up with every change of language, so that everything is said anew. */
  #catalogue: Catalogue = $state.raw({});
  #plurals = new Intl.PluralRules("en");
  #loaded: UiLanguage | null = null;
  ready = $state(false);

  /** Load the language of the preferences. The old one stays until the new one is complete. */
  async load(): Promise<void> {
    const wanted = prefs.get("language");
    if (this.#loaded === wanted) return;
    const language = prefs.language;
    const [ours, theirs] = await Promise.all([readOurs(language), readTheirs(language)]);
    if (prefs.get("language") !== wanted) return;
    const merged = merge(theirs, ours);
    this.#plurals = new Intl.PluralRules(language);
    this.#catalogue = wanted === "xx" ? (disguise(merged) as Catalogue) : merged;
    this.#loaded = wanted;
    this.ready = true;
    prefs.apply();
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  t: Translate = (key, values = {}) => {
    let entry = this.#find(key);
    if (entry === undefined) {
      if (this.ready) console.error(`no text: ${key}`);
      return key;
    }
    if (typeof entry !== "string") {
      const form = this.#plurals.select(Number(values["count"] ?? 0));
      entry = (entry[form] ?? entry["other"]) as string;
    }
    return entry.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
  };

  #find(key: string): Entry | undefined {
    let entry: Entry | undefined = this.#catalogue;
    for (const name of key.split(".")) {
      if (typeof entry !== "object") return undefined;
      entry = entry[name];
    }
    return entry;
  }
}

/** src/texts/en.json holds the house's texts, src/texts/wigwam.en.json those of a game under its name. */
async function readOurs(language: string): Promise<Catalogue> {
  const found: Catalogue = {};
  const parts = Object.entries(OURS).filter(([path]) => path.endsWith(`/${language}.json`) || path.endsWith(`.${language}.json`));
  await Promise.all(
    parts.map(async ([path, load]) => {
      const subject = /\/(\w+)\.\w+\.json$/.exec(path)?.[1];
      const texts = await load();
      if (subject) found[subject] = merge((found[subject] ?? {}) as Catalogue, texts);
      else for (const [name, entry] of Object.entries(texts)) {
        found[name] = typeof entry === "string" ? entry : merge(entry, (found[name] ?? {}) as Catalogue);
      }
    }),
  );
  return found;
}

async function readTheirs(language: string): Promise<Catalogue> {
  try {
    const answer = await fetch(`/api/texts/${language}`);
    return answer.ok ? ((await answer.json()) as Catalogue) : {};
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
function disguise(entry: Entry): Entry {
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
  return new Intl.ListFormat(prefs.language, { type: "conjunction" }).format(words);
}
