// What the frame shows about Amul: numbers in the players' strip, round and phase in words, the section of the rules.
import type { AmulBoard, ChipFacts, PhaseText, RulesSection } from "../../lib/types";

export const facts: ChipFacts<AmulBoard> = (board, number, t) => {
  const seat = board.seats[number];
  if (!seat) return [];
  return [
    { text: String(seat.points), label: t("amul.points", { count: seat.points }), icon: "crown" },
    {
      text: `⚔${seat.strength}${seat.strength ? (seat.letter ?? "") : ""}`,
      label: t("amul.symbols.strength", { count: seat.strength, letter: seat.letter ?? "" }),
    },
    {
      text: `✷${seat.arab} ∩${seat.mongol}`,
      label: `${t("amul.symbols.arab", { count: seat.arab })}, ${t("amul.symbols.mongol", { count: seat.mongol })}`,
    },
  ];
};

export const phase: PhaseText<AmulBoard> = (board, t) =>
  board.phase === "over"
    ? t("amul.phase.over")
    : t("amul.round_phase", { round: board.round, rounds: board.rounds, phase: t(`amul.phase.${board.phase}`) });

const SECTIONS = { offer: "offer", pick: "pick", play: "play", take: "effects", over: "scoring" };

export const section: RulesSection<AmulBoard> = (board) => SECTIONS[board.phase];
