// The plain table: for any game that brings no table of its own. Board and moves are the server's words.
import { texts } from "../i18n.svelte";
import { partsOf, type GameParts } from "../game";
import Table from "./Table.svelte";
import type { PlainBoard, PlainBuild, PlainChoices } from "./types";

// Words that nobody needs before; the table waits for them.
await texts.bring("plain", import.meta.glob("./texts/*.json", { import: "default" }));

/** Of a game that the client does not know, the strip can only say which seat is whose: the server's words name seats by number. */
const plain: GameParts = partsOf<PlainBoard, PlainChoices, PlainBuild>({
  Table,
  facts: (_, seat, t) => [{ text: t("plain.seat", { seat }), label: t("plain.seat", { seat }) }],
  phase: () => "",
  section: () => "",
});

export default plain;
