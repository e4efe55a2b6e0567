// What can be done at a table of Amul: a card is chosen where the server offers cards, looked at, and sent.
// A plain machine: it sees what the server says, takes cards and keys, and sends moves of the server's list.
import type { Answer, Happening, HintMove, LogEntry } from "../../lib/types";
import { kindId, type CardSet } from "./cards";
import type { AmulBoard, AmulChoices, AmulMove } from "./generated";
import { stallsOf, type Stall } from "./stalls";
import type { Place } from "./worth";

export type Source = "hand" | "market" | "palace" | "bazaar";

/** What the machine sees of the table. */
export interface Sight {
  board: AmulBoard;
  seat: number;
  choices: AmulChoices | null;
  /** The own simultaneous choice while others are missing; what else could be chosen stands in `choices`. */
  chosen: string | null;
  /** Whether something may be done here at all. */
  live: boolean;
  set: CardSet | null;
  log: readonly LogEntry[];
  /** Offers are being turned up: their stalls show them already. */
  turned: boolean;
  hints: readonly HintMove[];
}

export interface Hands {
  play: (move: string) => Promise<Answer>;
}

/** A card where it lies. */
export interface Lying {
  /** Tells equal cards apart: where it lies and the how-manieth of its kind it is there. */
  key: string;
  card: string;
  choosable: boolean;
  /** Others can be chosen here, this one cannot. */
  faded: boolean;
  selected: boolean;
  /** The digit that chooses it. */
  index: number | null;
  /** It lies face down on the table already, and is shown in its owner's hand until everybody has chosen. */
  isChosen: boolean;
  /** The chance to win that a bot gives it, in percent. */
  chance: number | null;
}

/** A card that is shown large, where it lies; `pinned`: until it is closed. */
export interface Looked {
  card: string;
  place: Place | "area";
  pinned: boolean;
}

/** Cards keep their places in a hand; a new one comes where one has left, or at the end. */
export function inPlaces(were: readonly (string | null)[], cards: readonly string[]): (string | null)[] {
  const rest = [...cards];
  const kept = were.map((card) => {
    const at = card === null ? -1 : rest.indexOf(card);
    return at < 0 ? null : (rest.splice(at, 1)[0] ?? null);
  });
  return [...kept.map((card) => card ?? rest.shift() ?? null), ...rest];
}

interface Choice {
  verb: AmulChoices["verb"];
  round: number;
  key: string;
  card: string | null;
}

const NOTHING = "nothing";

/** Where the card of a move lies. */
function placeOf({ what, place }: Happening): unknown {
  return { chose: "hand", picked: "market", took: place }[what];
}

export class Machine {
  readonly #sight: () => Sight;
  readonly #hands: Hands;
  #picked: Choice | null = $state.raw(null);
  /** The card that is shown large, chosen or not. */
  looked: Looked | null = $state.raw(null);
  busy = $state(false);
  #places: (string | null)[] = [];

  constructor(sight: () => Sight, hands: Hands) {
    this.#sight = sight;
    this.#hands = hands;
  }

  // --- what there is to decide ---

  get active(): boolean {
    const { live, choices } = this.#sight();
    return live && choices !== null;
  }

