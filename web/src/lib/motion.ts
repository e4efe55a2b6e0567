// Motion that explains: a thing travels from where it was to where it is. Never decorative, off with reduced motion.
import type { Attachment } from "svelte/attachments";
import { prefs } from "./prefs.svelte";

const DURATION = 280;

/** Let an element arrive from another place on the page when it appears. */
export function arriveFrom(selector: string): Attachment<HTMLElement | SVGElement> {
  return (element) => {
    if (prefs.reducedMotion) return;
    const source = document.querySelector(selector)?.getBoundingClientRect();
    if (!source) return;
    const place = element.getBoundingClientRect();
    const x = source.left + source.width / 2 - place.left - place.width / 2;
    const y = source.top + source.height / 2 - place.top - place.height / 2;
    element.animate([{ transform: `translate(${x}px, ${y}px) scale(0.8)`, opacity: 0.6 }, { transform: "none", opacity: 1 }], {
      duration: DURATION,
      easing: "cubic-bezier(.2,.7,.3,1)",
    });
  };
}

/** Send copies of elements to another place on the page; the originals stay as they are. */
export function travelTo(elements: Iterable<Element>, selector: string): void {
  if (prefs.reducedMotion) return;
  const target = document.querySelector(selector)?.getBoundingClientRect();
  if (!target) return;
  for (const element of elements) {
    const place = element.getBoundingClientRect();
    const copy = element.cloneNode(true) as HTMLElement;
    copy.setAttribute("aria-hidden", "true");
    Object.assign(copy.style, {
      position: "fixed",
      left: `${place.left}px`,
      top: `${place.top}px`,
      width: `${place.width}px`,
      height: `${place.height}px`,
      margin: "0",
      zIndex: "30",
      pointerEvents: "none",
    });
    document.body.append(copy);
    const x = target.left + target.width / 2 - place.left - place.width / 2;
    const y = target.top + target.height / 2 - place.top - place.height / 2;
    const flight = copy.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(0.6)`, opacity: 0.5 }], {
      duration: DURATION,
      easing: "ease-in",
    });
    flight.onfinish = () => copy.remove();
    flight.oncancel = () => copy.remove();
  }
}
