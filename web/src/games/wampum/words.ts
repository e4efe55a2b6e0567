// What the table of Wampum says about a decision: the primary button names its effect, and advice tells why.
import type { Translate } from "../../lib/game";
import type { WampumPlace } from "./generated";
import type { Machine } from "./machine.svelte";
import type { Traded } from "./story.svelte";

/** What it takes to say something: the catalogue, what everybody is called, and goods in words. */
export interface Speech {
  t: Translate;
  names: string[];
  goods: (letters: string) => string;
}

/** What the primary button says: what will be done, and what it brings. */
export interface Primary {
  main: string;
  detail: string;
}

/** "takes 4 goods"; what it would need where it is not allowed. */
export function yieldOf(place: WampumPlace, t: Translate): string {
  if (!place.allowed) return t("wampum.too_small", { count: place.smallest });
  return t(place.effect === "goods" ? "wampum.takes" : "wampum.earns", { count: place.count });
}

/** "displaces Purple", if it does. */
export function displacesOf(place: WampumPlace, names: string[], t: Translate): string {
  if (!place.allowed || place.displaces === null || place.displaces === undefined) return "";
  return t("wampum.displaces", { name: names[place.displaces] ?? "" });
}

/** "Purple: 2 wampum". */
export function outcomeOf({ seat, taken, wampum }: Traded, names: string[], t: Translate): string {
  const name = names[seat] ?? "";
  return taken ? t("wampum.traded.goods", { name, count: taken.length }) : t("wampum.traded.wampum", { name, count: wampum });
}

/** What the primary button says; nothing while there is nothing to decide. */
export function primaryOf(machine: Machine, speech: Speech): Primary | null {
  const said = effectOf(machine, speech);
  return said && machine.sure ? { ...said, main: speech.t("frame.really", { what: said.main }) } : said;
}

function effectOf(machine: Machine, speech: Speech): Primary | null {
  const { t, names, goods } = speech;
  const { verb, picked, aim, aimed: place } = machine;
  if (!verb) return null;
  if (verb === "discard") return discardOf(machine, speech);
  if (verb === "bid" && !picked) return ask(t("wampum.choose_cards"));
  if (aim === null) return verb === "go" ? ask(t("wampum.choose_other"), goods(machine.me?.bid ?? "")) : ask(t("wampum.choose_village", { count: picked.length }), goods(picked));
  if (!place || (verb === "bid" && !machine.answered)) return ask(t("wampum.thinking"));
  if (!place.allowed) return ask(t("wampum.needs", { village: aim, count: place.smallest }));
  const cards = goods(verb === "go" ? (machine.me?.bid ?? "") : picked);
  const gain = [cards, yieldOf(place, t), displacesOf(place, names, t)];
  return { main: t(`wampum.do_${verb}`, { village: aim }), detail: gain.filter(Boolean).join(" · ") };
}

function ask(main: string, detail = ""): Primary {
  return { main, detail };
}

function discardOf(machine: Machine, { t, goods }: Speech): Primary {
  const detail = machine.picked ? goods(machine.picked) : "";
  if (machine.move) return { main: t("wampum.do_discard", { count: machine.picked.length }), detail };
  const missing = (machine.choices?.count ?? 0) - machine.picked.length;
  return { main: t(missing >= 0 ? "wampum.discard_more" : "wampum.discard_less", { count: Math.abs(missing) }), detail };
}

/** A trader who was driven away has to be told so; likewise what has to go, and what was chosen. */
export function adviceOf(machine: Machine, chosen: string | null, { t, goods }: Speech): string {
  const { verb, me, choices } = machine;
  if (verb === "go") return t("wampum.you_are_displaced");
  if (verb === "discard") return t("wampum.must_discard", { count: choices?.count ?? 0 });
  return chosen ? t("wampum.chosen_discard", { goods: goods(me?.discarded ?? "") }) : "";
}
