// How somebody likes to see the board, kept in this browser: of which material, with threats or without.
import { Kept } from "../../lib/kept.svelte";

interface Look {
  wood: "maple" | "slate";
  warned: boolean;
}

export const look = new Kept<Look>("spieltisch-wigwam", { wood: "maple", warned: true });
