// Cards are called by their set, not by the catalogues: the story asks here.
import type { Translate } from "../../lib/game";
import { words } from "../../lib/words.svelte";
import { cardName, cardSet, type CardSet } from "./cards";

/** Fetch the names of the house's cards. Without them they are called by their ids. */
export async function bringNames(): Promise<void> {
  try {
    callBy(await cardSet());
  } catch {
    // The table says that there are no cards, and how to try again.
  }
}

/** Call cards as a set does: the story of a table that is played with it is told in its words. */
export function callBy({ kinds }: CardSet): void {
  words.bring("amul", (kind, value, language) => (kind === "card" ? cardName(kinds, value, language) : undefined));
}

/** A name with the places where a long word of it may be broken; the catalogue knows them ("Steuer|ein|treiberin"). */
export function breakable(name: string, t: Translate): string {
  const broken = t("amul.breaks").split(" ");
  return name
    .split(" ")
    .map((word) => broken.find((one) => one.replaceAll("|", "") === word)?.replaceAll("|", "\u00ad") ?? word)
    .join(" ");
}

/** "Arab Guard C" is a "Guard C" where the sign of the Arabs stands beside it. */
const PEOPLE = /^(arab|mongol)/i;
export const peopleOf = (kind: string) => PEOPLE.exec(kind)?.[0];
export function shortName(name: string): string {
  return name
    .split(" ")
    .filter((word) => !PEOPLE.test(word))
    .join(" ");
}
