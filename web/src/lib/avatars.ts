// What avatars are drawn from: shapes of seats, patterns from a seed, and letters of which no two at a table are the same.

/** One for each seat: circle, square, triangle, diamond, pentagon, hexagon, barrel, cross. */
export const SHAPES = [
  "M16 1.5a14.5 14.5 0 1 0 .01 0z",
  "M5 2.5h22a2.5 2.5 0 0 1 2.5 2.5v22a2.5 2.5 0 0 1-2.5 2.5H5a2.5 2.5 0 0 1-2.5-2.5V5A2.5 2.5 0 0 1 5 2.5z",
  "M16 1l15.5 29H.5z",
  "M16 0l16 16-16 16L0 16z",
  "M16 1l15 11-6 18H7L1 12z",
  "M8.5 2.5h15L31.5 16l-8 13.5h-15L.5 16z",
  "M3.5 8c0-8.5 25-8.5 25 0v16c0 8.5-25 8.5-25 0z",
  "M10 1.5h12V10h8.5v12H22v8.5H10V22H1.5V10H10z",
];

const CELL = 16 / 3;

/** A weave of three by three cells, mirrored to the right and downwards, as a path in a square of 32. */
export function cellsOf(seed: string): string {
  const bits = hashed(seed);
  const cells: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const [column, row] = [n % 3, Math.floor(n / 3)];
    const kind = (bits >>> (n * 3)) & 7;
    if (kind < 3) continue;
    for (const [right, down] of [[false, false], [true, false], [false, true], [true, true]] as const) {
      cells.push(cell(kind, column * CELL, row * CELL, right, down));
    }
  }
  return cells.join("");
}

/** A full cell, or one of its halves along the diagonals, mirrored with its place. */
function cell(kind: number, x: number, y: number, right: boolean, down: boolean): string {
  const corners = [[0, 0], [CELL, 0], [CELL, CELL], [0, CELL]];
  const kept = kind < 5 ? corners : corners.filter((_, n) => n !== [2, 0, 3][kind - 5]);
  const points = kept.map(([dx = 0, dy = 0]) => [right ? 32 - x - dx : x + dx, down ? 32 - y - dy : y + dy].map((at) => +at.toFixed(2)).join(" "));
  return `M${points.join("L")}z`;
}

/** FNV-1a, stirred so that names which differ in one letter look different. */
function hashed(seed: string): number {
  let hash = 2166136261;
  for (const sign of seed) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A letter for everybody: of their name, if possible the first, and of no two the same. */
export function lettersOf(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const found: string[] = [];
  // Whoever can have the first letter gets it before others take it as their second.
  const firsts = names.map((name) => signs(name)[0]);
  names.forEach((_, n) => {
    const first = firsts[n];
    if (first && !taken.has(first)) taken.add((found[n] = first));
  });
  names.forEach((name, n) => {
    if (found[n]) return;
    const letter = [...signs(name), ..."123456789"].find((sign) => !taken.has(sign)) ?? "?";
    taken.add((found[n] = letter));
  });
  return found;
}

function signs(name: string): string[] {
  return [...name.toLocaleUpperCase()].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
}
