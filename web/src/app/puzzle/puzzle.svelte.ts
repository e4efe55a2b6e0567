// A puzzle as a table: what was found so far, how the last try went, and the solution step by step. Whether a move is right
// is decided by the server; here it is only shown.
import { Refusal, request } from "../../lib/api";
import { prefs } from "../../lib/prefs.svelte";
import { LiveTable } from "../../lib/table.svelte";
import type { Answer, Build, HintMove, PuzzleBuild, PuzzleSolution, PuzzleStanding, PuzzleTask, PuzzleVerdict, ReplayStep, SeatView, TableInfo, Turn, WeighedMove } from "../../lib/types";

/** asked: a move is wanted. wrong: what was tried lies on the table. solved, or shown: how it goes stands beside it. */
export type Phase = "asked" | "wrong" | "solved" | "shown";

const TAKEN: Answer = { type: "answer", ref: "", ok: true, seq: null, again: false, table: null, refused: null };

export class PuzzleTable extends LiveTable {
  task: PuzzleTask = $state.raw()!;
  standing: PuzzleStanding = $state.raw()!;
  /** Of the rating, by the try that counted. */
  change: number | null = $state(null);
  phase: Phase = $state("asked");
  solution: PuzzleSolution | null = $state.raw(null);
  /** The step of the solution that lies on the table; none: the table as it was left. */
  step: number | null = $state(null);
  /** A candidate that is looked at instead of the solution's own move. */
  looked: WeighedMove | null = $state.raw(null);
  /** One step on: what happens in it is seen happening. */
  #forward = $state(false);
  /** The own moves that were right. */
  own: string[] = $state.raw([]);
  #asked!: { view: SeatView; turn: Turn };

  constructor(task: PuzzleTask) {
    super(task.id);
    this.#lay(task);
  }

  #lay(task: PuzzleTask): void {
    this.task = task;
    this.standing = task.standing;
    this.own = [];
    this.#ask(task.view, task.turn);
  }

  /** Lay out a moment in which a move is wanted. */
  #ask(view: SeatView, turn: Turn): void {
    this.#asked = { view: { ...view, happenings: [] }, turn };
    const { table, seat } = this.task;
    this.table({ type: "table", table, seq: this.seq, at: 0, mine: [seat], turn, views: [this.#asked.view], log: [], here: [] });
    this.phase = "asked";
    this.step = this.looked = null;
  }

  /** The finished game that it is a moment of, if it is one of somebody's own. */
  get source(): string | null {
    return this.task.theme === "own" ? (this.id.split("-")[0] ?? null) : null;
  }

  get #path(): string {
    return `/puzzles/${this.task.game}/${this.id}`;
  }

  // --- trying ---

  override async play(seat: number, move: string): Promise<Answer> {
    try {
      this.#judged(seat, move, await request<PuzzleVerdict>("POST", `${this.#path}/try`, { moves: [...this.own, move] }));
      return TAKEN;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...TAKEN, ok: false, refused: error.refused };
    }
  }

  #judged(seat: number, move: string, verdict: PuzzleVerdict): void {
    const { answered, turn, right, done } = verdict;
    const before = answered ? { ...turn, moves: turn.moves - 1, waiting: [] } : turn;
    // What is told comes when the last of it is shown.
    const last = this.seq + (answered ? 2 : 1);
    this.onevent = ({ seq }) => {
      if (seq !== last) return;
      this.standing = verdict.standing;
      this.change ??= verdict.change;
      if (right) this.own = [...this.own, move];
      if (answered) this.#asked = { view: { ...answered, happenings: [] }, turn };
      if (!right || done) this.phase = right ? "solved" : "wrong";
      if (done) void this.#learn();
    };
    this.#tell(seat, before, verdict.view);
    if (answered) this.#tell(-1, turn, answered);
  }

  #tell(seat: number, turn: Turn, view: SeatView): void {
    this.event({ type: "event", id: this.id, seq: this.seq + 1, at: 0, news: { what: "moved", seat, by: "person", hidden: false }, turn, views: [view], table: null });
  }

  override async ask(_seat: number, build: string): Promise<Build | null> {
    try {
      return (await request<PuzzleBuild>("POST", `${this.#path}/ask`, { build, moves: this.own })).build;
    } catch {
      return null;
    }
  }

  /** Take a wrong move back. */
  retry(): void {
    this.#ask(this.#asked.view, this.#asked.turn);
  }

  /** From the beginning. */
  again(): void {
    this.#lay({ ...this.task, standing: this.standing });
  }

  // --- the solution ---

  async #learn(): Promise<void> {
    this.solution = await request<PuzzleSolution>("POST", `${this.#path}/solution?language=${prefs.language}`);
    this.standing = this.solution.standing;
    this.change ??= this.solution.change;
  }

  async giveUp(): Promise<void> {
    await this.#learn();
    this.phase = "shown";
    this.go(0);
  }

  /** Show a step of the solution: the table before its next move, which lies on it as a hint. */
  go(step: number): void {
    this.looked = null;
    this.#forward = this.step !== null && step === this.step + 1;
    this.step = step;
  }

  look(candidate: WeighedMove): void {
    this.go(0);
    this.looked = candidate;
  }

  get #shown(): ReplayStep | null {
    return (this.step !== null && this.solution?.steps[this.step]) || null;
  }

  /** What lies on the table now. */
  get seen(): SeatView {
    const live = this.views[0] ?? this.task.view;
    const step = this.#shown;
    return step ? { ...live, board: step.board, happenings: this.#forward ? step.happenings : [], choices: null } : live;
  }

  get moves(): number {
    return this.step === null ? this.turn.moves : this.task.turn.moves + this.step;
  }

  get hints(): HintMove[] | null {
    const next = this.#shown && this.solution?.steps[(this.step ?? 0) + 1];
    if (this.looked) return [this.looked];
    if (!next?.move) return null;
    return this.step === 0 && this.solution ? [this.solution.hint] : [{ move: next.move, value: 1, told: next.happenings[0] ?? null }];
  }

  /** Whether the move that is shown is the answer of somebody else. */
  get answered(): boolean {
    return (this.step ?? 0) % 2 === 1;
  }

  // --- around it ---

  /** Say it in the language of the page. */
  async translate(): Promise<void> {
    const language = prefs.language;
    const { task } = await request<PuzzleTask>("GET", `${this.#path}?language=${language}`);
    if (language !== prefs.language) return;
    this.task = { ...this.task, task };
    if (this.solution) await this.#learn();
  }

  playOn(level: string): Promise<TableInfo> {
    return request<TableInfo>("POST", `${this.#path}/table`, { level });
  }
}

/** A puzzle of a game: "daily", "next", or one by its id. */
export async function fetchPuzzle(game: string, which: string): Promise<PuzzleTable> {
  return new PuzzleTable(await request<PuzzleTask>("GET", `/puzzles/${game}/${which}?language=${prefs.language}`));
}

export interface Day {
  /** "Mo" */
  name: string;
  solved: boolean;
  today: boolean;
}

const DAY = 86_400_000;

/** The last seven days of the server's calendar, and on which of them the day's puzzle was solved without a gap until now. */
export function week({ streak, today }: Pick<PuzzleStanding, "streak" | "today">, now: number, language: string): Day[] {
  const said = new Intl.DateTimeFormat([language, "en"], { weekday: "short", timeZone: "UTC" });
  return [6, 5, 4, 3, 2, 1, 0].map((ago) => ({
    name: said.format(now - ago * DAY),
    solved: ago === 0 ? today : ago - (today ? 0 : 1) < streak,
    today: ago === 0,
  }));
}
