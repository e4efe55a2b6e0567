// A happening in words, from the kinds of its fields and the game's texts: the same as the server's
// src/spieltisch/games/happenings.py, and a test compares them. Nothing is known here of any game.

/** A sentence, forms of a plural chosen by `count`, or { field: { choice: entry } }. */
export type Entry = string | { [choice: string]: Entry };

/** What a game needs to be told in a language, as the server gives it and the build keeps it. */
export interface GameWords {
  story: Record<string, Entry>;
  say: Record<string, Entry>;
  why: Record<string, Entry>;
  /** Words for values, by kind. */
  words: Record<string, Record<string, string>>;
  /** What options and their values are called. */
  options: Record<string, Record<string, string>>;
  /** The kinds of the fields, by happening. */
  kinds: Record<string, Record<string, string>>;
  nothing: string;
  several: string;
}

export interface Told {
  readonly what: string;
}

export interface Teller {
  language: string;
  texts: GameWords;
  /** What everybody is called, by seat. */
  names: readonly string[];
  /** Words that stand in no catalogue: the names of cards. */
  word?: ((kind: string, value: string) => string | undefined) | undefined;
  /** Others read along: what is known to one seat only stays hidden. */
  shared?: boolean;
}

const PLURAL_FORMS = new Set(["zero", "one", "two", "few", "many", "other"]);
const LETTERS = "letters:";
const STAND_IN = "en";
const ABSENT = ["hidden", "none"];
const PRESENT = ["known", "some"];
const NO_CHOICE: [string, Record<string, Entry>] = ["", {}];

/** What has happened, in a sentence. */
export function sentence(told: Told, teller: Teller): string {
  return filledIn(teller.texts.story, told, teller);
}

/** A move that could be made, as a hint says it. */
export function wish(told: Told, teller: Teller): string {
  const text = filledIn(teller.texts.say, told, teller);
  const [first = "", ...rest] = text;
  return first.toLocaleUpperCase(teller.language) + rest.join("");
}

/** What speaks for or against a move, as part of a sentence. */
export function reason(told: Told, teller: Teller): string {
  return filledIn(teller.texts.why, told, teller);
}

/** "CCT" as "2 corn and tobacco". */
export function several(letters: string, kind: string, teller: Teller): string {
  const words = [...new Set(letters)].map((letter) => {
    const count = letters.split(letter).length - 1;
    const name = wordFor(kind, letter, teller);
    return count === 1 ? name : fill(teller.texts.several, { count: String(count), name });
  });
  return listed(words, teller) || teller.texts.nothing;
}

function filledIn(section: Record<string, Entry>, told: Told, teller: Teller): string {
  const facts = told as unknown as Record<string, unknown>;
  const kinds = teller.texts.kinds[told.what] ?? {};
  const text = chosen(section[told.what] ?? "", facts, teller);
  return text.replace(/\{(\w+)\}/g, (_, field: string) => inWords(kinds[field] ?? "", facts[field], teller));
}

function chosen(entry: Entry, facts: Record<string, unknown>, teller: Teller): string {
  while (typeof entry !== "string") {
    if (Object.keys(entry).every((name) => PLURAL_FORMS.has(name))) {
      entry = pluralForm(entry, teller.language, Number(facts["count"]));
    } else {
      const [[field, choices] = NO_CHOICE] = Object.entries(entry) as [string, Record<string, Entry>][];
      const value = facts[field] ?? null;
      const absent = value === null || (teller.shared && "hidden" in choices);
      const fitting = absent ? ABSENT : [value as string, ...PRESENT];
      entry = choices[fitting.find((choice) => choice in choices) ?? ""] ?? "";
    }
  }
  return entry;
}

const plurals = new Map<string, Intl.PluralRules>();

/** The form that a number takes in a language. */
export function pluralForm(forms: Record<string, Entry>, language: string, count: number): Entry {
  const rules = plurals.get(language) ?? new Intl.PluralRules([language, STAND_IN]);
  plurals.set(language, rules);
  return forms[rules.select(count)] ?? forms["other"] ?? "";
}

function inWords(kind: string, value: unknown, teller: Teller): string {
  if (kind.startsWith(LETTERS)) return several(String(value), kind.slice(LETTERS.length), teller);
  if (Array.isArray(value)) {
    const words = value.map((one) => inWords(kind, one, teller));
    return kind === "number" ? words.join(", ") : listed(words, teller) || teller.texts.nothing;
  }
  if (kind === "seat") return teller.names[Number(value)] ?? "";
  return wordFor(kind, String(value), teller);
}

/** The word for a value of a kind. */
export function wordFor(kind: string, value: string, teller: Teller): string {
  return teller.word?.(kind, value) ?? teller.texts.words[kind]?.[value] ?? value;
}

function listed(words: string[], teller: Teller): string {
  return new Intl.ListFormat([teller.language, STAND_IN], { type: "conjunction" }).format(words);
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
