// What the forms of the workshop offer: sentences with fields, things that a rule can count, and a rule to begin with.
import type { Translate } from "../../../lib/game";
import { wordsIn } from "../cards";
import type { AmulVocabulary } from "../generated";
import type { Bench, Entry } from "./bench.svelte";

export interface Part {
  text?: string;
  field?: string;
}

const FIELDS = ["points", "table", "of", "scope", "by", "step", "then", "else", "at_least", "at_most", "places", "min", "max"];
const OPEN = Object.fromEntries(FIELDS.map((field) => [field, `{${field}}`]));

/** A sentence taken apart at its fields. */
export function partsOf(key: string, t: Translate): Part[] {
  return t(key, OPEN)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => (/^\{\w+\}$/.test(part) ? { field: part.slice(1, -1) } : { text: part }));
}

/** The name of an entry in a language, or its id. */
export function nameOf(entry: Entry | undefined, language: string): string {
  const names = entry?.["name"];
  const found = typeof names === "object" ? wordsIn(names as Record<string, string>, language) : undefined;
  return String(found ?? entry?.["id"] ?? "");
}

export interface Thing {
  value: string;
  label: string;
}

/** Everything that a rule can count, under headings. */
export function thingsOf(bench: Bench, words: AmulVocabulary, language: string, t: Translate): { label: string; things: Thing[] }[] {
  const named = (entries: Entry[], before: string) => entries.map((one) => ({ value: `${before}${String(one["id"])}`, label: nameOf(one, language) }));
  const cards = bench.entries("card").filter((card) => card["deck"] !== "bazaar");
  return [
    { label: t("amul.workshop.things.cards"), things: named(cards, "") },
    { label: t("amul.workshop.things.traders"), things: named(bench.entries("trader"), "") },
    { label: t("amul.workshop.things.categories"), things: named(bench.list("category"), "category:") },
    { label: t("amul.workshop.things.groups"), things: named(bench.list("group"), "group:") },
    {
      label: t("amul.workshop.things.symbols"),
      things: [...words.symbols.map((symbol) => ({ value: `symbol:${symbol}`, label: t(`amul.thing.${symbol}`) })), { value: "any", label: t("amul.thing.any") }],
    },
  ].filter(({ things }) => things.length);
}

/** A rule with everything that it must have, and what it has in common with the one that stood there. */
export function ruleLike(rule: string, words: AmulVocabulary, own: string, was: Entry = {}): Entry {
  const form = words.rules[rule];
  if (!form) return { rule };
  const usual: Entry = { of: [own], points: 1, places: [2, 1], then: 1, else: 0, scope: words.scopes[0] };
  const made: Entry = { rule };
  for (const field of form.must) made[field] = was[field] ?? usual[field];
  for (const field of form.may) if (field in was) made[field] = was[field];
  if (form.may.includes("table") && !("table" in made) && !("points" in made)) made["points"] = usual["points"];
  if (form.may.includes("at_least") && !("at_least" in made) && !("at_most" in made)) made["at_least"] = 1;
  const scopes = form.must.includes("scope") ? words.rank_scopes : words.scopes;
  if ("scope" in made && !scopes.includes(String(made["scope"]))) made["scope"] = scopes[0];
  return made;
}

/** What was typed: a whole number if it is one, otherwise as it is, and the server says what is wrong with it. */
export function typed(text: string): string | number {
  return /^\s*[-−]?\d{1,9}\s*$/.test(text) ? Number(text.replace("−", "-")) : text;
}