  get verb(): AmulChoices["verb"] | null {
    return this.active ? (this.#sight().choices?.verb ?? null) : null;
  }

  get moves(): AmulMove[] {
    return this.active ? (this.#sight().choices?.moves ?? []) : [];
  }

  #byCard = $derived.by(() => new Map(this.moves.map((move) => [move.card ?? NOTHING, move])));

  get me() {
    const { board, seat } = this.#sight();
    return board.seats[seat];
  }

  /** The card that was chosen and may still be changed. */
  get chosenCard(): string | null {
    return this.#sight().chosen?.split(" ")[1] ?? null;
  }

  get mayDecline(): boolean {
    return this.#byCard.has(NOTHING);
  }

  /** Where cards can be chosen now. */
  source = $derived.by((): Source | null => {
    if (this.verb === "offer" || this.verb === "play") return "hand";
    if (this.verb === "pick") return "market";
    if (this.verb !== "take") return null;
    const { set } = this.#sight();
    const effect = this.me?.played ? set?.kinds.get(kindId(this.me.played))?.effect : undefined;
    return effect && effect !== "none" ? effect : null;
  });

  // --- a choice under way: it lives on, also after a lost connection, while it is still possible ---

  selection = $derived.by((): Choice | null => {
    const picked = this.#picked;
    if (!picked || picked.verb !== this.verb || picked.round !== this.#sight().board.round) return null;
    return this.#byCard.has(picked.card ?? NOTHING) ? picked : null;
  });

  get move(): AmulMove | undefined {
    return this.selection ? this.#byCard.get(this.selection.card ?? NOTHING) : undefined;
  }

  // --- the cards where they lie ---

  stalls = $derived.by((): Stall[] => {
    const { board, seat, log, turned } = this.#sight();
    return stallsOf(board, seat, log, turned || board.phase !== "offer");
  });
  /** Cards that lie in stalls, in the order of the stalls. */
  market = $derived.by(() => this.#laid("market", this.stalls.flatMap((stall) => (stall.card && stall.taker === null ? [stall.card] : []))));
  palace = $derived.by(() => this.#laid("palace", this.#sight().board.palace));
  bazaar = $derived.by(() => this.#laid("bazaar", this.#sight().board.bazaar));

  /** The hand in its places; some may be empty. */
  places = $derived.by((): (Lying | null)[] => {
    const chosen = this.chosenCard;
    const cards = [...(this.me?.hand ?? [])];
    if (chosen && cards.length <= (this.me?.hand_size ?? 0) && !this.#isWhole(cards)) cards.push(chosen);
    this.#places = inPlaces(this.#places, cards);
    const laid = this.#laid("hand", this.#places.filter((card) => card !== null));
    let at = 0;
    return this.#places.map((card) => {
      const one = card === null ? undefined : laid[at++];
      if (!one) return null;
      return one.card === chosen ? { ...one, isChosen: true, selected: one.selected || !this.selection } : one;
    });
  });

  get hand(): Lying[] {
    return this.places.filter((one) => one !== null);
  }

  /** Whether nothing is missing from the hand: neither what can be chosen nor what was. */
  #isWhole(cards: string[]): boolean {
    return this.moves.every((move) => move.card === null || cards.includes(move.card)) && cards.includes(this.chosenCard ?? "");
  }

  #laid(place: Source, cards: string[]): Lying[] {
    const seen = new Map<string, number>();
    const here = this.source === place;
    let index = 0;
    return cards.map((card) => {
      const copy = seen.get(card) ?? 0;
      seen.set(card, copy + 1);
      const key = `${place} ${card} ${copy}`;
      const move = here ? this.#byCard.get(card) : undefined;
      if (move) index += 1;
      return {
        key,
        card,
        choosable: move !== undefined,
        faded: here && move === undefined,
        selected: this.selection?.key === key,
        index: move && index < 10 ? index : null,
        isChosen: false,
        chance: this.#chanceOf(place, card),
      };
    });
  }

  #chanceOf(place: Source, card: string): number | null {
    const hint = this.#sight().hints.find(({ told }) => told?.["card"] === card && placeOf(told) === place);
    return hint ? Math.round(hint.value * 100) : null;
  }

  /** Show a card large, or none; one that is pinned stays until it is closed. */
  look(looked: Looked | null): void {
    if (looked || !this.looked?.pinned) this.looked = looked;
  }

  // --- deciding ---

  /** Choose a card; by keyboard the second time sends it. */
  pick(key: string, byKey: boolean): void {
    const [place, card = ""] = key.split(" ");
    if (this.source !== place || !this.verb || !this.#byCard.has(card)) return;
    if (byKey && this.selection?.key === key) void this.commit();
    else this.#picked = { verb: this.verb, round: this.#sight().board.round, key, card };
  }

  /** Choose to take nothing. */
  decline(): void {
    if (this.verb && this.mayDecline) this.#picked = { verb: this.verb, round: this.#sight().board.round, key: NOTHING, card: null };
  }

  /** Digits choose among the cards that can be chosen; tells whether one was. */
  press(key: string): boolean {
    if (!/^[1-9]$/.test(key) || !this.source) return false;
    const found = this[this.source].find((one) => one.index === Number(key));
    if (!found) return false;
    this.pick(found.key, false);
    return true;
  }

  async commit(): Promise<void> {
    const { move } = this;
    if (!move || this.busy) return;
    this.busy = true;
    const was = this.#picked;
    try {
      const answer = await this.#hands.play(move.move);
      // The next card may have been chosen before the answer came.
      if (answer.ok && this.#picked === was) {
        this.#picked = null;
        this.looked = null;
      }
    } finally {
      this.busy = false;
    }
  }
}
