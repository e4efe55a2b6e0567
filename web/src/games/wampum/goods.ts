// The goods in words, and the letters that they carry in the language on screen. Records keep C F T W S.
import { t } from "../../lib/i18n.svelte";
import { words } from "../../lib/words.svelte";
import { KINDS } from "./kinds";

export function goodName(letter: string): string {
  return words.word("wampum", "good", letter);
}

/** As a heading: "Corn". */
export function goodTitle(letter: string): string {
  const [first = "", ...rest] = goodName(letter);
  return first.toLocaleUpperCase() + rest.join("");
}

/** "CCT" as "2 corn and tobacco". */
export function goodsInWords(letters: string): string {
  return words.several("wampum", "good", letters);
}

/** The letter on a card: the M of Mais, the C of corn. */
export function letterShown(letter: string): string {
  return /\p{L}/u.exec(t(`wampum.letter.${letter}`))?.[0] ?? letter;
}

/** Which good a key stands for: by the letter on its card, or else by that of the records. */
export function goodOfKey(key: string): string | null {
  const wanted = key.toLocaleUpperCase();
  const shown = KINDS.find(({ letter }) => letterShown(letter) === wanted);
  return (shown ?? KINDS.find(({ letter }) => letter === wanted))?.letter ?? null;
}
