// A table that teaches: which step its lesson has come to, and what was said to a move that did not go on. What goes on
// is decided by the server; here it is only counted how many moves were made.
import { request } from "../../lib/api";
import { prefs } from "../../lib/prefs.svelte";
import { LiveTable } from "../../lib/table.svelte";
import type { Answer, LessonStep, LessonTalk, LessonWish, TableInfo } from "../../lib/types";

/** After so many moves that did not go on, being shown how is what is offered first. */
export const PATIENCE = 3;
const NOT_THIS = "server.refuse.lesson";

export class LessonTable extends LiveTable {
  talk: LessonTalk | null = $state.raw(null);
  /** The step at which moves were answered, how many, and how the last one went. */
  #tried = $state.raw({ at: -1, times: 0, answered: false });

  /** The step that is shown: the last one that has begun. */
  get step(): LessonStep | null {
    return this.talk?.steps.findLast((step) => step.at <= this.turn.moves) ?? null;
  }

  get number(): number {
    return this.talk && this.step ? this.talk.before + this.talk.steps.indexOf(this.step) + 1 : 0;
  }

  /** Whether the chapter is over. */
  get ended(): boolean {
    return this.talk !== null && this.turn.moves >= this.talk.ends_at;
  }

  /** Whether the learner is asked for something now. */
  get asked(): boolean {
    return !this.ended && this.step?.at === this.turn.moves;
  }

  /** Whether the last move was allowed, but is not what the step asks for. */
  get answered(): boolean {
    return this.asked && this.#tried.answered && this.#tried.at === this.turn.moves;
  }

  /** How many moves were answered at this step. */
  get tries(): number {
    return this.#tried.at === this.turn.moves ? this.#tried.times : 0;
  }

  get impatient(): boolean {
    return this.answered && this.tries >= PATIENCE;
  }

  override async play(seat: number, move: string): Promise<Answer> {
    const at = this.turn.moves;
    const answer = await super.play(seat, move);
    const answered = answer.refused?.key === NOT_THIS;
    const before = this.#tried.at === at ? this.#tried.times : 0;
    this.#tried = { at, times: before + (answered ? 1 : 0), answered };
    // The table takes such a move back as if it had been made: the coach says why.
    return answered ? { ...answer, ok: true } : answer;
  }

  /** Hear what the lesson has to say in the language of the page. */
  async listen(): Promise<LessonTalk> {
    const language = prefs.language;
    const talk = await request<LessonTalk>("GET", `/tables/${this.id}/lesson?language=${language}`);
    if (language === prefs.language) this.talk = talk;
    return talk;
  }
}

/** Open the table of a chapter; that of the chapter before is closed. */
export function begin(game: string, wish: Partial<LessonWish> & Pick<LessonWish, "name" | "chapter">): Promise<TableInfo> {
  return request<TableInfo>("POST", `/lessons/${game}`, { ...wish, pace: prefs.botPace });
}
