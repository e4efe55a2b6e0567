// What the frame shows about Wigwam: numbers in the players' strip, the phase in words, the section of the rules.
import type { ChipFacts, PhaseText, RulesSection, WigwamBoard } from "../../lib/types";

export const facts: ChipFacts<WigwamBoard> = (board, seat, t) => {
  const side = seat === 0 ? "light" : "dark";
  const warriors = board.pieces.filter((piece) => piece.seat === seat && piece.kind === "warrior").length;
  return [
    { text: t(`wigwam.${side}`), label: t(`wigwam.plays_${side}`) },
    { text: `${t("wigwam.warriors_short")} ${warriors}`, label: t("wigwam.warriors", { count: warriors }) },
  ];
};

export const phase: PhaseText<WigwamBoard> = (board, t) => t(`wigwam.stage.${board.stage}`);

export const section: RulesSection<WigwamBoard> = (board) => {
  if (board.stage === "setup") return "setup";
  if (board.stage === "over") return "end";
  return board.capturers.length ? "captures" : "moves";
};
