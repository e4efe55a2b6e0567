// Amul's card set as the server gives it, and a shorthand of what a card scores that can be learnt.
import type { Language } from "../../lib/types";

type Words = Record<Language, string>;

export interface Rule {
  rule: "flat" | "per" | "kinds" | "falling" | "if" | "set" | "bundle" | "rank" | "order";
  of: string[];
  scope: "own" | "neighbours" | "own_neighbours" | "everyone";
  points: number;
  table: number[];
  step: number;
  places: number[];
  by: "name" | "category";
  then: number;
  otherwise: number;
}

export interface CardKind {
  id: string;
  name: Words;
  text: Words;
  category: string;
  line: string;
  position: "table" | "hand" | "both";
  arab: number;
  mongol: number;
  strength: number;
  letters: string[];
  effect: "none" | "palace" | "bazaar" | "market";
  score: Rule[];
}

export interface Category {
  id: string;
  colour: string;
  name: Words;
}

export interface CardSet {
  set: string;
  categories: Category[];
  cards: CardKind[];
  kinds: Map<string, CardKind>;
}

/** The lines of the score sheet, in the order in which points come. */
export const LINES = ["yellow", "blue", "purple", "red", "green", "orange", "bazaar", "arab", "mongol"] as const;
/** The picture that stands for each line, beside its colour. */
export const LINE_ICON: Record<string, string> = {
  yellow: "resources",
  blue: "objects",
  purple: "characters",
  red: "military",
  green: "merchants",
  orange: "camels",
  bazaar: "bazaar",
  arab: "arab",
  mongol: "mongol",
};

let found: Promise<CardSet> | undefined;

/** The cards of the house, fetched once. */
export function cardSet(): Promise<CardSet> {
  found ??= fetch("/api/games/amul/cards/house").then(async (answer) => {
    if (!answer.ok) {
      found = undefined;
      throw new Error(String(answer.status));
    }
    const set = (await answer.json()) as Omit<CardSet, "kinds">;
    return { ...set, kinds: new Map(set.cards.map((card) => [card.id, card])) };
  });
  return found;
}

/** "arab_guard.C" is a card of the kind arab_guard with the letter C. */
export function kindId(card: string): string {
  return card.split(".")[0] ?? card;
}

export function letterOf(card: string): string {
  return card.split(".")[1] ?? "";
}

export type Part = { text: string } | { icon: string };

const SCOPES: Record<Rule["scope"], string> = { own: "", neighbours: "◂▸", own_neighbours: "◂●▸", everyone: "◎" };

/** What a card scores, in signs: numbers, pictures, and whose areas count. */
export function shorthand(kind: CardKind): Part[] {
  const parts: Part[] = [];
  if (kind.effect !== "none") parts.push({ text: "→" }, { icon: kind.effect });
  for (const rule of kind.score) {
    if (parts.length) parts.push({ text: "+" });
    parts.push(...inSigns(rule));
  }
  return parts;
}

function inSigns(rule: Rule): Part[] {
  const things: Part[] = rule.of.map((thing) => ({ icon: thing.split(":").pop() ?? thing }));
  const scope: Part[] = SCOPES[rule.scope] ? [{ text: SCOPES[rule.scope] }] : [];
  const values = rule.table.slice(1);
  const row = values.slice(0, 3).join(" ") + (values.length > 3 ? " …" : "");
  switch (rule.rule) {
    case "flat":
      return [{ text: String(rule.points) }];
    case "set":
      return [{ text: row || `${rule.points}×` }];
    case "falling":
      return [{ text: `${rule.points} −${rule.step}` }, ...things, ...scope];
    case "if":
      return [{ text: `${rule.then} / ${minus(rule.otherwise)}` }, ...things, ...scope];
    case "rank":
      return [{ text: `▲ ${rule.places.join(" ")}` }, ...things, ...scope];
    case "order":
      return [...things, { text: row }];
    case "bundle":
      return [{ text: String(rule.points) }, ...things, ...scope];
    case "kinds":
      return [{ text: row || `${rule.points}×` }, { text: "≠" }, ...things, ...scope];
    case "per":
      return [{ text: row || `${rule.points}×` }, ...things, ...scope];
  }
}

export function minus(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : minus(points);
}
