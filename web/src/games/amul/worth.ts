// What a card adds to the own points, as the server counts it: numbers with names, a badge for the step of the round, and
// one line in plain words. Nothing is reckoned here.
import type { Translate } from "../../lib/game";
import { kindId, minus, signed, wordsIn, type CardKind, type CardSet, type Rule } from "./cards";
import type { AmulBoard } from "./generated";

export interface Worth {
  /** What is sure as things stand. */
  sure: number;
  /** What hangs on majorities and ranks. */
  arab: number;
  mongol: number;
  rank: number;
  /** What other own cards gain by it, a part of `sure`. */
  others: number;
  copies: number;
  before: number;
  /** By rule: the number that it looks at, and what it gives. */
  rules: { n: number; gives: number }[];
}

export function worthOf(row: number[] | undefined): Worth | null {
  if (!row) return null;
  const [sure = 0, arab = 0, mongol = 0, rank = 0, others = 0, copies = 0, before = 0, ...rest] = row;
  const rules = rest.flatMap((n, at) => (at % 2 ? [] : [{ n, gives: rest[at + 1] ?? 0 }]));
  return { sure, arab, mongol, rank, others, copies, before, rules };
}

export type Tone = "plus" | "nil" | "lost" | "give" | "open";

/** A pill on a card: what it says, how it looks, the picture beside it. */
export interface Badge {
  text: string;
  /** The same where there is little room. */
  brief?: string;
  tone: Tone;
  icon?: string;
  /** Points that are open. */
  open?: number;
}

/** Open points: never added in, never green. */
function openBadges(worth: Worth, kind: CardKind, t: Translate): Badge[] {
  const open: [number, string][] = [
    [worth.arab, "arab"],
    [worth.mongol, "mongol"],
    [worth.rank, kind.id],
  ];
  return open.filter(([count]) => count).map(([count, icon]) => ({ text: t("amul.badge.open", { points: signed(count) }), tone: "open", icon, open: count }));
}

function sureBadge(count: number, t: Translate, key = "card"): Badge {
  const tone: Tone = count > 0 ? "plus" : count < 0 ? "lost" : "nil";
  return { text: t(`amul.badge.${key}`, { points: signed(count) }), brief: signed(count), tone };
}

/** Where a card lies, as far as its badge cares. */
export type Place = "hand" | "sight";

/** The badges of a card in this step of the round: what happens to it if it is chosen, and what would be lost. */
export function badgesOf(phase: AmulBoard["phase"], place: Place, kind: CardKind, worth: Worth | null, t: Translate): Badge[] {
  if (!worth) return [];
  const open = openBadges(worth, kind, t);
  if (place === "sight") return [sureBadge(worth.sure, t), ...open];
  const onlyTable = kind.position === "table";
  if (phase === "offer") {
    const away = onlyTable ? 0 : worth.sure;
    return [{ text: t("amul.badge.give", { points: minus(away) }), brief: t("amul.badge.give_brief", { points: minus(away) }), tone: away > 0 ? "give" : "nil" }];
  }
  if (phase === "play") {
    if (kind.position === "hand") return [{ text: t("amul.badge.lost"), tone: "lost" }];
    if (kind.position === "both") return [{ text: t("amul.badge.stays"), tone: "nil" }];
    return [sureBadge(worth.sure, t, "plain"), ...open];
  }
  return onlyTable ? [{ text: t("amul.badge.not_yet"), tone: "nil" }] : [sureBadge(worth.sure, t), ...open];
}

/** One line in plain words with the own numbers. */
export function lineOf(phase: AmulBoard["phase"], place: Place, kind: CardKind, worth: Worth | null, set: CardSet, language: string, t: Translate): string {
  if (place === "hand" && worth) {
    if (phase === "play" && kind.position === "hand") return t("amul.line.lost", { points: minus(-worth.sure) });
    if (phase !== "play" && kind.position === "table") return t("amul.line.played", { points: minus(worth.sure) });
  }
  const parts = kind.score.map((rule, at) => ruleInWords(rule, kind, worth, at, set, language, t)).filter(Boolean);
  if (kind.effect !== "none") parts.push(t(`amul.line.effect_${kind.effect}`));
  if (worth?.others) parts.push(t("amul.line.others", { points: signed(worth.others) }));
  return parts.join(t("amul.line.and")) || (worth || !kind.score.length ? t("amul.line.nothing") : "");
}

function ruleInWords(rule: Rule, kind: CardKind, worth: Worth | null, at: number, set: CardSet, language: string, t: Translate): string {
  const told = worth?.rules[at];
  const name = wordsIn(kind.name, language) ?? kind.id;
  const alone = kind.score.length === 1 && kind.effect === "none";
  if (rule.rule === "flat") return t(alone ? "amul.line.flat" : "amul.line.flat_and", { count: rule.points, points: minus(rule.points) });
  if (!worth || !told) return "";
  const points = minus(told.gives);
  if (rule.rule === "set") {
    const values = { name, copies: worth.copies, fewer: worth.copies - 1, was: minus(worth.before), points };
    return t(worth.copies > 1 ? "amul.line.set_more" : "amul.line.set", values);
  }
  const things = rule.of.map((thing) => thingName(thing, set, language, t)).join(", ");
  const where = rule.scope === "own" ? "" : t(`amul.line.in_${rule.scope}`);
  const values = { n: told.n, count: told.n, where, things, points, full: rule.points, off: minus(rule.points - told.gives), goods: rule.of.length };
  const key = rule.rule === "kinds" && rule.by === "category" ? "categories" : rule.rule === "rank" && !told.n ? "unranked" : rule.rule === "falling" && !told.n ? "whole" : rule.rule;
  return t(`amul.line.${key}`, values);
}

export function thingName(thing: string, set: CardSet, language: string, t: Translate): string {
  const [what, which] = thing.split(":");
  if (what === "symbol") return t(`amul.thing.${which ?? ""}`);
  const named = what === "category" ? set.categories : what === "group" ? set.groups : undefined;
  if (named) return wordsIn(named.find((one) => one.id === which)?.name, language) ?? thing;
  return thing === "any" ? t("amul.thing.any") : (wordsIn(set.kinds.get(kindId(thing))?.name, language) ?? thing);
}
