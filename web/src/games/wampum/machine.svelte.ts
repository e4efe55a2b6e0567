// What can be done at a table of Wampum: cards are chosen and a village is aimed at; the server says what that would do.
// A plain machine: it sees what the server says, takes cards, villages and keys, and sends moves of the server's answers.
import type { Answer } from "../../lib/types";
import type { WampumBoard, WampumBuild, WampumChoices, WampumPlace } from "./generated";
import { countOf, KINDS, plus, without } from "./kinds";

/** What the machine sees of the table. */
export interface Sight {
  board: WampumBoard;
  seat: number;
  choices: WampumChoices | null;
  /** What could be chosen instead of `chosen`, the own simultaneous choice. */
  revised: WampumChoices | null;
  chosen: string | null;
  /** Whether something may be done here at all. */
  live: boolean;
  /** Ask before a move is sent. */
  confirm: boolean;
  /** Names the decision: an unfinished choice is kept under this name. */
  decision: string;
}

export interface Hands {
  play: (move: string) => Promise<Answer>;
  ask: (letters: string) => Promise<WampumBuild | null>;
  /** Where an unfinished choice outlives a lost connection and a reload. */
  kept: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

export class Machine {
  readonly #sight: () => Sight;
  readonly #hands: Hands;
  #picked = $state("");
  #aim: number | null = $state(null);
  #build: WampumBuild | null = $state.raw(null);
  #changing = $state(false);
  #restored = "";
  /** What was to be decided with which cards when the table was last looked at. */
  #task = "";
  #asked = 0;
  sending = $state(false);
  /** The button has been pressed once where moves are confirmed. */
  sure = $state(false);

  constructor(sight: () => Sight, hands: Hands) {
    this.#sight = sight;
    this.#hands = hands;
  }

  // --- what there is to decide ---

  choices = $derived.by((): WampumChoices | null => {
    const { live, choices, revised } = this.#sight();
    return live ? (choices ?? (this.#changing ? revised : null)) : null;
  });

  get verb(): WampumChoices["verb"] | null {
    return this.choices?.verb ?? null;
  }

  get canPick(): boolean {
    return this.verb === "bid" || this.verb === "discard";
  }

  get canAim(): boolean {
    return this.verb === "bid" || this.verb === "go";
  }

  /** The own choice is in, and others are still choosing. */
  get mayChange(): boolean {
    const { live, chosen, revised } = this.#sight();
    return live && chosen !== null && revised !== null && !this.#changing;
  }

  get me() {
    const { board, seat } = this.#sight();
    return board.seats[seat];
  }

  get hand(): string {
    return this.choices?.hand ?? this.me?.hand ?? "";
  }

  get picked(): string {
    return this.#picked;
  }

  get aim(): number | null {
    return this.#aim;
  }

  /** What the cards chosen would do at each village, as far as the server has said it. */
  places = $derived.by((): WampumPlace[] => {
    if (this.verb === "go") return this.choices?.places ?? [];
    return this.verb === "bid" && this.#picked ? (this.#build?.places ?? []) : [];
  });

  get aimed(): WampumPlace | null {
    return this.places.find((place) => place.village === this.#aim) ?? null;
  }

  left(letter: string): number {
    return countOf(this.hand, letter) - countOf(this.#picked, letter);
  }

  /** What the server has said about exactly these cards. */
  get answered(): WampumBuild | null {
    return this.#build?.build === this.#picked ? this.#build : null;
  }

  /** The move that is ready to be sent. */
  get move(): string | null {
    if (this.verb === "discard") return this.answered?.move ?? null;
    if (this.verb === "bid" && (!this.#picked || !this.answered)) return null;
    return this.aimed?.allowed ? this.aimed.move : null;
  }

  // --- a new sight ---

  /** Look at the table again: an old choice goes, an unfinished one comes back, and the server is asked anew. */
  see(): void {
    const { chosen, decision } = this.#sight();
    if (chosen === null) this.#changing = false;
    if (!this.canPick) {
      this.#picked = "";
      this.#build = null;
    }
    if (!this.verb) this.#aim = null;
    this.sure = false;
    const task = this.canPick ? `${this.verb} ${this.hand}` : "";
    const goesOn = task === this.#task;
    this.#task = task;
    if (task && this.#restored !== decision) this.#restore(decision, goesOn);
    this.#ask();
  }

  /** While others choose at the same time the decision stays the same one: then nothing is put down. */
  #restore(decision: string, goesOn: boolean): void {
    this.#restored = decision;
    if (goesOn) return this.#keep();
    const [letters = "", village = ""] = (this.#hands.kept.getItem(decision) ?? "").split(" ");
    this.#picked = letters;
    this.#aim = village ? Number(village) : null;
  }

  #keep(): void {
    this.sure = false;
    const { decision } = this.#sight();
    if (this.canPick && this.#restored === decision) this.#hands.kept.setItem(decision, `${this.#picked} ${this.#aim ?? ""}`);
  }

  /** Ask what the cards chosen would do; a late answer to an old question is dropped. */
  #ask(): void {
    const question = ++this.#asked;
    if (!this.canPick) return;
    void this.#hands.ask(this.#picked).then((answer) => {
      if (answer && question === this.#asked) this.#build = answer;
    });
  }

  // --- choosing ---

  add(letter: string): void {
    if (!this.canPick || this.left(letter) <= 0) return;
    this.#pick(plus(this.#picked, letter));
  }

  takeBack(letter: string): void {
    if (this.#picked.includes(letter)) this.#pick(without(this.#picked, letter));
  }

  /** All cards back into the hand, and no village aimed at. */
  putBack(): void {
    if (!this.canPick && !this.canAim) return;
    this.#aim = null;
    this.#pick("");
  }

  #pick(letters: string): void {
    this.#picked = letters;
    this.#keep();
    this.#ask();
  }

  aimAt(village: number): void {
    if (!this.canAim || !this.#sight().board.villages.some(({ number }) => number === village)) return;
    this.#aim = village;
    this.#keep();
  }

  chooseAgain(): void {
    this.#changing = true;
    this.see();
  }

  /** Letters are cards, with Shift they are taken back; digits are villages. */
  press(key: string, shift: boolean): void {
    const letter = key.toUpperCase();
    if (KINDS.some((kind) => kind.letter === letter)) {
      if (shift) this.takeBack(letter);
      else this.add(letter);
    } else if (/^\d$/.test(key)) this.aimAt(Number(key));
  }

  async commit(): Promise<void> {
    const { move } = this;
    const { confirm, decision } = this.#sight();
    if (!move || this.sending) return;
    if (confirm && !this.sure) {
      this.sure = true;
      return;
    }
    this.sending = true;
    const answer = await this.#hands.play(move);
    this.sending = false;
    this.sure = false;
    if (!answer.ok) return;
    this.#hands.kept.removeItem(decision);
    this.#picked = "";
    this.#aim = null;
    this.#changing = false;
  }
}
