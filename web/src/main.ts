import { mount } from "svelte";
import "./app.css";
import App from "./app/App.svelte";
import { person } from "./app/person.svelte";
import { texts } from "./lib/i18n.svelte";
import { prefs } from "./lib/prefs.svelte";

prefs.apply();
await Promise.all([texts.load(), person.find()]);
const target = document.getElementById("app");
if (target) mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
