// What the frame gives to the parts inside it, over Svelte's context.
import { getContext, setContext } from "svelte";
import type { Translate } from "./types";

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
}

const KEY = Symbol("frame");
const NONE: Frame = { t: (key) => key, toast: "", problem: "", undo: null, hold: () => {}, release: () => {}, narrate: () => {} };

export function setFrame(frame: Frame): void {
  setContext(KEY, frame);
}

export function frameOf(): Frame {
  return getContext<Frame | undefined>(KEY) ?? NONE;
}
