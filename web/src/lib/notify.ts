// Telling that it is one's turn: a soft tone, and a notice for whoever looks elsewhere and wished for it.
import { prefs } from "./prefs.svelte";
import { play } from "./sound";

let notice: Notification | null = null;

export function announceTurn(title: string, text: string): void {
  play("turn");
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
