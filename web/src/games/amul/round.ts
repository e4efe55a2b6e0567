// How the players sit around the table, seen from one of them.

/** The seats in the order in which their areas matter: the own one, both neighbours, everybody else. Spectators see all alike. */
export function ordered(me: number, count: number): number[] {
  const all = Array.from({ length: count }, (_, n) => (Math.max(0, me) + n) % count);
  if (me < 0) return all;
  const near = [me, (me + 1) % count, (me + count - 1) % count];
  return [...near, ...all.filter((seat) => !near.includes(seat))];
}

export type Relation = "you" | "left" | "right" | null;

export function relationOf(seat: number, me: number, count: number): Relation {
  if (me < 0) return null;
  if (seat === me) return "you";
  const [, left, right] = ordered(me, count);
  return seat === left ? "left" : seat === right ? "right" : null;
}
