// One table as this person may know it: nothing else is ever in memory. Filled by the connection, read by the page.
import { tick } from "svelte";
import { connection, type Follower } from "./socket.svelte";
import type {
  Answer,
  Build,
  BuildMessage,
  EventMessage,
  Happening,
  HintMessage,
  LogEntry,
  TableInfo,
  TableMessage,
  Turn,
  ViewMessage,
} from "./types";

/** A table whose game is still being prepared is looked for again after so many milliseconds. */
const LOOK_AGAIN = 1500;
const NO_TURN: Turn = { waiting: [], decided: [], moves: 0, paused: false, asked: null, clocks: [], over: false };

export class LiveTable implements Follower {
  readonly id: string;
  /** Last number received; what is shown may lag behind while a trade is being played out. */
  seq = 0;
  info: TableInfo | null = $state.raw(null);
  mine: number[] = $state.raw([]);
  turn: Turn = $state.raw(NO_TURN);
  views: ViewMessage[] = $state.raw([]);
  log: LogEntry[] = $state.raw([]);
  present: string[] = $state.raw([]);
  /** When `turn` was told, by our clock, in milliseconds. */
  toldAt = $state(0);
  refusal: Answer | null = $state.raw(null);
  reviewed: { done: number; total: number } | null = $state.raw(null);
  /** Goes up with every event shown. */
  shown = $state(0);

  #queue: EventMessage[] = [];
  #held = false;
  #drawing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  onevent: ((event: EventMessage) => void) | null = null;
  /** Who sees to it that a move is sent, at a table with a coach. Without anybody who could ask back it is sent as sure. */
  coach: ((send: (sure: boolean) => Promise<Answer>) => Promise<Answer>) | null = null;

  constructor(id: string) {
    this.id = id;
  }

  open(): void {
    connection.follow(this);
  }

  close(): void {
    clearTimeout(this.#timer);
    connection.unfollow(this);
  }

  // --- heard from the server ---

  table(message: TableMessage): void {
    this.#queue = [];
    this.release();
    this.seq = message.seq;
    this.info = message.table;
    this.mine = message.mine;
    this.turn = message.turn;
    this.views = message.views;
    this.log = message.log;
    this.present = message.here;
    this.refusal = null;
    this.#tick(message.at);
    this.shown = message.seq;
  }

  event(message: EventMessage): void {
    if (message.seq <= this.seq) return;
    if (message.seq > this.seq + 1) {
      connection.catchUp(this);
      return;
    }
    this.seq = message.seq;
    this.#queue.push(message);
    if (!this.#held) this.#showNext();
  }

  here(persons: string[]): void {
    this.present = persons;
  }

  review(done: number, total: number): void {
    this.reviewed = { done, total };
  }

  /** Whether the table waits for its game to be prepared. */
  get awaited(): boolean {
    return this.refusal?.refused?.key === "server.refuse.preparing";
  }

  refused(answer: Answer): void {
    this.refusal = answer;
    // The table is there, its game not quite yet.
    if (this.awaited) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => connection.catchUp(this), LOOK_AGAIN);
    }
  }

  #tick(at: number): void {
    this.toldAt = (at - connection.skew) * 1000;
  }

  /** Let what is on the table be looked at for a while before the next event is shown. */
  hold(milliseconds: number): void {
    this.#held = true;
    clearTimeout(this.#timer);
    // Forever: until somebody releases it.
    if (milliseconds < Infinity) this.#timer = setTimeout(() => this.release(), milliseconds);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#held = false;
    this.#showNext();
  }

  /** One at a time: only when an event has been drawn does its table know that it wants to be looked at. */
  #showNext(): void {
    const message = this.#held || this.#drawing ? undefined : this.#queue.shift();
    if (!message) return;
    this.#drawing = true;
    this.#show(message);
    void tick().then(() => {
      this.#drawing = false;
      this.#showNext();
    });
  }

  #show(message: EventMessage): void {
    if (message.table) this.info = message.table;
    this.turn = message.turn;
    if (message.views.length) {
      this.views = message.views;
      // Sitting down changes with whose eyes the table is seen; the server sends the views that fit.
      this.mine = message.views.map((view) => view.seat).filter((seat) => seat >= 0);
    }
    const happenings: Happening[] = message.views[0]?.happenings ?? [];
    this.log = [...this.log, { seq: message.seq, at: message.at, news: message.news, happenings }];
    this.#tick(message.at);
    this.shown = message.seq;
    this.onevent?.(message);
  }

  // --- said to the server ---

  play(seat: number, move: string): Promise<Answer> {
    const send = (sure: boolean) => connection.request({ type: "play", table: this.id, seat, move, seq: this.seq, id: fresh(), sure }, true);
    return this.coach ? this.coach(send) : send(true);
  }

  async ask(seat: number, build: string): Promise<Build | null> {
    const reply = await connection.request<Answer | BuildMessage>({ type: "ask", table: this.id, seat, build });
    return reply.type === "build" ? reply.build : null;
  }

  undo(seat: number): Promise<Answer> {
    return connection.request({ type: "undo", table: this.id, seat, seq: this.seq, id: fresh() }, true);
  }

  hint(seat: number): Promise<Answer | HintMessage> {
    return connection.request<Answer | HintMessage>({ type: "hint", table: this.id, seat });
  }

  chat(text: string): Promise<Answer> {
    return connection.request({ type: "chat", table: this.id, text, id: fresh() }, true);
  }

  consent(agree: boolean): Promise<Answer> {
    return connection.request({ type: "consent", table: this.id, agree });
  }

  pause(seat: number): Promise<Answer> {
    return connection.request({ type: "pause", table: this.id, seat });
  }

  resume(): Promise<Answer> {
    return connection.request({ type: "resume", table: this.id });
  }

  hand(seat: number): Promise<Answer> {
    return connection.request({ type: "hand", table: this.id, seat });
  }

  takeBack(seat: number): Promise<Answer> {
    return connection.request({ type: "reclaim", table: this.id, seat });
  }

  closeTable(): Promise<Answer> {
    return connection.request({ type: "close", table: this.id });
  }

  resign(seat: number): Promise<Answer> {
    return connection.request({ type: "resign", table: this.id, seat });
  }
}

/** Whether a bot may play for somebody who is away; the server knows for how long they have to be. */
export function mayReplace(table: TableInfo): boolean {
  return table.settings.absent !== "wait" && table.settings.clock.kind !== "days" && !table.rated;
}

function fresh(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
