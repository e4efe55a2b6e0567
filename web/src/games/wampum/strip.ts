// What the frame shows of Wampum: numbers in the players' strip, round and phase in words.
import type { ChipFact, ChipFacts, PhaseText, RulesSection, WampumBoard } from "../../lib/types";

export const facts: ChipFacts<WampumBoard> = (board, seat, t) => {
  const s = board.seats[seat];
  if (!s) return [];
  const found: ChipFact[] = [
    { icon: "cards", text: String(s.hand_size), label: t("wampum.chip.hand", { count: s.hand_size }) },
    { icon: "bead", text: String(s.wampum), label: t("wampum.chip.wampum", { count: s.wampum }) },
  ];
  if (board.canoe === seat) found.push({ icon: "canoe", text: "", label: t("wampum.chip.canoe") });
  return found;
};

export const phase: PhaseText<WampumBoard> = (board, t) => {
  if (board.phase === "over") return t("wampum.phase.over");
  const round = t(board.last_round ? "wampum.last_round" : "wampum.round", { round: board.round, rounds: board.rounds });
  return `${round} · ${t(`wampum.phase.${board.phase}`)}`;
};

export const section: RulesSection<WampumBoard> = (board) =>
  ({ bid: "bids", relocate: "displaced", discard: "limit", over: "end" })[board.phase];
