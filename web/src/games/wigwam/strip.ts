// What the frame shows about Wigwam: numbers in the players' strip, the phase in words, the section of the rules.
import type { ChipFacts, PhaseText, RulesSection } from "../../lib/game";
import type { WigwamBoard } from "./generated";

export const facts: ChipFacts<WigwamBoard> = (board, seat, t) => {
  const side = seat === 0 ? "light" : "dark";
  const warriors = board.pieces.filter((piece) => piece.seat === seat && piece.kind === "warrior").length;
  return [
    { text: t(`wigwam.${side}`), label: t(`wigwam.plays_${side}`) },
    { text: `${t("wigwam.warriors_short")} ${warriors}`, label: t("wigwam.warriors", { count: warriors }) },
  ];
};

export const phase: PhaseText<WigwamBoard> = (board, t) => {
  // While there are moves, whose it is says everything.
  if (board.stage === "play") return "";
  if (board.stage !== "setup" || board.setup !== "alternate") return t(`wigwam.stage.${board.stage}`);
  const off = board.off_board.reduce((sum, army) => sum + army.warriors + army.chiefs + army.tents, 0);
  const count = board.pieces.length;
  return t("wigwam.placed", { count, all: count + off });
};

/** Moves are listed as they are numbered, those of the set-up apart. */
export const chapter: PhaseText<WigwamBoard> = (board, t) => t(`wigwam.stage.${board.stage}`);
/** The board, and a plate at each of its ends. */
export const ratio = 1.42;

/** The board is the hero: players, moves and chat stand around it. */
export const whole = true;
export const panel = true;

/** Everybody sees everything, but for a hidden set-up. */
export const open = (board: WigwamBoard) => !(board.stage === "setup" && board.setup === "hidden");

export const section: RulesSection<WigwamBoard> = (board) => {
  if (board.stage === "setup") return "setup";
  if (board.stage === "over") return "end";
  return board.capturers.length ? "captures" : "moves";
};
