// Cards and canoes on their way: copies fly over the table while the table itself already shows the next picture.
const FLIGHT = 300;
const APART = 80;
const GLIDE = 450;
const EASE = "cubic-bezier(.3,.1,.3,1)";

function centre(box: DOMRect): [number, number] {
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Send copies of things to a place, one after the other, in an arc and growing smaller. `layer`: where copies are drawn. */
export function fly(layer: HTMLElement, things: Iterable<Element>, goal: Element | null | undefined, speed: number): void {
  if (!goal || !speed) return;
  const [x, y] = centre(goal.getBoundingClientRect());
  const origin = layer.getBoundingClientRect();
  [...things].forEach((thing, number) => {
    const box = thing.getBoundingClientRect();
    if (!box.width) return;
    const [left, top] = centre(box);
    const copy = thing.cloneNode(true) as HTMLElement;
    copy.removeAttribute("id");
    Object.assign(copy.style, {
      position: "absolute",
      left: `${left - origin.left - thing.clientWidth / 2}px`,
      top: `${top - origin.top - thing.clientHeight / 2}px`,
      margin: "0",
    });
    layer.append(copy);
    const dx = x - left;
    const dy = y - top;
    const lift = Math.min(80, Math.hypot(dx, dy) * 0.22);
    const flight = copy.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - lift}px) rotate(8deg) scale(.82)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${dx}px, ${dy}px) rotate(0deg) scale(.42)`, opacity: 0.4 },
      ],
      { duration: FLIGHT * speed, delay: number * APART * speed, easing: EASE, fill: "backwards" },
    );
    flight.onfinish = flight.oncancel = () => copy.remove();
  });
}

/** Let a thing glide from where it, or another, was before. */
export function glide(thing: Element | null | undefined, from: DOMRect, speed: number): void {
  if (!thing || !speed) return;
  const [x, y] = centre(from);
  const [left, top] = centre(thing.getBoundingClientRect());
  thing.animate([{ transform: `translate(${x - left}px, ${y - top}px)`, opacity: 0.85 }, { transform: "none", opacity: 1 }], { duration: GLIDE * speed, easing: EASE });
}
