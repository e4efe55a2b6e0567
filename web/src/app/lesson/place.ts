// Where the coach's words stand: near what they speak of, and never over it.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const EDGE = 8;
const STEP = 16;
/** A covered pixel of what is spoken of counts as much as so many pixels of distance. */
const COVERED = 10;
/** The same of what can be touched besides. */
const BESIDES = 0.05;

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** How much of the boxes a box covers. */
export function covered(box: Box, boxes: readonly Box[]): number {
  return boxes.reduce((sum, one) => sum + overlap(box, one), 0);
}

type Size = Pick<Box, "width" | "height">;

/** The best place for something of a size, below `top`: it covers nothing that has to stay free if that can be, little
 * else, and is near to what comes first. */
export function placeFor(size: Size, room: Size & { top: number }, free: readonly Box[], besides: readonly Box[] = []): { x: number; y: number } {
  const right = Math.max(EDGE, room.width - size.width - EDGE);
  const lowest = Math.max(room.top, room.height - size.height - EDGE);
  const first = free[0] ?? { x: room.width / 2, y: room.top, width: 0, height: 0 };
  let best = { x: EDGE, y: room.top };
  let least = Infinity;
  for (let y = room.top; ; y = Math.min(y + STEP, lowest)) {
    for (let x = EDGE; ; x = Math.min(x + STEP * 2, right)) {
      const far = Math.hypot(x + size.width / 2 - first.x - first.width / 2, y + size.height / 2 - first.y - first.height / 2);
      const cost = covered({ x, y, ...size }, free) * COVERED + covered({ x, y, ...size }, besides) * BESIDES + far;
      if (cost < least) [least, best] = [cost, { x, y }];
      if (x >= right) break;
    }
    if (y >= lowest) break;
  }
  return best;
}
