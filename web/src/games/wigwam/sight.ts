// What the interaction of a table sees, what it may do, and how it says something.
import type { Answer, Happening, HintMove, WigwamBoard, WigwamChoices } from "../../lib/types";
import type { Kind, Told } from "./model";

export type Mark = "target" | "victim" | "place" | "huff";

/** A sentence of the catalogue with its facts; kinds of pieces are named by the catalogue too. */
export interface Say {
  key: string;
  values?: Record<string, unknown>;
  kind?: Kind | null;
}

/** What the machine sees of the table. */
export interface Sight {
  board: WigwamBoard;
  seat: number;
  choices: WigwamChoices | null;
  chosen: string | null;
  happenings: Happening[];
  /** The last move, also where the happenings do not tell it any more. */
  last: Told | undefined;
  moves: number;
  /** Whether something may be done here at all. */
  live: boolean;
  base: string[];
  hints: HintMove[];
  /** Ask before a move is sent. */
  confirm: boolean;
  /** Nothing moves by itself. */
  still: boolean;
}

export interface Hands {
  play: (move: string) => Promise<Answer>;
}
