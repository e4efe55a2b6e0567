// The workshop's questions, as requests; and the drawer of this browser for a draft that is not saved.
import { request } from "../../../lib/api";
import { prefs } from "../../../lib/prefs.svelte";
import type { Drawer, Kept, Server } from "./bench.svelte";

const SHOP = "/workshop/amul";
const ENTRY = "spieltisch-amul-workshop";

export const server: Server = {
  list: () => request("GET", SHOP),
  open: (id) => request("GET", `${SHOP}/${id}?language=${prefs.language}`),
  read: (text) => request("POST", `${SHOP}/read`, { text, language: prefs.language }),
  ofTable: (id) => request("GET", `/tables/${id}/set`),
  check: (draft, about, file) => request("POST", `${SHOP}/check`, { draft, about, file, language: prefs.language }),
  keep: (draft, id) => (id ? request("PUT", `${SHOP}/${id}`, { draft }) : request("POST", SHOP, { draft })),
  remove: (id) => request("DELETE", `${SHOP}/${id}`),
  tryOut: (draft) => request("POST", `${SHOP}/trials`, { draft }),
  trial: (id) => request("GET", `${SHOP}/trials/${id}`),
};

export const drawer: Drawer = {
  get() {
    try {
      return JSON.parse(localStorage.getItem(ENTRY) ?? "null") as Kept | null;
    } catch {
      return null;
    }
  },
  put(kept) {
    try {
      if (kept) localStorage.setItem(ENTRY, JSON.stringify(kept));
      else localStorage.removeItem(ENTRY);
    } catch {
      // It holds for this visit then.
    }
  },
};
