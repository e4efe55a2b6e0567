// One connection to the server. It comes back by itself, follows its tables from the last number received, and sends
// again what was not answered: moves carry an id, so that none is played twice.
import { prefs } from "./prefs.svelte";
import type { Answer, BuildMessage, EventMessage, HintMessage, Said, TableMessage, Told } from "./types";

type Reply = Answer | BuildMessage | HintMessage;

interface Waiting {
  message: Said;
  resolve: (reply: Reply) => void;
  /** Moves, undo and chat survive a lost connection; questions are simply asked again by whoever wants to know. */
  again: boolean;
}

export interface Follower {
  readonly id: string;
  readonly seq: number;
  table(message: TableMessage): void;
  event(message: EventMessage): void;
  here(persons: string[]): void;
  review(done: number, total: number): void;
  refused(answer: Answer): void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

export class Connection {
  state: "idle" | "connecting" | "open" | "lost" = $state("idle");
  #socket: WebSocket | null = null;
  #followers = new Map<string, Follower>();
  #waiting = new Map<string, Waiting>();
  #next = 1;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Server's clock minus ours, in seconds. */
  skew = 0;

  constructor() {
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#hurry());
  }

  follow(follower: Follower): void {
    this.#followers.set(follower.id, follower);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#watch(follower);
    else this.#open();
  }

  unfollow(follower: Follower): void {
    if (this.#followers.get(follower.id) !== follower) return;
    this.#followers.delete(follower.id);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "unwatch", table: follower.id });
  }

  /** Fetch what was missed, for example after a gap in the numbers. */
  catchUp(follower: Follower): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#watch(follower);
  }

  request<T extends Reply = Answer>(message: Said, again = false): Promise<T> {
    const ref = `r${this.#next++}`;
    const whole = { ...message, ref };
    return new Promise<T>((resolve) => {
      this.#waiting.set(ref, { message: whole, resolve: resolve as (reply: Reply) => void, again });
      this.#send(whole);
    });
  }

  /** Begin anew, for example with another cookie or language. */
  restart(): void {
    this.#socket?.close();
    this.#hurry();
  }

  #watch(follower: Follower): void {
    void this.request({ type: "watch", table: follower.id, since: follower.seq }).then((answer) => {
      if (!answer.ok) follower.refused(answer);
    });
  }

  #send(message: Said): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    if (this.state !== "lost") this.state = "connecting";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/play?language=${prefs.language}`);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(JSON.parse(event.data) as Told);
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #opened(): void {
    this.state = "open";
    this.#pause = FIRST_PAUSE;
    for (const follower of this.#followers.values()) this.#watch(follower);
    for (const [ref, waiting] of this.#waiting) {
      if (waiting.again) this.#send(waiting.message);
      else if (waiting.message.type !== "watch") this.#settle(ref, lostAnswer(ref));
    }
  }

  #lost(): void {
    this.#socket = null;
    for (const [ref, waiting] of this.#waiting) if (!waiting.again) this.#settle(ref, lostAnswer(ref));
    if (this.#followers.size === 0) {
      this.state = "idle";
      return;
    }
    this.state = "lost";
    // A little luck keeps a thousand clients from coming back in the same moment.
    const pause = this.#pause * (0.75 + Math.random() / 2);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    this.#timer = setTimeout(() => this.#open(), pause);
  }

  #hurry(): void {
    if (this.state !== "lost") return;
    this.#pause = FIRST_PAUSE;
    this.#open();
  }

  #settle(ref: string, reply: Reply): void {
    const waiting = this.#waiting.get(ref);
    this.#waiting.delete(ref);
    waiting?.resolve(reply);
  }

  #hear(told: Told): void {
    switch (told.type) {
      case "hello":
        this.skew = told.at - Date.now() / 1000;
        break;
      case "table":
        this.#followers.get(told.table.id)?.table(told);
        break;
      case "event":
        this.#followers.get(told.id)?.event(told);
        break;
      case "here":
        this.#followers.get(told.id)?.here(told.here);
        break;
      case "review":
        this.#followers.get(told.id)?.review(told.done, told.total);
        break;
      case "answer":
      case "build":
      case "hint":
        this.#settle(told.ref, told);
        break;
      case "closing":
        this.#pause = Math.max(FIRST_PAUSE, told.retry * 1000);
        break;
      case "pong":
        break;
    }
  }
}

function lostAnswer(ref: string): Answer {
  return {
    type: "answer",
    ref,
    ok: false,
    seq: null,
    again: false,
    table: null,
    refused: { key: "frame.offline", facts: {}, text: "" },
  };
}

export const connection = new Connection();
