// What the frame gives to the parts inside it, over Svelte's context.
//
// Log, chat and typed moves stand in the frame's drawer (Drawer.svelte), and no table draws one. From 1440 pixels on it
// stands beside the table, which gets the width that is left; below, it is closed, lies over the table when it is opened,
// and its tabs stand at the right edge, as wide as the custom property --drawer-edge (0 where there are none, as on a phone:
// there the menu opens it). A table keeps that much free at its top right. While steps are shown (steps.svelte.ts) the
// drawer must not tell how it ends: `conceal(1)` keeps the last event out of the log, `conceal(0)` lets it in.
import { getContext, setContext } from "svelte";
import type { Translate } from "./game";
import type { HintMove } from "./types";

export interface Frame {
  t: Translate;
  /** The last happening in one sentence. */
  readonly toast: string;
  /** Why the last attempt was refused, and what to do. */
  readonly problem: string;
  /** Let what happened be looked at before the next event is shown; `release` goes on at once. */
  hold: (milliseconds: number) => void;
  release: () => void;
  /** While something is played out: what is going on, and what just happened, instead of the latest news. */
  narrate: (told: { status: string; toast: string } | null) => void;
  /** Taking back, if it is possible now. */
  readonly undo: { label: string; act: () => void } | null;
  /** For a table that fills the page and shows by itself what stands around others. */
  readonly around: Around;
  forgetHints: () => void;
  /** So many events at the end of the log are still being shown: the drawer tells them afterwards. */
  conceal: (events: number) => void;
  /** What others have said and nobody here has read; `heard`: now it is. */
  readonly unread: number;
  heard: () => void;
  /** Show more about a seat. */
  pick: (seat: number) => void;
}

export interface Around {
  /** Moves that a bot would make, the best first. */
  hints: HintMove[] | null;
  /** The one among them that was played, where a finished game is studied. */
  played?: string | null;
  thinking: boolean;
  /** Seats of the person at this screen; who is there (nobody knows: null); when the clocks were told. */
  mine: number[];
  present: string[] | null;
  toldAt: number;
}

/** The letters of the seats, for whatever draws a seat's sign here. */
const LETTERS = Symbol("letters");

export function setLetters(letters: () => readonly string[]): void {
  setContext(LETTERS, letters);
}

export function lettersHere(): () => readonly string[] {
  return getContext<(() => readonly string[]) | undefined>(LETTERS) ?? (() => []);
}

const KEY = Symbol("frame");
const nothing = () => {};
/** Around a table where nobody plays. */
export const NOBODY: Omit<Frame, "toast"> = {
  t: (key) => key,
  problem: "",
  undo: null,
  hold: nothing,
  release: nothing,
  narrate: nothing,
  around: { hints: null, thinking: false, mine: [], present: null, toldAt: 0 },
  forgetHints: nothing,
  conceal: nothing,
  unread: 0,
  heard: nothing,
  pick: nothing,
};

export function setFrame(frame: Frame): void {
  setContext(KEY, frame);
}

export function frameOf(): Frame {
  return getContext<Frame | undefined>(KEY) ?? { ...NOBODY, toast: "" };
}
