// Our own line drawings for Amul's cards, in a square of 24.

const SACK = "M9 3h6l-1 4c4 2 6 6 5 11-1 3-13 3-14 0C4 13 6 9 10 7zM9.5 7h5";
const SCALES = "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z";
const CAMEL =
  "M3 20v-5c0-3 1.5-4 3-4.5 1-3 1.5-4.5 3-4.5s1.5 3 2.5 3 1-3 2.5-3 2 3 2.5 5c1.5 0 1.5-5 1.5-6.5L21 4l1.5 2-2 1c0 5-1 7.5-3.5 8v5M6.5 20v-4M13.5 20v-4";
const STALL =
  "M3 9l2-5h14l2 5zM5 11v9M19 11v9M5 15h14M3 9c0 3 4 3 4.5 0 .5 3 4 3 4.5 0 .5 3 4 3 4.5 0 .5 3 4.5 3 4.5 0";
const SHIELD = "M8 5l6-2 6 2c0 8-2.5 13-6 16-3.5-3-6-8-6-16zM4 3v18M3 5l1-2 1 2";
const CROWN = "M5 16L4 7l5 4 3-6 3 6 5-4-1 9zM5 19.5h14";
const EYE = "M3 12c4-7 14-7 18 0-4 7-14 7-18 0zM12 9a3 3 0 1 0 .1 0z";
const HELMET = "M5 15c0-7 3-10 7-10s7 3 7 10zM12 5V2M3 15h18v3H3zM9 18v3M15 18v3";
const SWORD = "M20 3l-1 5-7.5 7.5-2.5-2.5L16.5 5.5zM6 12l6 6M8.5 15.5L4 20";
const DISC = "M12 4a8 8 0 1 0 .1 0zM12 7v10M7 12h10M12 2v2M8.5 8.5l7 7M15.5 8.5l-7 7";
const SCROLL = "M7 4h11v13M7 4c-3 0-3 4 0 4M7 4v13c0 3 3 3 3 3h8c3 0 3-4 0-4h-8c2 2-1 4-3 1M10 9h5M10 12h5";
const CARAVAN = "M3 20v-4c0-3 1.5-4 3-4h8c2 0 2-5 2-7l3-1 1.5 2-2 1c0 5 0 7-2.5 8v5M6.5 20v-3M13 20v-3M5 12V6h7v6M5 9h7";

