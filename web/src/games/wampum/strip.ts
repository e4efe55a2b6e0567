// What the frame shows of Wampum: numbers in the players' strip, round and phase in words.
import type { ChipFact, ChipFacts, PhaseText, RulesSection } from "../../lib/game";
import type { WampumBoard } from "./generated";
import { goodOfKey, goodsInWords } from "./goods";
import { shown } from "./shown.svelte";

export const facts: ChipFacts<WampumBoard> = (board, seat, t) => {
  const s = (shown.board ?? board).seats[seat];
  if (!s) return [];
  const found: ChipFact[] = [
    { icon: "cards", text: String(s.hand_size), label: t("wampum.chip.hand", { count: s.hand_size }) },
    { icon: "bead", text: String(s.wampum), label: t("wampum.chip.wampum", { count: s.wampum }) },
  ];
  if ((shown.board ?? board).canoe === seat) found.push({ icon: "canoe", text: "", label: t("wampum.chip.canoe") });
  if (s.certain) found.push({ text: goodsInWords(s.certain), label: t("wampum.known", { goods: goodsInWords(s.certain) }) });
  return found;
};

export const phase: PhaseText<WampumBoard> = (latest, t) => {
  // While a story is told, the moment that it tells.
  const board = shown.board ?? latest;
  if (board.phase === "over") return t("wampum.phase.over");
  const round = t(board.last_round ? "wampum.last_round" : "wampum.round", { round: board.round, rounds: board.rounds });
  return `${round} · ${t(`wampum.phase.${shown.trading ? "trade" : board.phase}`)}`;
};

/** Moves are listed by rounds. */
export const chapter: PhaseText<WampumBoard> = (board, t) =>
  t(board.last_round ? "wampum.last_round" : "wampum.round", { round: board.round, rounds: board.rounds });

/** River and banks fill the page; players, log, chat and the result stand among them. */
export const whole = true;

/** What lies in the chest. */
export const points = (board: WampumBoard, seat: number) => board.seats[seat]?.wampum ?? null;

/** Cards are typed with the letters that they carry on screen, or with those of the records. */
export const typed = (text: string) =>
  text.replace(/\p{L}+$/u, (cards) => {
    const letters = [...cards].map(goodOfKey);
    return letters.includes(null) ? cards : letters.join("");
  });

export const section: RulesSection<WampumBoard> = (board) =>
  ({ bid: "bids", relocate: "displaced", discard: "limit", over: "end" })[board.phase];
