// The languages of this client: each has its file src/texts/<language>.json. English stands in for what one lacks.
export const STAND_IN = "en";

const FILES = import.meta.glob("../texts/*.json");

export const LANGUAGES: readonly string[] = [
  STAND_IN,
  ...Object.keys(FILES)
    .map((path) => path.slice(path.lastIndexOf("/") + 1, -".json".length))
    .filter((code) => code !== STAND_IN)
    .sort(),
];

/** What a language calls itself. */
export function nameOf(language: string): string {
  const [first = "", ...rest] = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return first.toLocaleUpperCase(language) + rest.join("");
}

/** The first of the reader's languages that there is. */
export function firstSpoken(wanted: readonly string[]): string {
  for (const code of wanted) {
    const found = LANGUAGES.find((language) => [code, code.split("-")[0]?.toLowerCase()].includes(language));
    if (found) return found;
  }
  return STAND_IN;
}
