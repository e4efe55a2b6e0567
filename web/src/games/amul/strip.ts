// What the frame shows about Amul: numbers in the players' strip, round and phase in words, the section of the rules.
import type { ChipFacts, PhaseText, RulesSection } from "../../lib/game";
import type { AmulBoard } from "./generated";

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

/** The bazaar fills the page: order, areas, log and result are shown by the table itself. */
export const whole = true;
/** Log, chat and typed moves stand in a window of its own on wide screens. */
export const panel = true;

export const points = (board: AmulBoard, seat: number) => board.seats[seat]?.points ?? null;

const SECTIONS = { offer: "offer", pick: "pick", play: "play", take: "effects", over: "scoring" };

export const section: RulesSection<AmulBoard> = (board) => SECTIONS[board.phase];
