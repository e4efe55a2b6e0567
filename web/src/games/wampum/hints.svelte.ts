// Hints as the table shows them: where, with which cards, how good, and what they bring in words of the server's answers.
import type { Translate } from "../../lib/game";
import type { HintMove } from "../../lib/types";
import type { WampumBuild, WampumChoices, WampumHappening, WampumPlace } from "./generated";
import { minus } from "./kinds";
import { displacesOf, yieldOf } from "./words";

export interface Hinted extends HintMove {
  village: number | null;
  cards: string;
  percent: number;
  reason: string;
}

interface Words {
  t: Translate;
  names: string[];
  goods: (letters: string) => string;
}

export class Hints {
  /** What the server has said of the cards in the hints. */
  #builds: Record<string, WampumBuild> = $state.raw({});

  /** Ask what the cards of each hint would do. */
  async weigh(hints: HintMove[], ask: (letters: string) => Promise<WampumBuild | null>): Promise<void> {
    const cards = [...new Set(hints.map(({ told }) => cardsOf(told)).filter(Boolean))];
    const answers = await Promise.all(cards.map(ask));
    this.#builds = Object.fromEntries(answers.flatMap((answer) => (answer ? [[answer.build, answer]] : [])));
  }

  /** The hints, as the frame sorts them: the best first. */
  shown(hints: HintMove[], choices: WampumChoices | null, words: Words): Hinted[] {
    return hints.map((hint) => {
      const told = hint.told as unknown as WampumHappening | null;
      const cards = cardsOf(hint.told);
      const village = told && "village" in told ? told.village : null;
      const places = choices?.verb === "go" ? choices.places : (this.#builds[cards]?.places ?? []);
      const place = places.find((one) => one.village === village);
      return { ...hint, village, cards, percent: Math.round(hint.value * 100), reason: reasonOf(place, cards, choices, words) };
    });
  }
}

function cardsOf(told: HintMove["told"]): string {
  return String((told as { goods?: string | null } | null)?.goods ?? "");
}

function reasonOf(place: WampumPlace | undefined, cards: string, choices: WampumChoices | null, { t, names, goods }: Words): string {
  if (place) return [yieldOf(place, t), displacesOf(place, names, t)].filter(Boolean).join(", ");
  return choices?.verb === "discard" ? t("wampum.keeps", { goods: goods(minus(choices.hand, cards)) }) : "";
}
