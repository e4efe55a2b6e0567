// The step that is shown, as a table takes it: what a seat sees, whose turn it is, what has happened so far.
import type { LogEntry, Turn, ViewMessage } from "../../lib/types";
import type { Study } from "./study.svelte";

export function viewOf(study: Study, eyes: string): ViewMessage | null {
  const shown = study.steps[study.shown];
  if (!shown) return null;
  const seat = /^\d+$/.test(eyes) ? Number(eyes) : -1;
  return { seat, board: shown.board, happenings: study.happenings, choices: null, forced: null, chosen: null, revised: null, undo: "none" };
}

export function turnOf({ next, shown, last }: Study): Turn {
  return { waiting: next === null ? [] : [next], decided: [], moves: shown, paused: false, asked: null, clocks: [], over: shown === last };
}

export function logOf(study: Study): LogEntry[] {
  return study.steps.slice(0, study.shown + 1).map(({ seat, happenings }, seq) => ({ seq, at: 0, news: { what: "moved", seat: seat ?? -1, by: "person", hidden: false }, happenings }));
}
