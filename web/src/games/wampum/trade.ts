// The trade as a little play: village by village the bids are turned up, and everybody sees what they bring.
// Only what the server has told is shown; nothing is worked out here.
import type { Happening, WampumBoard, WampumVillage } from "../../lib/types";

export interface TradeStep {
  seat: number;
  village: number;
  bid: string;
  /** The goods taken; empty when wampum was earned. */
  taken: string;
  wampum: number;
}

export interface TradeShow {
  villages: WampumVillage[];
  steps: TradeStep[];
  /** So many villages have traded; the one with this index is being turned up. */
  at: number;
}

/** Prepare the play from the table as it lay before, if these happenings contain a trade. */
export function tradeShow(before: WampumBoard | null, happenings: Happening[]): TradeShow | null {
  const steps = happenings.flatMap((h): TradeStep[] => {
    if (h.what !== "goods_taken" && h.what !== "wampum_earned") return [];
    return [
      {
        seat: h["seat"] as number,
        village: h["village"] as number,
        bid: h["bid"] as string,
        taken: (h["taken"] as string | undefined) ?? "",
        wampum: h.what === "wampum_earned" ? (h["count"] as number) : 0,
      },
    ];
  });
  if (!before || steps.length === 0) return null;
  const fresh = happenings.find((h) => h.what === "restocked");
  const villages = before.villages.map((village) => {
    const step = steps.find((s) => s.village === village.number);
    return {
      ...village,
      goods: fresh?.["village"] === village.number ? village.goods + String(fresh["goods"]) : village.goods,
      bid: step ? { seat: step.seat, count: step.bid.length, goods: step.bid } : null,
    };
  });
  return { villages, steps, at: 0 };
}
