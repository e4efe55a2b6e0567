// Telling that it is one's turn while the page is not looked at: a soft tone and a notice, both only if wished for.
import { prefs } from "./prefs.svelte";

let context: AudioContext | null = null;
let notice: Notification | null = null;

export function announceTurn(title: string, text: string): void {
  if (prefs.get("sound")) tone();
  if (!document.hidden || !prefs.get("notifications")) return;
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  notice?.close();
  notice = new Notification(title, { body: text, icon: "/icon-192.png", tag: "spieltisch" });
  notice.onclick = () => {
    focus();
    notice?.close();
  };
}

export function quietDown(): void {
  notice?.close();
  notice = null;
}

/** Two short notes, like knuckles on wood. */
function tone(): void {
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [delay, pitch] of [[0, 392], [0.14, 523]] as const) {
    const source = context.createOscillator();
    const loudness = context.createGain();
    source.type = "triangle";
    source.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, start + delay);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + delay + 0.25);
    source.connect(loudness).connect(context.destination);
    source.start(start + delay);
    source.stop(start + delay + 0.3);
  }
}
