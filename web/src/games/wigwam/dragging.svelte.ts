// A piece in the hand of somebody who drags: from the shelf or from a point, to wherever it is let go. No DOM.
import type { Machine } from "./machine.svelte";
import type { Kind } from "./model";

/** So far has a pointer to go before it drags. */
const SLACK = 8;

export interface Dragged {
  kind: Kind;
  seat: number;
  /** None: from the shelf. */
  from: string | null;
  x: number;
  y: number;
  moved: boolean;
}

export class Dragging {
  now: Dragged | null = $state.raw(null);
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  grab(point: string, x: number, y: number): void {
    const piece = this.#machine.mayLift(point);
    if (piece) this.now = { kind: piece.kind, seat: piece.seat, from: point, x, y, moved: false };
  }

  grabFromShelf(kind: Kind, x: number, y: number): void {
    const machine = this.#machine;
    if (!machine.active || machine.busy || machine.left[kind] <= 0) return;
    this.now = { kind, seat: machine.sight.seat, from: null, x, y, moved: false };
  }

  to(x: number, y: number): void {
    const drag = this.now;
    if (!drag) return;
    if (!drag.moved) {
      if (Math.hypot(x - drag.x, y - drag.y) < SLACK) return;
      if (drag.from === null) this.#machine.takeInHand(drag.kind);
      else this.#machine.lift(drag.from);
    }
    this.now = { ...drag, x, y, moved: true };
  }

  /** Let go over a point, or beside the board. */
  drop(point: string | null): void {
    const drag = this.now;
    this.now = null;
    if (drag?.moved) this.#machine.putDown(point, drag.from);
  }

  cancel(): void {
    this.now = null;
  }
}
