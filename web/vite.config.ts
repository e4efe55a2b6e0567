// Builds the client into the Python package, where the server finds it.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { shell } from "./shell/index.js";

const SERVER = process.env.SPIELTISCH_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), shell()],
  build: {
    outDir: "../src/spieltisch/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first page needs comes in one file: a server of one process answers few requests sooner than many.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "start", tags: ["$initial"] }] } } },
  },
  server: {
    proxy: { "/api/play": { target: SERVER.replace("http", "ws"), ws: true }, "/api": SERVER, "/docs": SERVER },
  },
});
