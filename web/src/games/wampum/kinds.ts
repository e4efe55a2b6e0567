// The five goods: letter, name in the catalogue, colour and drawing. Colour-blind-safe, and never colour alone.

export interface Kind {
  letter: string;
  name: string;
  /** Colour of the band, with a letter on it that can be read. */
  colour: string;
  ink: string;
}

export const KINDS: Kind[] = [
  { letter: "C", name: "corn", colour: "#f0c419", ink: "#2a1f00" },
  { letter: "F", name: "furs", colour: "#d3670b", ink: "#1d0d00" },
  { letter: "T", name: "tobacco", colour: "#2f7d4f", ink: "#ffffff" },
  { letter: "W", name: "weapons", colour: "#2465a8", ink: "#ffffff" },
  { letter: "S", name: "spirits", colour: "#7a3d96", ink: "#ffffff" },
];

export const KIND_OF = new Map(KINDS.map((kind) => [kind.letter, kind]));

export function countOf(letters: string, letter: string): number {
  return letters.split(letter).length - 1;
}

/** Take one card of a kind away. */
export function without(letters: string, letter: string): string {
  return letters.replace(letter, "");
}
