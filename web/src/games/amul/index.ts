// Amul at the door of the client: what every visit needs of it, and the ways to the rest.
import { partsOf, type ClientGame } from "../../lib/game";
import type { RulesText } from "../../lib/rules";

const game: ClientGame = {
  colours: {
    "--accent": "light-dark(#a84a06, #f4ab4e)",
    "--tint": "light-dark(#fbe6d0, #45301b)",
  },
  sign: "M5 21v-9c0-4 4-5 7-9 3 4 7 5 7 9v9zM9.5 21v-4.5a2.5 2.5 0 0 1 5 0V21",
  art: () => import("./Art.svelte"),
  usual: 4,
  memory: true,
  async load() {
    const [table, strip] = await Promise.all([import("./Table.svelte"), import("./strip"), import("./naming").then(({ bringNames }) => bringNames())]);
    return partsOf({ Table: table.default, ...strip });
  },
  door: import.meta.glob("./door/*.json", { import: "default" }),
  texts: import.meta.glob("./texts/*.json", { import: "default" }),
  workshop: () => import("./workshop/Page.svelte"),
  rules: import.meta.glob<RulesText>("./rules/*.json", { import: "default" }),
  drawings: () => import("./rules/Drawing.svelte"),
};

export default game;
