// Cards side by side are one stop of the tab key; the arrow keys walk among them.

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const APART = 4;

/** Lead the focus to the next card in the direction of the key. */
export function walk(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const group = event.currentTarget as HTMLElement;
  if (!way) return;
  event.preventDefault();
  const buttons = [...group.querySelectorAll<HTMLElement>("[data-card]")];
  const here = buttons.indexOf(document.activeElement as HTMLElement);
  const [dx, dy] = way;
  let next = here + dx;
  if (dy) {
    const from = buttons[here]?.getBoundingClientRect();
    let least = Infinity;
    buttons.forEach((button, n) => {
      const box = button.getBoundingClientRect();
      if (!from || (box.top - from.top) * dy < APART) return;
      const cost = Math.abs(box.top - from.top) * 3 + Math.abs(box.left - from.left);
      if (cost < least) [least, next] = [cost, n];
    });
  }
  buttons[Math.max(0, Math.min(buttons.length - 1, next))]?.focus();
}

/** Which of these the tab key comes to: where one was last, else what is chosen or can be. */
export function stopAmong(cards: readonly { key: string; selected: boolean; choosable: boolean }[], cursor: string): string | undefined {
  if (cards.some((card) => card.key === cursor)) return cursor;
  return (cards.find((card) => card.selected) ?? cards.find((card) => card.choosable) ?? cards[0])?.key;
}
