// What this browser remembers about the person's wishes.
import type { Prefs } from "./game";
import { Kept } from "./kept.svelte";
import { firstSpoken } from "./languages";
import type { Level } from "./types";

export type Theme = "auto" | "light" | "dark";
/** How fast bots answer and things move, and the share of the usual time that it means. */
export type Pace = keyof typeof PACES;
export const PACES = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };
/** A language, or "xx", in which forgotten texts stand out. */
export type UiLanguage = string;

interface Wishes {
  language: UiLanguage;
  theme: Theme;
  confirm: boolean;
  /** Of sounds, from 0 (quiet) to 1. */
  volume: number;
  pace: Pace;
  coordinates: boolean;
  notifications: boolean;
  contrast: "auto" | "more";
  motion: "auto" | "less";
  /** Where there is room beside the table: whether the drawer stands open. */
  drawer: "open" | "closed";
  /** The level of the bots that one plays with at once, by game. */
  levels: Partial<Record<string, Level>>;
  /** Games that one plays at once with a coach, and whether one listens to it. */
  coached: Partial<Record<string, boolean>>;
  coach: boolean;
  /** Games that somebody knows: no lesson is offered first. */
  known: Partial<Record<string, boolean>>;
}

class Preferences {
  readonly #kept = new Kept<Wishes>("spieltisch", {
    language: firstSpoken(navigator.languages),
    theme: "auto",
    confirm: false,
    volume: 0.5,
    pace: "normal",
    coordinates: false,
    notifications: false,
    contrast: "auto",
    motion: "auto",
    drawer: "open",
    levels: {},
    coached: {},
    coach: true,
    known: {},
  });
  #lessMotion = $state(false);
  #moreContrast = $state(false);

  constructor() {
    this.#follow("(prefers-reduced-motion: reduce)", (wished) => (this.#lessMotion = wished));
    this.#follow("(prefers-contrast: more)", (wished) => (this.#moreContrast = wished));
  }

  /** What the device says its owner wishes, now and later. */
  #follow(query: string, tell: (wished: boolean) => void): void {
    const device = matchMedia(query);
    tell(device.matches);
    device.addEventListener("change", () => {
      tell(device.matches);
      this.apply();
    });
  }

  get<K extends keyof Wishes>(name: K): Wishes[K] {
    return this.#kept.get(name);
  }

  set<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
    this.#kept.set(name, value);
    this.apply();
  }

  /** Show theme, contrast, motion and language on the document itself. */
  apply(): void {
    const root = document.documentElement;
    root.dataset["theme"] = this.get("theme");
    root.dataset["contrast"] = this.#moreContrast ? "more" : this.get("contrast");
    root.dataset["motion"] = this.reducedMotion ? "less" : "auto";
    root.lang = this.language;
  }

  /** The language for the server. */
  get language(): Prefs["language"] {
    return this.get("language") === "xx" ? "en" : this.get("language");
  }

  get reducedMotion(): boolean {
    return this.#lessMotion || this.get("motion") === "less";
  }

  /** The share of the usual time that a step is shown for; 0: not at all. */
  get speed(): number {
    return PACES[this.get("pace")] ?? 1;
  }

  /** The same for the bots of a new table: the server knows two paces. */
  get botPace(): "natural" | "instant" {
    return this.speed ? "natural" : "instant";
  }

  /** What the tables need to know. */
  get forTables(): Prefs {
    return {
      coordinates: this.get("coordinates"),
      confirm: this.get("confirm"),
      reducedMotion: this.reducedMotion,
      speed: this.speed,
      language: this.language,
    };
  }
}

export const prefs = new Preferences();
