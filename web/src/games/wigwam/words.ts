// What the table says: the sentence of the moment, what the primary button will do, what a point is called.
import type { Translate } from "../../lib/game";
import type { Machine } from "./machine.svelte";
import type { Move } from "./model";
import type { Say } from "./sight";

export interface Primary {
  say: Say;
  /** What pressing does; none: nothing can be pressed yet. */
  move?: string | undefined;
}

/** What the primary button will do. */
export function primaryOf(machine: Machine): Primary {
  const { arrangement, staged, finished } = machine;
  if (machine.busy) return { say: { key: "wigwam.sending" } };
  if (machine.arranging) {
    if (arrangement.committed) return { say: { key: "wigwam.arranged" } };
    if (arrangement.move) return { say: { key: "wigwam.commit_setup" }, move: arrangement.move };
    return { say: { key: "wigwam.missing", values: { count: arrangement.missing } } };
  }
  if (staged) return { say: saying(staged), move: staged.move };
  if (finished) {
    const values = { count: machine.made.length, to: machine.reached };
    return { say: { key: "wigwam.do.capture", values }, move: finished.move };
  }
  if (machine.placing) return { say: { key: "wigwam.place_where", kind: machine.hand } };
  if (machine.source) return { say: { key: machine.next.length ? "wigwam.choose_jump" : "wigwam.choose_target" } };
  return { say: { key: "wigwam.choose_mover" } };
}

function saying(move: Move): Say {
  return { key: `wigwam.do.${move.verb}`, values: { from: move.point, to: move.target ?? "" }, kind: move.kind };
}

/** What there is to know before deciding; empty while there is nothing particular. */
export function lineOf(machine: Machine, names: string[], waiting: string): Say | null {
  const { board, seat } = machine.sight;
  if (machine.note) return machine.note;
  if (machine.arranging) {
    if (machine.arrangement.committed) return { key: "wigwam.waiting_setup", values: { names: waiting } };
    if (machine.arrangement.from) return { key: "wigwam.exchange" };
    return { key: "wigwam.setup_hidden", values: { other: names[1 - seat] } };
  }
  if (machine.placing) return { key: "wigwam.setup_alternate", kind: machine.hand };
  if (machine.staged?.verb === "huff") return { key: "wigwam.huff_why" };
  if (machine.finished && machine.next.length) return { key: "wigwam.go_on", values: { count: machine.made.length } };
  if (machine.made.length && machine.next.length) return { key: "wigwam.must_go_on" };
  const points = machine.huffs.map((move) => move.point).join(", ");
  if (points && !machine.source) return { key: "wigwam.may_huff", values: { points } };
  if (machine.active && board.must_capture) return { key: "wigwam.must_capture" };
  if (machine.active && board.capturers.length) return { key: "wigwam.could_capture" };
  if (machine.source) return { key: machine.next.length ? "wigwam.jump_where" : "wigwam.step_where" };
  return null;
}

/** Points that can be told in a line. */
const MOST_POINTS = 4;

/** Where the piece in hand could be taken, as far as that can be told in a line; the board marks it. */
export function dangerOf({ ends }: Machine, list: (words: string[]) => string): Say | null {
  if (!ends.length || ends.length > MOST_POINTS) return null;
  const points = (wanted: boolean) => list(ends.filter(([, exposed]) => exposed === wanted).map(([point]) => point));
  const [exposed, safe] = [points(true), points(false)];
  const key = exposed && safe ? "some" : exposed ? "all" : "none";
  return { key: `wigwam.danger.${key}`, values: { exposed, safe } };
}

/** Why a bot would play it, in one reason: what it takes, attacks or saves. `before`: so many pieces could be taken now. */
export function reasonOf({ verb, victims, attacks, exposed, endangered }: Move, before: number, t: Translate): string {
  if (verb === "place" || verb === "huff") return "";
  if (victims.length) return t(exposed ? "wigwam.why.takes" : "wigwam.why.takes_safely", { count: victims.length });
  if (attacks.includes("chief")) return t("wigwam.why.attacks_chief");
  if (before && !endangered) return t("wigwam.why.saves");
  if (attacks.length) return t("wigwam.why.attacks", { count: attacks.length });
  return endangered ? "" : t("wigwam.why.safe");
}

export function inWords({ key, values = {}, kind }: Say, t: Translate): string {
  return t(key, kind ? { ...values, kind: t(`wigwam.name.${kind}`) } : values);
}

/** A point for those who hear the board. */
export function describe(machine: Machine, point: string, warned: boolean, t: Translate): string {
  const { board, seat, base } = machine.sight;
  const parts = [point];
  const piece = machine.actors.find((actor) => actor.point === point && !actor.lifted);
  if (piece) {
    parts.push(t(`wigwam.piece.${piece.seat === 0 ? "light" : "dark"}_${piece.kind}`));
    if (piece.seat === seat) parts.push(t("wigwam.yours"));
  } else {
    parts.push(t("wigwam.empty"));
  }
  if (base.includes(point) && board.stage === "setup") parts.push(t("wigwam.in_base"));
  if (machine.capturers.includes(point)) parts.push(t("wigwam.can_capture"));
  if (warned && machine.threatened.includes(point)) parts.push(t(machine.source && point !== machine.source ? "wigwam.exposed" : "wigwam.threatened"));
  const mark = machine.marks.get(point);
  if (mark) parts.push(t(`wigwam.mark.${mark}`));
  return parts.join(", ");
}
