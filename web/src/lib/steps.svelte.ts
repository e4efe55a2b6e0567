// One queue of steps for all games: what has happened is shown in the order in which it happened, each step for its time.
// A step says whatever the table needs to draw it; nothing of a later one may be shown before. No DOM here.

export class Steps<S extends { ms: number }> {
  /** The step that is shown; none: the table as it is. */
  now: S | null = $state.raw(null);
  /** Those that are still to come. */
  rest: readonly S[] = $state.raw([]);
  /** Time for a step, as a share of its own (the preference `speed`). 0: nothing is shown, only how it ends. */
  speed = 1;
  /** A step begins. */
  onstep: ((step: S) => void) | null = null;
  /** All have been seen, or were passed over. */
  onend: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get playing(): boolean {
    return this.now !== null;
  }

  /** Milliseconds for everything that has been begun, for the frame's `hold`. */
  get length(): number {
    return [...(this.now ? [this.now] : []), ...this.rest].reduce((sum, step) => sum + step.ms * this.speed, 0);
  }

  /** Show these from now on; what was under way is at its end. Gives whether there is something to see. */
  begin(steps: readonly S[]): boolean {
    this.skip();
    if (!steps.length || !this.speed) return false;
    this.rest = steps;
    this.next();
    return this.playing;
  }

  /** Go on before the time: somebody has seen enough of this step. A step that takes forever waits for it. */
  next(): void {
    clearTimeout(this.#timer);
    const [step, ...rest] = this.rest;
    const ended = !step && this.playing;
    this.now = step ?? null;
    this.rest = rest;
    if (ended) this.onend?.();
    if (!step) return;
    if (step.ms < Infinity) this.#timer = setTimeout(() => this.next(), step.ms * this.speed);
    this.onstep?.(step);
  }

  /** Show the end at once. */
  skip(): void {
    this.rest = [];
    if (this.playing) this.next();
  }

  /** The table is left: nothing more is shown or said. */
  stop(): void {
    clearTimeout(this.#timer);
    this.rest = [];
    this.now = null;
  }
}
