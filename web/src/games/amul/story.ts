// What an event has brought about, as a row of pictures: each shows a table as it was at that moment, and nothing of what comes
// later. No DOM: the table draws what stands here.
import type { Happening } from "../../lib/types";
import type { AmulBoard } from "./generated";

export interface Flight {
  card: string;
  seat: number;
  from: "market" | "palace" | "bazaar";
}

export interface Step {
  ms: number;
  what: "offers" | "picked" | "plays" | "lost" | "took" | "swept";
  /** The table as it lies at this moment. */
  show: AmulBoard;
  /** Offers that are turned up in their stalls. */
  turned?: boolean;
  /** Played cards by seat, and the seats whose card is lost. */
  plays?: string[];
  lost?: number[];
  flight?: Flight;
  seat?: number;
  card?: string;
}

export const TURN = 900;
export const FLY = 320;
export const REVEAL = 1500;
export const LOSS = 800;
export const SWEEP = 500;

/** The pictures between two tables. Choices that are still face down have none. */
export function stepsOf(before: AmulBoard, after: AmulBoard, happenings: readonly Happening[], me: number): Step[] {
  const steps: Step[] = [];
  const cleared = happenings.some(({ what }) => what === "round" || what === "ended");
  const between = cleared ? closing(before, after, happenings, me) : after;
  let show = before;
  for (const { what, seat: who, card: which, cards, place } of happenings) {
    const [seat, card] = [Number(who), String(which)];
    if (what === "offers") steps.push({ ms: TURN, what, show: { ...after, phase: "offer", queue: [], turn: 0 }, turned: true });
    else if (what === "picked") steps.push({ ms: FLY, what, show, flight: { card, seat, from: "market" }, seat, card });
    else if (what === "plays") {
      const lost = happenings.filter((one) => one.what === "lost").map((one) => Number(one["seat"]));
      steps.push({ ms: REVEAL, what, show, plays: cards as string[], lost: [] });
      if (lost.length) steps.push({ ms: LOSS, what: "lost", show, plays: cards as string[], lost });
      show = between;
    } else if (what === "took") {
      steps.push({ ms: FLY, what, show, flight: { card, seat, from: place as Flight["from"] }, seat, card });
      show = between;
    } else if (what === "cleared") steps.push({ ms: SWEEP, what: "swept", show: between });
  }
  return steps;
}

/** The end of a round before the next one begins: areas as they are, everything else as it was. */
function closing(before: AmulBoard, after: AmulBoard, happenings: readonly Happening[], me: number): AmulBoard {
  const played = happenings.find(({ what }) => what === "plays")?.["cards"] as string[] | undefined;
  const ended = happenings.some(({ what }) => what === "ended");
  const market = [...before.market];
  for (const { what, place, card } of happenings) {
    if (what === "took" && place === "market") market.splice(market.findIndex((one) => one.card === card), 1);
  }
  const seats = before.seats.map((was, seat) => {
    const now = ended ? was : (after.seats[seat] ?? was);
    const hand = was.hand && [...was.hand];
    const own = seat === me ? played?.[seat] : undefined;
    if (hand && own && hand.includes(own) && !was.has_chosen) hand.splice(hand.indexOf(own), 1);
    return { ...now, hand, hand_size: was.hand_size, offered: was.offered, played: played?.[seat] ?? was.played, has_chosen: false, chosen: null };
  });
  return { ...before, phase: "take", queue: [], turn: 0, market, palace: after.palace, bazaar: after.bazaar, seats };
}
