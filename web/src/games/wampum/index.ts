// Wampum at the door of the client: what every visit needs of it, and the ways to the rest.
import { partsOf, type ClientGame } from "../../lib/game";
import type { RulesText } from "../../lib/rules";

const REMOVING = 4;

const game: ClientGame = {
  colours: {
    "--accent": "light-dark(#1b5e8c, #8cc5ec)",
    "--tint": "light-dark(#dfecf5, #1f3442)",
  },
  sign: "M3 11.5c3 4.5 15 4.5 18 0-.6 4-3 5.5-9 5.5s-8.4-1.5-9-5.5zM12.5 13l3-9M3 20.5c1.5-1.2 3-1.2 4.5 0s3 1.2 4.5 0 3-1.2 4.5 0 3 1.2 4.5 0",
  art: () => import("./Art.svelte"),
  usual: 3,
  memory: true,
  // Only then are cards taken out of the game in two ways.
  offers: (option, players) => option !== "removal" || players === REMOVING,
  async load() {
    const [table, strip] = await Promise.all([import("./Table.svelte"), import("./strip")]);
    return partsOf({ Table: table.default, ...strip });
  },
  door: import.meta.glob("./door/*.json", { import: "default" }),
  texts: import.meta.glob("./texts/*.json", { import: "default" }),
  rules: import.meta.glob<RulesText>("./rules/*.json", { import: "default" }),
  drawings: () => import("./rules/Drawing.svelte"),
};

export default game;
