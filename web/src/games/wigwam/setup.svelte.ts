// A hidden set-up under construction: letters for the points of the base, checked by the server. No DOM.
import type { WigwamBuild, WigwamChoices } from "./generated";
import { KIND_OF, KINDS, LETTER, type Kind } from "./model";

export interface SetupSight {
  base: string[];
  choices: WigwamChoices | null;
  /** The arrangement that the server has, as a move. */
  chosen: string | null;
}

export class Arrangement {
  /** What has been changed here and not been sent; none: as the server has it. */
  letters: string | null = $state(null);
  /** The point whose piece is to be exchanged. */
  from: string | null = $state(null);
  built: WigwamBuild | null = $state.raw(null);
  readonly #sight: () => SetupSight;

  constructor(sight: () => SetupSight) {
    this.#sight = sight;
  }

  get base(): string[] {
    return this.#sight().base;
  }

  get #sent(): string | null {
    const { chosen } = this.#sight();
    return chosen?.startsWith("setup ") ? chosen.slice("setup ".length) : null;
  }

  get nothing(): string {
    return this.base.map(() => ".").join("");
  }

  get now(): string {
    return this.letters ?? this.#sent ?? this.nothing;
  }

  /** Whether the server has it as it stands here. */
  get committed(): boolean {
    return this.#sent !== null && this.now === this.#sent;
  }

  /** The move that sends it, once it is complete. */
  get move(): string | null {
    return this.built?.build === this.now ? this.built.move : null;
  }

  get left(): Record<Kind, number> {
    const rest: Record<Kind, number> = { warrior: 0, chief: 0, tent: 0 };
    const army = this.#sight().choices?.army ?? {};
    for (const kind of KINDS) rest[kind] = army[LETTER[kind]] ?? 0;
    for (const letter of this.now) {
      const kind = KIND_OF[letter];
      if (kind) rest[kind] -= 1;
    }
    return rest;
  }

  get missing(): number {
    return KINDS.reduce((sum, kind) => sum + Math.max(0, this.left[kind]), 0);
  }

  kindAt(point: string): Kind | null {
    return KIND_OF[this.now[this.base.indexOf(point)] ?? "."] ?? null;
  }

  put(point: string, kind: Kind): void {
    this.#change((slots) => (slots[this.base.indexOf(point)] = LETTER[kind]));
  }

  remove(point: string): void {
    this.from = null;
    this.#change((slots) => (slots[this.base.indexOf(point)] = "."));
  }

  /** Let two points exchange what stands on them. */
  exchange(one: string, other: string): void {
    const [here, there] = [this.base.indexOf(one), this.base.indexOf(other)];
    this.from = null;
    this.#change((slots) => ([slots[here], slots[there]] = [slots[there] ?? ".", slots[here] ?? "."]));
  }

  /** A ready arrangement instead of the present one. */
  take(letters: string): void {
    this.letters = letters;
    this.from = null;
  }

  mirror(): void {
    if (this.built) this.take(this.built.mirrored);
  }

  clear(): void {
    this.take(this.nothing);
  }

  /** Let the server check what stands here; an answer to an older question is not heard. */
  async check(ask: (letters: string) => Promise<WigwamBuild>): Promise<void> {
    const wanted = this.now;
    const answer = await ask(wanted);
    if (wanted === this.now) this.built = answer;
  }

  #change(change: (slots: string[]) => void): void {
    const slots = [...this.now];
    change(slots);
    this.letters = slots.join("");
  }
}
