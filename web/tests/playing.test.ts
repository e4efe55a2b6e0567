// With a coach one plays where there are bots to begin with; whoever chooses it hears it again.
import { expect, it, vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("document", { documentElement: { dataset: {} } });
const { games } = await import("../src/lib/games.svelte");
const { prefs } = await import("../src/lib/prefs.svelte");
const { choiceFor, choicesOf, choose, COACH } = await import("../src/app/playing");
type Info = Parameters<typeof choicesOf>[0];

const known = { name: "known", levels: ["beginner", "expert"] } as unknown as NonNullable<Info>;
const other = { name: "other", levels: ["random", "expert"] } as unknown as NonNullable<Info>;
games.all = [known, other];

it("offers a coach only where there are beginners", () => {
  expect(choicesOf(known)).toEqual([COACH, "beginner", "expert"]);
  expect(choicesOf(other)).toEqual(["random", "expert"]);
  choose(COACH, "known", "other");
  expect(choiceFor("known")).toBe(COACH);
  expect(choiceFor("other")).toBe("casual");
});

it("leaves levels of a game's own to its new table", () => {
  const strong = { name: "strong", levels: ["skilled", "expert", "master"] } as unknown as NonNullable<Info>;
  expect(choicesOf(strong)).toEqual(["skilled", "expert"]);
});

it("turns the coach on again for whoever chooses it", () => {
  prefs.set("coach", false);
  choose("expert", "known");
  expect(prefs.get("coach")).toBe(false);
  choose(COACH, "known");
  expect(prefs.get("coach")).toBe(true);
});
