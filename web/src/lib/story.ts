// Happenings and news in words: names for seats, words for goods, pieces and cards.
import { list, t, texts } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import type { Happening, LogEntry, News, TableInfo } from "./types";

const GOODS: Record<string, string> = { C: "corn", F: "furs", T: "tobacco", W: "weapons", S: "spirits" };

/** What everybody is called: people by their names, bots and empty seats by the colour of their seat. */
export function namesOf(table: TableInfo): string[] {
  return table.seats.map((seat) => seat.name ?? t(`seat.colour.${seat.seat}`));
}

/** "CCT" as "2 corn and tobacco". */
export function goodsInWords(letters: string): string {
  const words = Object.entries(GOODS).flatMap(([letter, kind]) => {
    const count = letters.split(letter).length - 1;
    const name = t(`wampum.goods.${kind}`);
    return count === 0 ? [] : [count === 1 ? name : t("wampum.several", { count, name })];
  });
  return words.length ? list(words) : t("wampum.nothing");
}

type CardNames = Map<string, Record<string, string>>;
let cardNames: CardNames | null = null;

/** Amul's cards have their names in the card set, not in the catalogues. */
export async function loadCardNames(): Promise<void> {
  if (cardNames) return;
  const answer = await fetch("/api/games/amul/cards/house");
  if (!answer.ok) return;
  const found = (await answer.json()) as { cards: { id: string; name: Record<string, string> }[] };
  cardNames = new Map(found.cards.map((card) => [card.id, card.name]));
}

/** The name of an Amul card, known once `loadCardNames` has finished. */
export function cardName(card: unknown): string {
  const [id] = String(card).split(".");
  return cardNames?.get(String(card))?.[prefs.language] ?? cardNames?.get(id ?? "")?.[prefs.language] ?? String(card);
}

const SEATS = new Set(["seat", "by"]);
const SEAT_LISTS = new Set(["winners", "seats"]);
const CARDS = new Set(["card", "drawn", "cards", "market"]);
const GOODS_FACTS = new Set(["goods", "bid", "taken"]);

/** One happening in a sentence. */
export function tell(happening: Happening, names: string[]): string {
  const [game = ""] = happening.key.split(".");
  const values: Record<string, unknown> = {};
  for (const [fact, value] of Object.entries(happening)) values[fact] = inWords(game, fact, value, names);
  return t(happening.key, values);
}

function inWords(game: string, fact: string, value: unknown, names: string[]): unknown {
  if (SEATS.has(fact) && typeof value === "number") return names[value] ?? "";
  if (SEAT_LISTS.has(fact) && Array.isArray(value)) return list(value.map((seat: number) => names[seat] ?? ""));
  if (game === "amul" && CARDS.has(fact)) {
    return Array.isArray(value) ? list(value.map(cardName)) || "–" : cardName(value);
  }
  if (game === "wampum" && GOODS_FACTS.has(fact)) return goodsInWords(String(value));
  if (Array.isArray(value)) return value.join(", ");
  // A kind of piece or the reason of an end has its words under the name of the fact.
  for (const key of [`${game}.${fact}.${String(value)}`, `${game}.words.${String(value)}`]) {
    if (typeof value === "string" && texts.has(key)) return t(key);
  }
  return value;
}

/** News of the table itself; moves speak through their happenings. */
export function tellNews(news: News, names: string[]): string {
  if (news.what === "moved") return "";
  let key = news.what;
  if (key === "answered") key = news["agrees"] ? "agreed" : "declined";
  if (key === "handed" || key === "forfeited") key = `${key}_${String(news["reason"])}`;
  const seat = news["seat"];
  return t(`server.news.${key}`, { ...news, seat: typeof seat === "number" ? names[seat] : seat });
}

/** An entry of the log as sentences. On a shared device nobody's own cards are named: others read along. */
export function tellEntry(entry: LogEntry, names: string[], shared = false): string[] {
  const lines = entry.happenings.map((happening) =>
    tell(shared ? { ...happening, key: happening.key.replace(/_own$/, "") } : happening, names),
  );
  const news = tellNews(entry.news, names);
  return (news ? [news, ...lines] : lines).filter(Boolean);
}
