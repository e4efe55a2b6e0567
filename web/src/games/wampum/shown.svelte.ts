// The table as it is shown at the moment, for those around it: while a story is told it lags behind what the server has said.
import type { WampumBoard } from "./generated";

class Shown {
  /** The table in the picture; null: nothing is being told. */
  board: WampumBoard | null = $state.raw(null);
  trading = $state(false);
}

export const shown = new Shown();
