// Wigwam at the door of the client: what every visit needs of it, and the ways to the rest.
import { partsOf, type ClientGame } from "../../lib/game";
import type { RulesText } from "../../lib/rules";

const game: ClientGame = {
  colours: {
    "--accent": "light-dark(#85560b, #e3b65a)",
    "--tint": "light-dark(#f5e8cd, #40331b)",
    "--place": "radial-gradient(120% 90% at 36% 40%, light-dark(#f6f0e4, #241c16), light-dark(#e9e0cf, #15100d))",
  },
  sign: "M12 2.5l8.3 4.75v9.5L12 21.5l-8.3-4.75v-9.5zM12 7.5l-4 8.5h8zM12 11l-2.2 5M12 11l2.2 5M10.8 6l2.4 3.6M13.2 6l-2.4 3.6",
  art: () => import("./Art.svelte"),
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
