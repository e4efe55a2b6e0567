// How somebody likes to see the river, kept in this browser.
import { Kept } from "../../lib/kept.svelte";

interface Look {
  shore: "summer" | "autumn";
}

export const look = new Kept<Look>("spieltisch-wampum", { shore: "summer" });
