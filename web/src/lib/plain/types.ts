// What the plain face of a game sends, as in games/face.py. It stands here because no game is named in it.
import type { OfGame } from "../types";

/** A part of the board in words, under its heading. */
export interface PlainSection {
  label: string;
  lines: string[];
}

/** A legal move: what is sent, and what is read. */
export interface PlainMove {
  move: string;
  label: string;
}

export interface PlainBoard extends OfGame {
  kind: "plain";
  /** By language. */
  text: Record<string, PlainSection[]>;
}

export interface PlainChoices extends OfGame {
  kind: "plain";
  moves: PlainMove[];
  /** How many there are; only the first of very many are listed. */
  count: number;
}

export interface PlainBuild extends PlainChoices {
  build: string;
}
