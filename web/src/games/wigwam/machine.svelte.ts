// What can be done at a table of Wigwam, step by step: placing, choosing a piece, capturing jump by jump, huffing, confirming.
// A plain machine: it sees what the server says, takes points, keys and drops, and has moves of the server's list sent.
import { Steps } from "../../lib/steps.svelte";
import { isArrow, KIND_OF, KINDS, matching, moveAmong, nextJumps, rewound, stepped, type Jump, type Kind, type Move, type Place, type Told } from "./model";
import { asActors, BACK, framesOf, JUMP, type Actor, type Frame } from "./motion";
import { Arrangement } from "./setup.svelte";
import type { Hands, Mark, Say, Sight } from "./sight";

export class Machine {
  readonly playback = new Steps<Frame>();
  readonly arrangement: Arrangement;
  readonly #sight: () => Sight;
  readonly #hands: Hands;

  #from: string | null = $state(null);
  #jumps: Jump[] = $state.raw([]);
  #half: { victim?: string; landing?: string } = $state.raw({});
  #hop: { route: string[]; ms: number } | null = $state.raw(null);
  #wanted: Kind | null = $state(null);
  #sentAt = $state(-1);
  staged: Move | null = $state.raw(null);
  note: Say | null = $state.raw(null);
  /** Where the keyboard is. */
  cursor: string | null = $state(null);
  #lane: number | null = null;
  #axis = "";
  #swallow = false;
  /** The move is being made by hand: nothing has to be shown moving. */
  #carried = false;
  /** How many moves have been seen. */
  #seen: number | null = null;
  /** The own move whose way has been seen before it was sent. */
  #shown: string | null = null;

  constructor(sight: () => Sight, hands: Hands) {
    this.#sight = sight;
    this.#hands = hands;
    this.arrangement = new Arrangement(sight);
  }

  // --- what there is to decide ---

  get active(): boolean {
    const { live, choices } = this.#sight();
    return live && choices !== null && !this.playback.playing;
  }

  get busy(): boolean {
    return this.#sentAt === this.#sight().moves;
  }

  moves = $derived.by((): Move[] => {
    const { choices } = this.#sight();
    return this.active && choices?.verb === "move" ? (choices.moves ?? []) : [];
  });

  get arranging(): boolean {
    return this.active && this.#sight().choices?.verb === "setup";
  }

  get placing(): boolean {
    return this.moves.some((move) => move.verb === "place");
  }

  get settingUp(): boolean {
    return this.placing || this.arranging;
  }

  get huffs(): Move[] {
    return this.moves.filter((move) => move.verb === "huff");
  }

  movable = $derived.by((): Set<string> => {
    return new Set(this.moves.filter((move) => move.verb !== "huff").map((move) => move.point));
  });

  // --- a move under construction: it lives on as long as it is still possible ---

