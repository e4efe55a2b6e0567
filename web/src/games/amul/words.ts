// What the table of Amul says: what to do now, how the order comes about, and what the button will do, in words.
import type { Translate } from "../../lib/game";
import type { HintMove, Language } from "../../lib/types";
import { cardName as nameOf, kindId, minus, signed, type CardSet } from "./cards";
import type { AmulBoard } from "./generated";
import type { Machine } from "./machine.svelte";
import { lineOf, worthOf, type Worth } from "./worth";

export function cardName(card: string, set: CardSet | null, language: Language): string {
  return set ? nameOf(set.kinds, card, language) : card;
}

export interface Primary {
  label: string;
  /** What follows, in words. */
  effect: string;
  /** Something is lost. */
  bad: boolean;
}

/** What the primary button says; none: there is nothing to decide. */
export function primaryOf(machine: Machine, board: AmulBoard, set: CardSet | null, language: Language, t: Translate): Primary | undefined {
  const { verb, move, chosenCard } = machine;
  const named = (card: string) => cardName(card, set, language);
  if (!verb) return undefined;
  const plain = (label: string, effect = "") => ({ label, effect, bad: false });
  if (machine.busy) return plain(t("amul.sending"));
  if (!move) return plain(chosenCard ? t("amul.chosen", { card: named(chosenCard) }) : t(`amul.choose.${verb}`), chosenCard ? t("amul.change_mind") : "");
  if (move.card === null) return plain(t("amul.do.nothing"), t("amul.effect.nothing"));
  const position = set?.kinds.get(kindId(move.card))?.position ?? "table";
  const worth = worthOf((verb === "offer" || verb === "play" ? board.held : board.in_sight)[move.card]);
  const bad = verb === "play" && position === "hand";
  return { label: t(`amul.do.${verb}`, { card: named(move.card) }), effect: effectOf(verb, position, worth, t), bad };
}

/** Why a hint is good, as far as a card tells: what follows, and how its points come about. */
export function whyOf({ told }: HintMove, machine: Machine, board: AmulBoard, set: CardSet | null, language: Language, t: Translate): string {
  const card = told?.["card"];
  const { verb } = machine;
  if (!verb || !set) return "";
  if (typeof card !== "string") return t("amul.effect.nothing");
  const kind = set.kinds.get(kindId(card));
  const place = verb === "offer" || verb === "play" ? "hand" : "sight";
  const worth = worthOf((place === "hand" ? board.held : board.in_sight)[card]);
  if (!kind || !worth) return "";
  const line = verb === "offer" || (verb === "play" && kind.position === "hand") ? "" : lineOf(board.phase, "sight", kind, worth, set, language, t);
  return [effectOf(verb, kind.position, worth, t), line].filter(Boolean).join(t("amul.line.and"));
}

/** The consequence of a move: what is sure, then what is open. */
function effectOf(verb: string, position: string, worth: Worth | null, t: Translate): string {
  if (!worth) return "";
  const sure = { points: signed(worth.sure) };
  if (verb === "offer") return t("amul.effect.offer", { points: minus(position === "table" ? 0 : worth.sure) });
  if (verb === "play" && position === "hand") return t("amul.effect.lost", { points: minus(-worth.sure) });
  if (verb === "play" && position === "both") return t("amul.effect.stays");
  const open = worth.arab + worth.mongol + worth.rank;
  const said = t(verb === "pick" ? `amul.effect.pick_${position}` : `amul.effect.${verb}`, sure);
  return open ? `${said} · ${t("amul.effect.open", { points: signed(open) })}` : said;
}

/** What becomes of the card that is chosen. */
export function becomesOf(machine: Machine, set: CardSet | null, t: Translate): string {
  const { verb, selection } = machine;
  if (!verb || !selection?.card) return "";
  const position = set?.kinds.get(kindId(selection.card))?.position ?? "table";
  return t(verb === "play" ? `amul.becomes.play_${position}` : `amul.becomes.${verb}`);
}

/** So many letters of what is to be done fit into a line. */
const LINE = 27;

/** What to do now, and why it is so. */
export function sayingOf(machine: Machine, board: AmulBoard, names: string[], waiting: string, set: CardSet | null, language: Language, t: Translate): { now: string; why: string } {
  const { verb, source, me } = machine;
  const order = t(board.by_strength ? "amul.order.strength" : "amul.order.marker", { name: names[board.first_pick] });
  if (board.phase === "over") return { now: t("amul.phase.over"), why: "" };
  if (verb === "take" && source) return { now: t(`amul.say.take_${source}`), why: me?.played ? t("amul.say.because", { card: cardName(me.played, set, language) }) : "" };
  const why = board.phase === "pick" || board.phase === "take" ? order : t(`amul.say.how_${board.phase}`);
  if (verb && !machine.chosenCard) return { now: t(`amul.say.${verb}`), why };
  const now = waiting ? t("amul.waiting", { names: waiting }) : t(`amul.phase.${board.phase}`);
  // Long names leave no room for more.
  return { now, why: verb ? t("amul.change_mind") : now.length > LINE ? "" : why };
}

/** Why a seat stands where it stands in the order. */
export function reasonOf(board: AmulBoard, seat: number, t: Translate): string {
  const info = board.seats[seat];
  if (!info) return "";
  if (board.by_strength && info.strength > 0) return t("amul.reason_strength", { count: info.strength, letter: info.letter ?? "" });
  return t(seat === board.first_pick ? "amul.reason_first" : "amul.reason_round");
}
