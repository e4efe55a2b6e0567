import { mount } from "svelte";
import "./app.css";
import App from "./app/App.svelte";
import { person } from "./app/person.svelte";
import { games } from "./lib/games.svelte";
import { texts } from "./lib/i18n.svelte";
import { prefs } from "./lib/prefs.svelte";

// A part of the page that is gone from the server belongs to an older build: the new one is fetched, once.
addEventListener("vite:preloadError", (event) => {
  if (sessionStorage.getItem("spieltisch.renewed")) return;
  sessionStorage.setItem("spieltisch.renewed", "1");
  event.preventDefault();
  location.reload();
});
addEventListener("load", () => setTimeout(() => sessionStorage.removeItem("spieltisch.renewed"), 10_000));

prefs.apply();
await Promise.all([games.load(), texts.load(), person.find()]);
const target = document.getElementById("app");
if (target) mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
