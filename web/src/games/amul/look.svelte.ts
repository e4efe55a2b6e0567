// How somebody likes to see the bazaar, kept in this browser.
import { Kept } from "../../lib/kept.svelte";

interface Look {
  place: "sand" | "tiles";
}

export const look = new Kept<Look>("spieltisch-amul", { place: "sand" });
