// What this browser remembers about the person's wishes. Kept in one entry of the local storage.
import type { Prefs } from "./types";

export type Theme = "auto" | "light" | "dark";
export type UiLanguage = "en" | "de" | "fr" | "xx";

interface Kept {
  language: UiLanguage;
  theme: Theme;
  confirm: boolean;
  sound: boolean;
  coordinates: boolean;
  notifications: boolean;
  motion: "auto" | "less";
}

const ENTRY = "spieltisch";
const LANGUAGES = ["en", "de", "fr"] as const;

function firstLanguage(): UiLanguage {
  for (const wanted of navigator.languages) {
    const found = LANGUAGES.find((language) => wanted.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

function read(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(ENTRY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

class Preferences {
  #kept: Kept = $state({
    language: firstLanguage(),
    theme: "auto",
    confirm: false,
    sound: false,
    coordinates: false,
    notifications: false,
    motion: "auto",
    ...read(),
  });
  #lessMotion = $state(false);

  constructor() {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    this.#lessMotion = query.matches;
    query.addEventListener("change", () => (this.#lessMotion = query.matches));
  }

  get<K extends keyof Kept>(name: K): Kept[K] {
    return this.#kept[name];
  }

  set<K extends keyof Kept>(name: K, value: Kept[K]): void {
    this.#kept[name] = value;
    try {
      localStorage.setItem(ENTRY, JSON.stringify(this.#kept));
    } catch {
      // It holds for this visit then.
    }
    this.apply();
  }

  /** Show theme and language on the document itself. */
  apply(): void {
    const root = document.documentElement;
    if (this.#kept.theme === "auto") delete root.dataset["theme"];
    else root.dataset["theme"] = this.#kept.theme;
    root.lang = this.language;
  }

  /** The language for the server. */
  get language(): Prefs["language"] {
    return this.#kept.language === "xx" ? "en" : this.#kept.language;
  }

  get reducedMotion(): boolean {
    return this.#lessMotion || this.#kept.motion === "less";
  }

  /** What the tables need to know. */
  get forTables(): Prefs {
    return {
      coordinates: this.#kept.coordinates,
      confirm: this.#kept.confirm,
      reducedMotion: this.reducedMotion,
      language: this.language,
    };
  }
}

export const prefs = new Preferences();
