// The drawer: beside the table where there is room, over it where there is little, a window on a phone.
import { describe, expect, it } from "vitest";
import { DrawerState, type DrawerSight } from "../src/lib/beside.svelte";

function drawer(width: number, height: number, more: Partial<DrawerSight> = {}) {
  const kept: boolean[] = [];
  const state = new DrawerState(() => ({ width, height, whole: true, panel: false, closed: false, ...more }), (closed) => kept.push(closed));
  return { state, kept };
}

describe("the drawer of a table that fills the page", () => {
  it.each([[360, 740], [740, 360], [768, 1024], [999, 800]])("is a window from the menu at %i x %i", (width, height) => {
    const { state } = drawer(width, height);
    expect([state.place, state.open, state.edged]).toEqual(["window", null, false]);
  });

  it.each([[1024, 768], [1280, 800], [1439, 900]])("is closed with its tabs at the edge, and opening it moves nothing, at %i x %i", (width, height) => {
    const { state, kept } = drawer(width, height);
    expect([state.place, state.open, state.edged]).toEqual(["over", null, true]);
    state.open = "chat";
    expect([state.open, state.edged]).toEqual(["chat", true]);
    expect(kept).toEqual([]);
  });

  it.each([[1440, 900], [1920, 1080], [2560, 1440]])("stands open beside it at %i x %i", (width, height) => {
    const { state } = drawer(width, height);
    expect([state.place, state.open, state.edged]).toEqual(["beside", "log", false]);
  });

  it("stays closed where somebody has closed it", () => {
    const { state, kept } = drawer(1920, 1080);
    state.open = null;
    expect([state.open, state.edged]).toEqual([null, true]);
    expect(kept).toEqual([true]);
    expect(drawer(1920, 1080, { closed: true }).state.open).toBeNull();
  });

  it("is not needed where the table has a panel of its own", () => {
    expect(drawer(1280, 800, { panel: true }).state.elsewhere).toBe(true);
    expect(drawer(1000, 800, { panel: true }).state.elsewhere).toBe(false);
  });
});

describe("the drawer of any other table", () => {
  it("stands beside it as soon as there is room, and is a window otherwise", () => {
    expect(drawer(1280, 800, { whole: false }).state).toMatchObject({ place: "beside", open: "log" });
    expect(drawer(1099, 800, { whole: false }).state).toMatchObject({ place: "window", open: null });
  });
});
