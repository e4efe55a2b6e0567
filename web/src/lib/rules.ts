// The form of the rules' texts in games/<name>/rules/<language>.json. Section ids are the same in all languages:
// a table's "rules at this point" leads to one of them.

export type RulesBlock = string | { list: string[] } | { table: string[][] };

export interface RulesText {
  title: string;
  lead: string;
  /** `drawing` names a picture of Drawing.svelte beside it; it shows what the text says. */
  sections: { id: string; title: string; drawing?: string; text: RulesBlock[] }[];
}
