// How the board is drawn, in units of the distance between two points: outlines, the names on the rim, the ways of pieces.
import type { Place } from "./model";

/** Outer edge of the frame and edge of the field, measured to their corners. */
export const FRAME = 3.8;
export const FIELD = 3.43;
const HALF = Math.sqrt(3) / 2;
const SLOPE = Math.tan(Math.PI / 6);
const SIXTH = Math.PI / 3;

export type Spot = readonly [number, number];

/** Corners of a hexagon; odd quarters stand on a corner, even ones on a side. */
export function hexagon(radius: number, quarters: number): Spot[] {
  const begin = quarters % 2 ? -Math.PI / 2 : 0;
  return [0, 1, 2, 3, 4, 5].map((n) => [radius * Math.cos(begin + n * SIXTH), radius * Math.sin(begin + n * SIXTH)]);
}

export function corners(spots: readonly Spot[]): string {
  return spots.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");
}

/** What has to be in the picture: the frame and its shadow. */
export function viewBox(quarters: number): string {
  const [wide, high] = quarters % 2 ? [FRAME * HALF, FRAME] : [FRAME, FRAME * HALF];
  return `${-wide - 0.06} ${-high - 0.06} ${2 * wide + 0.12} ${2 * high + 0.16}`;
}

/** The outlines of the two bases, corner by corner: the inlays of light and dark. */
export const INLAYS = ["b1 d1 f1 f2 e2 d3 c2 b2", "b5 d7 f5 f4 e5 d5 c5 b4"].map((names) => names.split(" "));

/** Letters below the rows and numbers at both ends of each bent line, before the board is turned. */
export function rimNames(): Place[] {
  const rim = (FIELD + 0.05 + FRAME) / 2;
  const side = rim * HALF;
  const found: Place[] = [..."abcdefg"].map((point, row) => {
    const corner = Math.abs(row - 3) > 2.5;
    const y = corner ? Math.sign(row - 3) * (side - 0.12) : (row - 3) * HALF;
    return { point, x: -(rim - Math.abs(y) * SLOPE), y };
  });
  for (const way of [-1, 1]) {
    for (const k of [1, 2, 3, 4]) found.push({ point: String(k), x: k - 2.5, y: way * side });
    for (const [k, row] of [[5, 2], [6, 1]] as const) {
      const y = way * row * HALF;
      found.push({ point: String(k), x: rim - Math.abs(y) * SLOPE, y });
    }
  }
  found.push({ point: "7", x: rim, y: 0 });
  return found;
}

const LOW = 2;
const ROUND = 2.6;

/** Where a figure about a point stands: below it, near the lower edge above it, and never on the names of the rim. */
export function aside([x, y]: Spot, distance: number): Spot {
  const level = y > LOW ? y - distance : y + distance;
  const most = Math.sqrt(Math.max(0, ROUND ** 2 - level ** 2));
  return [Math.max(-most, Math.min(most, x)), level];
}

export interface Arc {
  from: Spot;
  bend: Spot;
  to: Spot;
}

/** The curve of one jump: beside the victim, on the outside of the turn. `before` is where the piece came from. */
export function arc(from: Spot, over: Spot, to: Spot, before?: Spot): Arc {
  const middle: Spot = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const off: Spot = [over[0] - middle[0], over[1] - middle[1]];
  // A bent jump shows its bend.
  if (Math.hypot(...off) > 0.2) return { from, to, bend: [middle[0] + off[0] * 1.7, middle[1] + off[1] * 1.7] };
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const turn = before ? (from[0] - before[0]) * dy - (from[1] - before[1]) * dx : 0;
  const way = turn < -0.1 ? 1 : -1;
  return { from, to, bend: [middle[0] - (way * dy * 0.6) / length, middle[1] + (way * dx * 0.6) / length] };
}

/** The arcs of a whole chain of jumps: start, victim, landing, victim, landing ... */
export function chain(spots: readonly Spot[], before?: Spot): Arc[] {
  const found: Arc[] = [];
  let last = before;
  for (let n = 0; n + 2 < spots.length; n += 2) {
    const [from, over, to] = [spots[n]!, spots[n + 1]!, spots[n + 2]!];
    found.push(arc(from, over, to, last));
    last = from;
  }
  return found;
}

export function curve(arcs: readonly Arc[]): string {
  const [first] = arcs;
  if (!first) return "";
  return `M${first.from.join(" ")}` + arcs.map(({ bend, to }) => `Q${bend.join(" ")} ${to.join(" ")}`).join("");
}

/** Somewhere on an arc, from 0 to 1. */
export function along({ from, bend, to }: Arc, t: number): Spot {
  const u = 1 - t;
  return [u * u * from[0] + 2 * u * t * bend[0] + t * t * to[0], u * u * from[1] + 2 * u * t * bend[1] + t * t * to[1]];
}

/** The direction in which an arc ends, in degrees. */
export function heading({ bend, to }: Arc): number {
  return (Math.atan2(to[1] - bend[1], to[0] - bend[0]) * 180) / Math.PI;
}

/** A ribbon that is narrow where a move began and wide where it ended, piece by piece. */
export function ribbon(spots: readonly Spot[]): string[] {
  const parts = Math.max(1, spots.length - 1);
  return spots.slice(1).map((to, n) => {
    const from = spots[n]!;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const [x, y] = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
    const [thin, thick] = [0.05 + (0.13 * n) / parts, 0.05 + (0.13 * (n + 1)) / parts];
    return corners([
      [from[0] + x * thin, from[1] + y * thin],
      [to[0] + x * thick, to[1] + y * thick],
      [to[0] - x * thick, to[1] - y * thick],
      [from[0] - x * thin, from[1] - y * thin],
    ]);
  });
}

/** A five-pointed star around (0, y). */
export function star(size: number, y: number): string {
  const spots = Array.from({ length: 10 }, (_, n) => {
    const radius = n % 2 ? size * 0.44 : size;
    return `${(radius * Math.sin((n * Math.PI) / 5)).toFixed(3)} ${(y - radius * Math.cos((n * Math.PI) / 5)).toFixed(3)}`;
  });
  return `M${spots.join("L")}Z`;
}
