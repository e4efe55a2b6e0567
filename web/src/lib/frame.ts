// What the frame gives to the parts inside it, over Svelte's context.
import { getContext, setContext } from "svelte";
import type { HintMove, Translate } from "./types";

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
  /** Show more about a seat. */
  pick: (seat: number) => void;
}

export interface Around {
  /** Moves that a bot would make, the best first. */
  hints: HintMove[] | null;
  thinking: boolean;
  /** Seats of the person at this screen; who is there (nobody knows: null); when the clocks were told. */
  mine: number[];
  present: string[] | null;
  toldAt: number;
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
  pick: nothing,
};

export function setFrame(frame: Frame): void {
  setContext(KEY, frame);
}

export function frameOf(): Frame {
  return getContext<Frame | undefined>(KEY) ?? { ...NOBODY, toast: "" };
}
