// The worked sum of the card that is shown large: asked of the server once for each card and moment.
import { minus, signed } from "./cards";
import type { AmulBuild } from "./generated";
import type { Looked } from "./machine.svelte";

export type Ask = (build: string) => Promise<AmulBuild | null>;

export class Sums {
  now: AmulBuild | null = $state.raw(null);
  #wanted = "";

  /** Show the sum of a card; without anybody to ask there is none. */
  async look(looked: Looked | null, language: string, ask: Ask | undefined): Promise<void> {
    const wanted = looked && looked.place !== "area" ? `${looked.place} ${looked.card} ${language}` : "";
    if (this.#wanted !== wanted) this.now = null;
    this.#wanted = wanted;
    if (!wanted || !ask) return;
    const found = await ask(wanted).catch(() => null);
    if (this.#wanted === wanted) this.now = found;
  }

  /** What counts in somebody's area, in words; "" if the sum does not look there. */
  noteOn(seat: number): string {
    const lines = this.now?.lines.filter((line) => line.seat === seat) ?? [];
    return lines.map(({ text, points }) => (points === null ? text : `${text}: ${signed(points) === "0" ? minus(0) : signed(points)}`)).join(", ");
  }

  /** Kinds of the own cards that gain. */
  get kinds(): string[] {
    return this.now?.lines.flatMap(({ kind }) => kind ?? []) ?? [];
  }
}
