// The five goods: letter, name in the catalogue, colour and drawing. Colour-blind-safe, and never colour alone.

export interface Kind {
  letter: string;
  name: string;
  /** Colour of the band, with a letter on it that can be read. */
  colour: string;
  ink: string;
  /** The face of the card. */
  pale: string;
}

export const KINDS: Kind[] = [
  { letter: "C", name: "corn", colour: "#f0c419", ink: "#2a1f00", pale: "#fdf3c8" },
  { letter: "F", name: "furs", colour: "#d3670b", ink: "#1d0d00", pale: "#fbe6d2" },
  { letter: "T", name: "tobacco", colour: "#2f7d4f", ink: "#ffffff", pale: "#dcefe2" },
  { letter: "W", name: "weapons", colour: "#2465a8", ink: "#ffffff", pale: "#dce9f7" },
  { letter: "S", name: "spirits", colour: "#7a3d96", ink: "#ffffff", pale: "#efe0f7" },
];

export const KIND_OF = new Map(KINDS.map((kind) => [kind.letter, kind]));

export function countOf(letters: string, letter: string): number {
  return letters.split(letter).length - 1;
}

/** Take one card of a kind away. */
export function without(letters: string, letter: string): string {
  return letters.replace(letter, "");
}

/** Cards put together, as the kinds stand in a hand. */
export function plus(letters: string, more: string): string {
  return KINDS.map(({ letter }) => letter.repeat(countOf(letters, letter) + countOf(more, letter))).join("");
}

/** What is left of cards when some of them are taken away. */
export function minus(letters: string, less: string): string {
  return [...less].reduce(without, letters);
}

/** Cards by kind, in the order of the kinds. */
export function piles(letters: string): { letter: string; count: number }[] {
  return KINDS.map(({ letter }) => ({ letter, count: countOf(letters, letter) })).filter(({ count }) => count);
}

/** Where an arrow key leads in a row that is closed to a ring; null for any other key. */
export function stepped(key: string, from: number, count: number): number | null {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  return by ? (from + by + count) % count : null;
}
