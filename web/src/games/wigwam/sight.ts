// What the interaction of a table sees, what it may do, and how it says something.
import type { Answer, Happening, HintMove } from "../../lib/types";
import type { WigwamBoard, WigwamChoices } from "./generated";
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
  /** The hint that was played, where a finished game is studied. */
  played?: string | null;
  hints: HintMove[];
  /** Ask before a move is sent. */
  confirm: boolean;
  /** The share of the usual time that a step is shown for; 0: not at all. */
  speed: number;
}

export interface Hands {
  play: (move: string) => Promise<Answer>;
  sound?: (name: "place" | "capture") => void;
}