  source = $derived.by(() => {
    const from = this.#from;
    return from !== null && this.moves.some((move) => move.point === from && move.verb !== "huff") ? from : null;
  });
  made = $derived.by(() => {
    const start = this.source;
    if (!start) return [];
    let length = this.#jumps.length;
    while (length && !matching(this.moves, start, this.#jumps.slice(0, length)).length) length -= 1;
    return this.#jumps.slice(0, length);
  });
  #going = $derived(this.source ? matching(this.moves, this.source, this.made) : []);
  next = $derived(this.source ? nextJumps(this.#going, this.made.length) : []);
  offered = $derived(
    this.next.filter(
      ({ victim, landing }) =>
        (!this.#half.victim || victim === this.#half.victim) && (!this.#half.landing || landing === this.#half.landing),
    ),
  );

  get reached(): string | null {
    return this.made.at(-1)?.landing ?? this.source;
  }

  /** The capture that would end here. */
  get finished(): Move | undefined {
    const { length } = this.made;
    return length ? this.#going.find((move) => move.victims?.length === length) : undefined;
  }

  get steps(): Move[] {
    const { source } = this;
    return source && !this.made.length ? this.moves.filter((move) => move.verb === "step" && move.point === source) : [];
  }

  /** Whether there is something half done that can be taken back without the server. */
  get begun(): boolean {
    return this.source !== null || this.staged !== null || (this.arranging && this.arrangement.from !== null);
  }

  // --- the hand while pieces are being placed: always one kind, so that nothing is placed unasked ---

  get left(): Record<Kind, number> {
    if (this.arranging) return this.arrangement.left;
    const { board, seat } = this.#sight();
    const army = board.off_board.find((one) => one.seat === seat);
    return { warrior: army?.warriors ?? 0, chief: army?.chiefs ?? 0, tent: army?.tents ?? 0 };
  }

  get hand(): Kind | null {
    if (!this.settingUp) return null;
    const { left } = this;
    if (this.#wanted && left[this.#wanted] > 0) return this.#wanted;
    return KINDS.find((kind) => left[kind] > 0) ?? null;
  }

  /** Take a kind of piece into the hand; once more leaves it there. */
  takeInHand(kind: Kind): void {
    this.arrangement.from = null;
    if (this.left[kind] > 0) {
      this.#wanted = kind;
      this.note = null;
    } else {
      this.note = { key: `wigwam.none_left.${kind}` };
    }
  }

  // --- what the board shows ---

  actors = $derived.by((): Actor[] => {
    const { board, seat } = this.#sight();
    if (this.playback.now) return this.playback.now.actors;
    const found = asActors(board.pieces);
    const { source, made, staged, arrangement } = this;
    if (this.arranging) {
      const mine = arrangement.base.flatMap((point) => {
        const kind = arrangement.kindAt(point);
        return kind ? [{ point, seat, kind, id: `${point} ${kind}` }] : [];
      });
      return [...found.filter((piece) => piece.seat !== seat), ...mine];
    }
    if (source && (made.length || this.#hop)) {
      const victims = made.map((jump) => jump.victim);
      return found.map((piece) => {
        if (piece.point === source) return { ...piece, point: this.reached ?? source, route: this.#hop?.route, ms: this.#hop?.ms };
        return victims.includes(piece.point) ? { ...piece, lifted: true } : piece;
      });
    }
    if (staged?.verb === "step" && staged.target) {
      const { point, target } = staged;
      return found.map((piece) => (piece.point === point ? { ...piece, point: target } : piece));
    }
    if (staged?.verb === "place" && staged.kind) {
      return [...found, { point: staged.point, seat, kind: staged.kind, id: `new ${staged.point}`, ghost: true }];
    }
    return found;
  });

  /** The way of the move under construction. */
  get route(): string[] {
    const { source, made, staged } = this;
    if (source && made.length) return [source, ...made.flatMap((jump) => [jump.victim, jump.landing])];
    return staged?.verb === "step" && staged.target ? [staged.point, staged.target] : [];
  }

  marks = $derived.by((): Map<string, Mark> => {
    const found = new Map<string, Mark>();
    if (this.staged) return found;
    if (this.arranging) {
      for (const point of this.arrangement.base) if (!this.arrangement.kindAt(point)) found.set(point, "place");
      return found;
    }
    for (const move of this.moves) if (move.verb === "place" && move.kind === this.hand) found.set(move.point, "place");
    for (const move of this.huffs) if (!this.source) found.set(move.point, "huff");
    for (const move of this.steps) if (move.target) found.set(move.target, "target");
    for (const jump of this.offered) {
      found.set(jump.victim, "victim");
      found.set(jump.landing, "target");
    }
    return found;
  });

  /** Pieces of the player to move that can capture. */
  get capturers(): string[] {
    return this.source || this.placing || this.playback.playing ? [] : this.#sight().board.capturers;
  }

  /** Where something could be taken: pieces as they stand; once one is in hand, the points where it would stand. */
  threatened = $derived.by((): string[] => {
    if (this.playback.playing || this.staged) return [];
    return this.source ? this.ends.filter(([, exposed]) => exposed).map(([point]) => point) : this.#sight().board.threatened;
  });

  /** Points on which the move under construction can end, and whether its piece could be taken there. */
  get ends(): [point: string, exposed: boolean][] {
    const { length } = this.made;
    const captures = this.#going.filter((move) => move.victims.length === length + 1);
    const found = [this.finished, ...this.steps, ...captures].flatMap((move) => (move?.target ? [[move.target, move.exposed] as const] : []));
    return [...new Map(found)];
  }

  get last(): Told | undefined {
    if (this.playback.playing) return undefined;
    return moveAmong(this.#sight().happenings) ?? this.#sight().last;
  }

  /** What the machine sees, for those who show it. */
  get sight(): Sight {
    return this.#sight();
  }

  // --- what happens at the table ---

  /** Look at what the table shows now; a new move is played out. Gives whether something moves. */
  see(): boolean {
    const { happenings, moves, board, speed } = this.#sight();
    const told = moveAmong(happenings);
    const before = this.#seen;
    if (moves === before) return false;
    this.#seen = moves;
    this.playback.speed = speed;
    this.#hop = null;
    // Whoever comes later, or goes back, sees how it stands.
    if (before === null || moves < before || !told) {
      this.playback.skip();
      return false;
    }
    const shown = this.#shown === told.move;
    this.#shown = null;
    return this.playback.begin(framesOf(rewound(board.pieces, told), told, shown));
  }

  /** Play the last move once more. */
  playAgain(): void {
    const told = this.last;
    if (!told) return;
    this.clear();
    // Whoever asks for it wants to see it.
    this.playback.speed = this.#sight().speed || 1;
    this.playback.begin(framesOf(rewound(this.#sight().board.pieces, told), told));
  }

  // --- deciding ---

  clear(): void {
    this.#from = null;
    this.#jumps = [];
    this.#half = {};
    this.#hop = null;
    this.staged = null;
    this.note = null;
    this.arrangement.from = null;
  }

  async commit(text: string): Promise<void> {
    if (this.busy) return;
    this.#sentAt = this.#sight().moves;
    const was = [this.#from, this.#jumps, this.staged];
    this.#shown = this.route.length && [this.finished?.move, this.staged?.move].includes(text) ? text : null;
    try {
      const answer = await this.#hands.play(text);
      if (!answer.ok) return;
      // The next piece may have been chosen before the answer came.
      if ([this.#from, this.#jumps, this.staged].every((now, n) => now === was[n])) this.clear();
      if (text.startsWith("setup ")) this.arrangement.letters = null;
    } finally {
      this.#sentAt = -1;
    }
  }

  #decide(move: Move): void {
    const { confirm } = this.#sight();
    if (confirm || this.#carried) this.staged = move;
    if (this.#carried) this.#hands.sound?.("place");
    if (!confirm) void this.commit(move.move);
  }

  #jump(jump: Jump): void {
    const start = this.source;
    if (!start) return;
    this.#hop = { route: [this.reached ?? start, jump.victim, jump.landing], ms: JUMP };
    this.#jumps = [...this.made, jump];
    this.#hands.sound?.("capture");
    this.#half = {};
    this.note = null;
    const [only, ...others] = matching(this.moves, start, this.#jumps);
    // Without a further jump there is nothing left to decide.
    const complete = only && !others.length && only.victims.length === this.#jumps.length;
    if (complete && !this.#sight().confirm) void this.commit(only.move);
  }

  stepBack(): void {
    this.note = null;
    const last = this.made.at(-1);
    if (this.staged) this.staged = null;
    else if (this.#half.victim || this.#half.landing) this.#half = {};
    else if (last) {
      const before = this.made.at(-2)?.landing ?? this.source ?? last.landing;
      this.#hop = { route: [last.landing, last.victim, before], ms: BACK };
      this.#jumps = this.made.slice(0, -1);
    } else this.clear();
  }

  /** Somebody means a point. */
  choose(point: string): void {
    if (this.#swallow) {
      this.#swallow = false;
      return;
    }
    if (this.playback.playing) {
      this.playback.skip();
      return;
    }
    if (!this.active || this.busy) return;
    if (this.arranging) this.#arrange(point);
    else if (this.placing) this.#place(point);
    else this.#chooseOnBoard(point);
  }

  #chooseOnBoard(point: string): void {
    this.staged = null;
    const step = this.steps.find((move) => move.target === point);
    if (step) {
      this.#decide(step);
      return;
    }
    const fitting = this.offered.filter((jump) => jump.landing === point || jump.victim === point);
    const [first, ...others] = fitting;
    if (first && !others.length) {
      this.#jump(first);
      return;
    }
    if (first) {
      const landing = fitting.every((jump) => jump.landing === point);
      this.#half = landing ? { landing: point } : { victim: point };
      this.note = { key: landing ? "wigwam.which_victim" : "wigwam.which_landing" };
      return;
    }
    const huff = this.huffs.find((move) => move.point === point);
    if (huff && !this.source) {
      this.staged = huff;
      return;
    }
    const again = this.source === point;
    this.clear();
    if (again) return;
    if (this.movable.has(point)) {
      this.#from = point;
      return;
    }
    const { board, seat } = this.#sight();
    const own = board.pieces.some((piece) => piece.point === point && piece.seat === seat);
    if (own) this.note = { key: board.must_capture ? "wigwam.must_capture_other" : "wigwam.cannot_move" };
  }

  #place(point: string): void {
    this.staged = null;
    const move = this.moves.find((one) => one.verb === "place" && one.point === point && one.kind === this.hand);
    if (move) {
      this.note = null;
      this.#decide(move);
      return;
    }
    this.note = { key: this.#sight().base.includes(point) ? "wigwam.taken" : "wigwam.only_base" };
  }

  #arrange(point: string): void {
    const { arrangement, hand } = this;
    this.note = null;
    if (!arrangement.base.includes(point)) this.note = { key: "wigwam.only_base" };
    else if (arrangement.from === point) arrangement.remove(point);
    else if (arrangement.from !== null) arrangement.exchange(arrangement.from, point);
    else if (arrangement.kindAt(point)) arrangement.from = point;
    else if (hand) arrangement.put(point, hand);
  }

  // --- the keyboard: arrows walk the points, everything else is said here ---

  /** Where an arrow key leads. */
  walk(key: string, from: string, places: Place[]): string | null {
    if (!isArrow(key)) return null;
    const axis = key === "ArrowUp" || key === "ArrowDown" ? "y" : "x";
    const next = stepped(places, from, key, this.#axis === axis ? this.#lane : null);
    this.#axis = axis;
    this.#lane = next.lane;
    this.cursor = next.point;
    return next.point;
  }

  /** A key on a point; tells whether it meant something. */
  press(key: string, point: string): boolean {
    const kind = KINDS["123".indexOf(key)] ?? KIND_OF[key.toUpperCase()];
    if (kind && this.settingUp) this.takeInHand(kind);
    else if (key === "Enter" || key === " ") this.choose(point);
    else if (this.arranging && (key === "Backspace" || key === "Delete") && this.arrangement.kindAt(point)) this.arrangement.remove(point);
    else if (key === "Escape" || key === "Backspace") this.stepBack();
    else return false;
    return true;
  }

  /** A piece is lifted off its point by hand. */
  lift(point: string): void {
    if (this.arranging) this.arrangement.from = point;
    else if (!this.made.length) {
      this.clear();
      this.#from = point;
    }
  }

  /** A piece is let go: over a point, over the one it came from, or beside the board (none). */
  putDown(point: string | null, from: string | null): void {
    this.#carried = from !== null;
    if (point !== null && point !== from) this.choose(point);
    else if (this.arranging) this.arrangement.from = null;
    this.#carried = false;
    // The click that follows a drop on the point of departure means nothing.
    this.#swallow = point !== null && point === from;
    setTimeout(() => (this.#swallow = false), 0);
  }

  /** Whether a piece on the board can be taken by hand now. */
  mayLift(point: string): Actor | undefined {
    if (!this.active || this.busy || this.placing) return undefined;
    if (!(this.arranging ? this.arrangement.base.includes(point) : this.movable.has(point) || point === this.reached)) return undefined;
    const { seat } = this.#sight();
    return this.actors.find((actor) => actor.point === point && actor.seat === seat && !actor.lifted);
  }
}