export const GLYPHS: Record<string, string> = {
  spices: "M3 12h18c0 4-2 6-5 7v2H8v-2c-3-1-5-3-5-7zM6 12c1-6 11-6 12 0M10 8.5h.1M13 7.5h.1M14 10h.1M11 10.5h.1",
  silver: "M9 8a6 6 0 1 0 .1 0zM13 5.5a6 6 0 1 1 2.5 10M9 11l2 3-2 3-2-3z",
  gold: "M2 19l2-6h6l2 6zM12 19l2-6h6l2 6zM7 12l2-6h6l2 6z",
  jewel: "M7 5h10l4 5-9 10L3 10zM3 10h18M9 10l3 10 3-10-3-5z",
  silk: "M4 7c0-2.5 5-2.5 5 0v10c0 2.5-5 2.5-5 0zM9 6h9c3 0 3 4 0 4H9M19.5 9v10l-2.5-1-2.5 1-2.5-1-3 1",
  oil: "M10 3h4v3c4.5 2 5 8 1 14H9C5 14 5.5 8 10 6zM8 12h8",
  opium: "M12 8a5 5 0 1 1-.1 0zM8 4l2 2 2-3 2 3 2-2v4H8zM12 18v4M12 21c2 0 3-1 3-2",
  tea: "M4 10h12v4c0 3-2 5-5 5H9c-3 0-5-2-5-5zM16 11h2a2 2 0 0 1 0 5h-2M8 3v3M12 3v3M3 21h14",
  porcelain: "M9 3h6v2l-1.5 2c4 2 4.5 7 2.5 10l-1 4H9l-1-4c-2-3-1.5-8 2.5-10L9 5zM7.5 13c3 2 6-2 9 0",
  carpet: "M5 5h14v14H5zM8 8h8v8H8zM12 9.5l2.5 2.5-2.5 2.5-2.5-2.5zM3 5h2M3 8h2M3 12h2M3 16h2M3 19h2M19 5h2M19 8h2M19 12h2M19 16h2M19 19h2",
  jade: "M12 4a8 8 0 1 0 .1 0zM12 9a3 3 0 1 0 .1 0z",
  ivory: "M5 4c-1 9 6 16 16 15-6-2-10-7-11-15zM5 6c2 1 4 1 5 0",
  ebony: "M3 8h13v8H3zM18 8a2 4 0 1 1-.1 0zM16 8h2M16 16h2M6 11h6M7 13.5h5",
  lamp: "M3 13h12c2-1 4-2 6-2 0 3-3 6-6 7H8c-3-1-5-3-5-5zM8 13c1-3 5-3 6 0M20 9c-1.5-2 1-3 0-5M8 18v2.5h7V18",
  medallion: "M7 3l5 7 5-7M12 10a5.5 5.5 0 1 0 .1 0zM12 13l1 1.800 2 .4-1.400 1.5.2 2.100-1.800-.9-1.800.9.2-2.100L9 15.200l2-.4z",
  arab_artifact: DISC,
  mongol_artifact: "M6 20h12M9 20l-1-6c-4-3-3-9 0-10 2 2 6 2 8 0 3 1 4 7 0 10l-1 6M9 9h.1M15 9h.1M10 14h4",
  tent: "M12 4L2 19h20zM12 4v6M8.5 19l3.5-9 3.5 9M12 4l4-2",
  yurt: "M4 12c3-5 13-5 16 0v8H4zM10 20v-5h4v5M4 12h16M10 7.5c1-2 3-2 4 0",
  arab_prince: CROWN,
  mongol_prince: "M4 18c0-3 2-4 3-8l5-7 5 7c1 4 3 5 3 8zM4 18h16v2.5H4zM12 3V1.5M9.5 13h5",
  arab_spy: EYE,
  mongol_spy: EYE,
  thief: "M2 9c4-2 7 1 10 1s6-3 10-1c0 6-3 8-7 7l-3-2-3 2c-4 1-7-1-7-7zM6 11.5h3.5M14.5 11.5H18",
  diplomat: "M2 10l4-3 6 3 6-3 4 3v5l-4 1-6 4-6-4-4-1zM8 12l4 3.5 4-3.5",
  envoy: "M6 2v20M6 4h13l-3.5 4 3.5 4H6",
  tax_collector: SACK + "M12 11v6M10 12.5h4M10 15.5h4",
  fugitive: "M9 8a3.5 3.5 0 1 0-5 5l3 3M15 16a3.5 3.5 0 1 0 5-5l-3-3M9 15l-2 4M15 9l2-4M11 6l-1-3M13 18l1 3",
  sheikh: "M12 3c4 0 6 3 6 7l3 10H3l3-10c0-4 2-7 6-7zM7 8h10M12 9a3 4 0 1 0 .1 0z",
  nomad: "M2 20L8 8l6 12M8 8l1-3M5.5 20L8 14l2.5 6M18 4v17M15.5 5.5a2.5 2.5 0 0 1 5 0",
  courtesan: "M12 20L3 9c5-6 13-6 18 0zM12 20L7.5 6M12 20V4.5M12 20l4.5-14",
  dancer: "M12 3a2 2 0 1 0 .1 0zM12 7v6l-6 8M12 13l5 3-2 5M5 8c4 3 10 2 14-3M8 13c-1 3 8 4 8 0",
  dervish: "M12 2a2 2 0 1 0 .1 0zM10 7h4l1 5c5 2 7 5 6 8H3c-1-3 1-6 6-8zM3 8l7 0M21 5l-7 3",
  arab_guard: SHIELD,
  mongol_guard: SHIELD,
  arab_general: HELMET,
  mongol_general: HELMET,
  arab_sword: SWORD,
  mongol_sword: SWORD,
  guard_of_amul: "M4 21V7l2.5 1V4h3v3h5V4h3v4L20 7v14zM10 21v-5a2 2 0 0 1 4 0v5",
  mercenary: "M4 3l14 14M20 3L6 17M3 15l6 6M21 15l-6 6M18 18l3 3M6 18l-3 3",
  warlord: "M7 22L15 4M12.5 5c5-2 8 1 8.5 5-4-1-6-1-10.5-1zM6 8l4 2",
  looter: "M9.5 11h5L13 22h-2zM12 2c4 3.5 4 7 1 9h-2c-3-2-3-5.5 1-9z",
  arab_merchant: SCALES,
  mongol_merchant: SCALES,
  contract: SCROLL,
  spice_trader: SACK + "M9 14h.1M12 12h.1M15 14h.1M12 16h.1",
  spice_seller: "M3 14h12c0 4-2 6-4 6H7c-2 0-4-2-4-6zM5 14c1-4 7-4 8 0M14 11l6-7c1 0 2 1 1 2z",
  goldsmith: "M2 8h13c0 3 3 4 7 4v1c-4 0-7 1-8 3v2h2v2H6v-2h2v-2C6 14 2 12 2 8z",
  gold_smuggler: "M3 11c0-6 18-6 18 0v8H3zM3 12h18M10 11h4v4h-4z",
  jeweller: "M12 10a6 6 0 1 0 .1 0zM9 2h6l2 3-5 5-5-5z",
  peddler: "M6 8c0-4 12-4 12 0v12H6zM9 5c0-3 6-3 6 0M6 13h12M10 13v3h4v-3M4 11v7M20 11v7",
  trading_house: "M3 21V10l9-7 9 7v11zM8 21v-7h8v7M3 10h18M12 14v7",
  camel: CAMEL,
  arab_caravan: CARAVAN,
  mongol_caravan: CARAVAN,
  camel_driver: CAMEL,
  // Categories, symbols and places.
  resources: SACK,
  objects: "M9 3h6v2l-1.5 2c4 2 4.5 7 2.5 10l-1 4H9l-1-4c-2-3-1.5-8 2.5-10L9 5z",
  characters: "M12 3a4 4 0 1 0 .1 0zM4 21c0-6 3-9 8-9s8 3 8 9z",
  military: "M4 5l8-2 8 2c0 8-3 13-8 16-5-3-8-8-8-16z",
  merchants: SCALES,
  camels: CAMEL,
  bazaar: STALL,
  palace: "M3 21v-9c0-4 4-5 4.5-8C8 7 12 8 12 12c0-4 4-5 4.5-8 .5 3 4.5 4 4.5 8v9zM10 21v-4a2 2 0 0 1 4 0v4M3 14h18",
  market: "M4 8h16l-2 12H6zM8 8c0-7 8-7 8 0",
  arab: "M12 2l2.900 3H19v4.100L22 12l-3 2.900V19h-4.100L12 22l-2.900-3H5v-4.100L2 12l3-2.900V5h4.100z",
  mongol: "M5 21V11a7 7 0 0 1 14 0v10h-4V11a3 3 0 0 0-6 0v10zM7 14h.1M17 14h.1",
  strength: SWORD,
  hand: "M6 21c-3-4-4-6-3.5-7.5S5 13 6 14.5V5c0-2 2.5-2 2.5 0v6V3.5c0-2 2.5-2 2.5 0V11 4.5c0-2 2.5-2 2.5 0V12 7.5c0-2 2.5-2 2.5 0V15c0 3-1 4.5-2 6z",
  table: "M2 9h20v3H2zM5 12v9M19 12v9",
  wares: "M9 3h6v2l-1.5 2c4 2 4.5 7 2.5 10l-1 4H9l-1-4c-2-3-1.5-8 2.5-10L9 5z",
  treasures: "M7 5h10l4 5-9 10L3 10zM3 10h18",
  guards: SHIELD,
  rogues: "M2 9c4-2 7 1 10 1s6-3 10-1c0 6-3 8-7 7l-3-2-3 2c-4 1-7-1-7-7z",
  dignitaries: CROWN,
  any: "M5 4h10v14H5zM9 7h10v14H9z",
  back: "M5 3h14v18H5zM8 6h8v12H8zM12 9l2.5 3-2.5 3-2.5-3z",
};

export function glyph(name: string): string {
  return GLYPHS[name] ?? (name.includes("trader") ? STALL : (GLYPHS["any"] ?? ""));
}
