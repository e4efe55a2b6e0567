// Amul's card set as the server gives it: kinds, categories, groups, and what they are called.

type Words = Record<string, string>;

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

export interface Group {
  id: string;
  name: Words;
}

export interface CardSet {
  set: string;
  categories: Category[];
  groups: Group[];
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

type Described = Omit<CardSet, "kinds">;

const known = new Map<string, Promise<CardSet>>();

/** The cards of the house, or those that a table is played with; each fetched once. */
export function cardSet(table?: { id: string; set: string | null }): Promise<CardSet> {
  const path = table?.set ? `/api/tables/${table.id}/set` : "/api/games/amul/cards/house";
  const found = known.get(path) ?? fetched(path);
  known.set(path, found);
  found.catch(() => known.delete(path));
  return found;
}

async function fetched(path: string): Promise<CardSet> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(String(answer.status));
  const told = (await answer.json()) as Described | { described: Described };
  const set = "described" in told ? told.described : told;
  return { ...set, kinds: new Map(set.cards.map((card) => [card.id, card])) };
}

/** "arab_guard.C" is a card of the kind arab_guard with the letter C. */
export function kindId(card: string): string {
  return card.split(".")[0] ?? card;
}

export function letterOf(card: string): string {
  return card.split(".")[1] ?? "";
}

/** A text in a language, or in English where it has not come to the cards yet. */
export function wordsIn(texts: Words | undefined, language: string): string | undefined {
  return texts?.[language] ?? texts?.["en"];
}

/** The name of a card; lettered cards keep their letter. */
export function cardName(kinds: ReadonlyMap<string, Pick<CardKind, "name">>, card: string, language: string): string {
  const name = wordsIn(kinds.get(kindId(card))?.name, language) ?? kindId(card);
  return letterOf(card) ? `${name} ${letterOf(card)}` : name;
}

export function minus(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : minus(points);
}
