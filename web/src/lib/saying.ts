// A move's notation in words, as hints and the review say it. Only the text is read; what is allowed is not known here.
import { list, t } from "./i18n.svelte";
import { prefs } from "./prefs.svelte";
import { cardName, goodsInWords } from "./story";
import type { Board, GameName } from "./types";

/** "bid 2 CCW" as "Bid 2 corn and weapons at village 2". What cannot be read stays as it is.
 *  `base` names the points of an arrangement in their order. */
export function moveInWords(game: GameName, move: string, board: Board | null, base: string[] = []): string {
  const said = { wampum: inWampum, wigwam: inWigwam, amul: inAmul }[game](move, board, base);
  if (said === null) return move;
  const [first = "", ...rest] = said;
  return first.toLocaleUpperCase(prefs.language) + rest.join("");
}

function inWampum(move: string): string | null {
  const [verb, first = "", second = ""] = move.split(" ");
  if (verb === "bid") return t("say.bid", { village: first, goods: goodsInWords(second) });
  if (verb === "go") return t("say.go", { village: first });
  return verb === "discard" ? t("say.discard", { goods: goodsInWords(first) }) : null;
}

const PIECES: Record<string, string> = { W: "warrior", C: "chief", T: "tent" };

function inWigwam(move: string, board: Board | null, base: string[]): string | null {
  const kindAt = (point: string) => {
    const piece = board?.game === "wigwam" ? board.pieces.find((one) => one.point === point) : undefined;
    return piece ? t(`wigwam.kind.${piece.kind}`) : t("say.piece");
  };
  const placed = /^([WCT])@(\w+)$/.exec(move);
  if (placed) return t("say.place", { kind: t(`wigwam.kind.${PIECES[placed[1] ?? ""] ?? "warrior"}`), point: placed[2] });
  if (move.startsWith("huff ")) return t("say.huff", { kind: kindAt(move.slice(5)), point: move.slice(5) });
  if (move.startsWith("setup ")) return arrangement(move.slice(6), base);
  const [start = "", ...jumps] = move.split("x");
  if (!jumps.length) {
    const [from = "", to = ""] = start.split("-");
    return to ? t("say.step", { kind: kindAt(from), start: from, target: to }) : null;
  }
  const points = jumps.map((jump) => jump.split("-"));
  const victims = list(points.map(([victim = ""]) => victim));
  return t("say.capture", { start, victims, target: points.at(-1)?.[1] ?? "" });
}

function arrangement(letters: string, base: string[]): string {
  const points = (letter: string) => list(base.filter((_, place) => letters[place] === letter));
  return base.length ? t("say.arrange", { chief: points("C"), tents: points("T") }) : t("say.setup", { letters });
}

function inAmul(move: string): string | null {
  const [verb = "", card = ""] = move.split(" ");
  if (!/^(offer|pick|play|take)$/.test(verb)) return null;
  return card === "nothing" ? t("say.take_nothing") : t(`say.${verb}`, { card: cardName(card) });
}
