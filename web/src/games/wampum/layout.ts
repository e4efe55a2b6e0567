// Where everything lies, in pixels, from the room there is and how many villages share it. It depends on nothing that changes
// during a game, so nothing moves between turns.

export type Way = "wide" | "rows" | "low";

export interface Layout {
  /** wide: villages side by side, the river below them. rows: one below the other, the river at the right. low: rows beside the hand. */
  way: Way;
  /** Widths of a card at a village and in the hand; cards are 1.4 times as high. */
  card: number;
  hand: number;
  /** Heights of the rows: players, villages' water, toast line, near bank. */
  seats: number;
  /** Players beside each other on the near bank, and how high their rows are there; 0: they have a row of their own. */
  across: number;
  met: number;
  boat: number;
  toast: number;
  tray: number;
  /** Width of a village: its column, or in rows the part for its goods. */
  column: number;
  /** Height of a village that lies in a row. */
  row: number;
  /** What there is for the hand, from its first to its last card. */
  fan: number;
  /** A large screen: larger letters too. */
  large: boolean;
  /** A phone: no room for belts and many words. */
  small: boolean;
  /** The most that a canoe in a row is high. */
  hull: number;
  /** How large two canoes are that share the water of a village. */
  pair: number;
  /** Rows so low that a pill lies over the lower edge of the goods. */
  crowded: boolean;
  /** Room for a belt: of others, one's own, and in the result. */
  belt: number;
  ownBelt: number;
  endBelt: number;
}

/** A card's height for its width. */
export const RATIO = 1.4;
/** Widths and heights from which on a way of laying things out has room. */
const WIDE = 900;
const TALL = 470;
const LARGE_WIDTH = 1400;
const LARGE_HEIGHT = 840;
const NARROW = 1180;
const PHONE = 560;
/** Height of a row that has no room for a pill below its goods: on phones, and on tablets, whose cards could be larger. */
const CROWDED = { phone: 96, tablet: 150 };

export interface Room {
  width: number;
  height: number;
  villages: number;
  /** What has to stay free at the right for the tabs of the drawer. */
  rail: number;
  /** Players who may stand on the near bank, above a hand. */
  others?: number;
}

export function layoutOf({ width, height, villages, rail, others = 0 }: Room): Layout {
  if (height < TALL && width > height) return low(width, height, villages, others);
  if (width < WIDE && width < height) return rows(width, height, villages);
  return wide(width, height, villages, rail);
}

function wide(width: number, height: number, villages: number, rail: number): Layout {
  const large = width >= LARGE_WIDTH && height >= LARGE_HEIGHT;
  const free = width - rail;
  const gap = within(6, 0.01 * width, 18);
  const pad = within(14, 0.016 * width, 32);
  const column = (free - 2 * pad - (villages - 1) * gap) / villages;
  const seats = large ? 94 : 82;
  const toast = large ? 52 : 44;
  // Seats, house, goods, badges, boat, toast line and tray together are as high as the table.
  const card = within(56, Math.min((height - seats - toast - 148) / 5.2, column / 2.15), 200);
  const hand = card * (width < NARROW ? 1 : 1.06);
  const aside = width < NARROW ? 170 + 236 : large ? 220 + Math.max(310, 0.16 * width) : 200 + 272;
  return {
    way: "wide",
    card,
    hand,
    seats,
    across: 0,
    met: 0,
    boat: 1.44 * card,
    toast,
    tray: RATIO * hand + 92,
    column,
    row: 0,
    fan: free - aside - 90,
    large,
    small: false,
    hull: 0,
    pair: within(0.55, column / (4.9 * card), 0.85),
    crowded: false,
    belt: Math.max(60, Math.min(21.5 * 16, (free - 200) / Math.max(1, villages - 1)) - 230),
    ownBelt: 96,
    endBelt: Math.min(1100, free - 60) - 715,
  };
}

function rows(width: number, height: number, villages: number): Layout {
  const phone = width < PHONE;
  const seats = phone ? 54 : 84;
  const toast = phone ? 36 : 44;
  const hand = phone ? 50 : 96;
  const tray = phone ? 194 : RATIO * hand + 136;
  const row = (height - seats - toast - tray) / villages;
  const column = phone ? 0.47 * width : 0.5 * width;
  const crowded = row < (phone ? CROWDED.phone : CROWDED.tablet);
  const card = within(30, (row - (crowded ? 14 : 31)) / RATIO, phone ? 66 : 104);
  return { way: "rows", card, hand, seats, across: 0, met: 0, boat: 0, toast, tray, column, row, fan: width - 16, large: false, small: phone, hull: phone ? 96 : 150, pair: 0.6, crowded, belt: 0.33 * width - 190, ownBelt: phone ? 70 : 260, endBelt: 0.5 * width };
}

/** So many cards have room for a hand of which each of five kinds shows more than its half. */
const FIVE_KINDS = 3.8;

/** A player on the near bank: width and height with what lies between. What else is there, and the number below a card. */
const CHIP = [72, 48] as const;
const BANK = 118;
const BELOW = 30;

/** A hand whose cards are smaller wants all of the bank. */
const READABLE = 58;

function low(width: number, height: number, villages: number, others: number): Layout {
  const toast = 30;
  const left = 0.58 * width;
  const fan = width - left - 22;
  const lines = Math.ceil(others / Math.floor((fan + 4) / CHIP[0]));
  const room = (met: number) => Math.min((height - BANK - met - BELOW) / RATIO, fan / FIVE_KINDS);
  const met = room(lines * CHIP[1]) < READABLE ? 0 : lines * CHIP[1];
  const across = met ? Math.ceil(others / lines) : 0;
  const seats = met ? 0 : 50;
  const row = (height - seats - toast) / villages;
  const card = within(26, (row - 5) / RATIO, 56);
  const hand = within(42, room(met), 72);
  return { way: "low", card, hand, seats, across, met, boat: 0, toast, tray: width - left, column: 0.36 * left, row, fan, large: false, small: true, hull: 96, pair: 0.6, crowded: false, belt: 0, ownBelt: 40, endBelt: 150 };
}

function within(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(least, wanted), most);
}

/** How far the piles of a village lie apart: side by side where there is room, always by the third that shows what they are. */
export function pileStep(room: number, card: number, kinds: number): number {
  return kinds > 1 ? Math.max(0.2 * card, Math.min(1.08 * card, (room - card) / (kinds - 1))) : 0;
}

export interface Fan {
  /** From card to card of a kind, and from kind to kind beyond that. */
  inside: number;
  between: number;
  width: number;
}

/** How a hand of so many cards of so many kinds is held: as open as the room allows. */
export function fanOf(cards: number, kinds: number, card: number, room: number): Fan {
  if (!cards) return { inside: 0, between: 0, width: 0 };
  const wish = { inside: 0.35 * card, between: 0.93 * card };
  const least = { inside: 0.05 * card, between: 0.42 * card };
  const widthOf = (inside: number, between: number) => card + (cards - kinds) * inside + (kinds - 1) * between;
  const most = widthOf(wish.inside, wish.between);
  const fewest = widthOf(least.inside, least.between);
  // Both shrink together.
  const share = most <= room || most === fewest ? 1 : within(0, (room - fewest) / (most - fewest), 1);
  const inside = least.inside + share * (wish.inside - least.inside);
  const between = least.between + share * (wish.between - least.between);
  return { inside, between, width: widthOf(inside, between) };
}
