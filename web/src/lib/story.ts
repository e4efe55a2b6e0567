// Happenings, moves and news in words, for the people at a table.
import { t } from "./i18n.svelte";
import { reason, sentence, wish, type Told } from "./telling";
import { words } from "./words.svelte";
import { EVERY_LEVEL } from "../generated/protocol";
import type { GameName, Level, LogEntry, News, TableInfo } from "./types";

/** What everybody is called: people by their names, bots as the server's catalogue calls them, empty seats by their colour. */
export function namesOf(table: Pick<TableInfo, "seats" | "imported">): string[] {
  return table.seats.map(({ seat, name, level }) => {
    const [own, bot] = table.imported ? ofRecord(name) : [name, level];
    return own ?? (bot ? t(`server.bot.${bot}.${seat % 8}`) : t(`seat.colour.${seat}`));
  });
}

/** A record says the levels of bots, and of people no more than that they were guests. */
function ofRecord(name: string | null): [string | null, Level | null] {
  const level = EVERY_LEVEL.find((one) => name === `bot:${one}`) ?? null;
  return [level || name === "guest" ? null : name, level];
}

/** The same for what is told to somebody: they find themselves marked. */
export function namesFor(names: string[], mine: readonly number[]): string[] {
  // Where several share a screen, "you" would mean nobody.
  return names.map((name, seat) => (mine.length === 1 && mine[0] === seat ? `${name} ${t("strip.you")}` : name));
}

/** One happening in a sentence. On a shared device nobody's own cards are named: others read along. */
export function tell(game: GameName, happening: Told, names: string[], shared = false): string {
  const teller = words.teller(game, names, shared);
  return teller ? sentence(happening, teller) : "";
}

/** A move in words, as hints and the review say it; its text where there are none. */
export function moveInWords(game: GameName, move: string, told: Told | null | undefined): string {
  const teller = words.teller(game, []);
  return (told && teller && wish(told, teller)) || move;
}

/** What speaks for a move, in words; the first few reasons are enough. */
export function whyInWords(game: GameName, why: readonly Told[] | undefined, names: string[]): string {
  const teller = words.teller(game, names);
  return teller ? (why ?? []).slice(0, 2).map((one) => reason(one, teller)).join(", ") : "";
}

/** News of the table itself; moves speak through their happenings. */
export function tellNews(news: News, names: string[]): string {
  if (news.what === "moved") return "";
  let key: string = news.what;
  if (news.what === "answered") key = news.agrees ? "agreed" : "declined";
  if (news.what === "handed" || news.what === "forfeited") key = `${news.what}_${news.reason}`;
  const seat = "seat" in news ? news.seat : null;
  return t(`server.news.${key}`, { ...news, seat: typeof seat === "number" ? names[seat] : seat });
}

/** An entry of the log as sentences. */
export function tellEntry(game: GameName, entry: LogEntry, names: string[], shared = false): string[] {
  const lines = entry.happenings.map((happening) => tell(game, happening, names, shared));
  const forced = entry.news.what === "moved" && entry.news.by === "forced" ? t("log.forced") : "";
  return [tellNews(entry.news, names), ...lines, forced].filter(Boolean);
}
