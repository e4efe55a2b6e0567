// The form of the rules' texts in games/<name>/rules/<language>.json. Section ids are the same in all languages:
// a table's "rules at this point" leads to one of them.
import type { LessonPlace } from "./types";

export type RulesBlock = string | { list: string[] } | { table: string[][] };

/** Where a section of the rules can be practised: the address of a lesson's step. */
export function practiceAt(game: string, places: readonly LessonPlace[], section: string): string | undefined {
  const place = places.find((one) => one.rules.includes(section));
  return place && `/lesson/${game}#${place.name}-${place.chapter}-${place.step}`;
}

export interface RulesText {
  title: string;
  lead: string;
  /** `drawing` names a picture of Drawing.svelte beside it; it shows what the text says. */
  sections: { id: string; title: string; drawing?: string; text: RulesBlock[] }[];
}
