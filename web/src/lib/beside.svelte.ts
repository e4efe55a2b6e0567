// Where the drawer with log, chat and typed moves stands, and whether it is open: beside the table where that leaves the
// table enough, over it with its tabs at the edge, or as a window that the menu opens. No DOM.

/** From this width on it has room of its own beside a table that fills the page; beside any other table it needs less. */
const ROOMY = 1440;
const BESIDE_PLAIN = 1100;
/** Smaller than this, tabs at the edge would cost the table too much. */
const EDGE = { width: 1000, height: 560 };

export interface DrawerSight {
  width: number;
  height: number;
  /** The table fills the page. */
  whole: boolean;
  /** Such a table has a panel of its own for what stands in the drawer. */
  panel: boolean;
  /** It was closed the last time. */
  closed: boolean;
}

export class DrawerState {
  readonly #sight: () => DrawerSight;
  readonly #keep: (closed: boolean) => void;
  /** What was opened or closed by hand; not defined: nothing yet. */
  #wished: string | null | undefined = $state();

  constructor(sight: () => DrawerSight, keep: (closed: boolean) => void) {
    this.#sight = sight;
    this.#keep = keep;
  }

  /** The table shows it all by itself. */
  get elsewhere(): boolean {
    const { whole, panel, width } = this.#sight();
    return whole && panel && width >= BESIDE_PLAIN;
  }

  get place(): "beside" | "over" | "window" {
    const { whole, width, height } = this.#sight();
    if (width >= (whole ? ROOMY : BESIDE_PLAIN)) return "beside";
    return whole && width >= EDGE.width && height >= EDGE.height ? "over" : "window";
  }

  /** The table keeps its edge free for the tabs: also while they are gone, so that nothing moves. */
  get edged(): boolean {
    return !this.elsewhere && (this.place === "over" || (this.place === "beside" && this.open === null));
  }

  /** The open tab. */
  get open(): string | null {
    if (this.#wished !== undefined) return this.#wished;
    const { whole, closed } = this.#sight();
    return this.place === "beside" && !(whole && closed) ? "log" : null;
  }

  set open(name: string | null) {
    this.#wished = name;
    if (this.place === "beside") this.#keep(name === null);
  }
}
