// What has happened is shown in its order: an event that a table wants to be looked at keeps all later ones back.
import { tick } from "svelte";
import { expect, it, vi } from "vitest";
import { LiveTable } from "../src/lib/table.svelte";
import type { EventMessage } from "../src/lib/types";

// Nobody is called: events come from here.
const request = vi.hoisted(() => vi.fn());
vi.mock("../src/lib/socket.svelte", () => ({ connection: { request } }));

const event = (seq: number) => ({ type: "event", seq, at: 0, turn: {}, views: [], news: {} }) as unknown as EventMessage;

/** A table that is told of by drawing it, as pages do: a moment after it has changed. */
function looking(wants: (seq: number) => boolean): { live: LiveTable; shown: number[] } {
  const live = new LiveTable("t");
  const shown: number[] = [];
  live.onevent = ({ seq }) => {
    shown.push(seq);
    if (wants(seq)) queueMicrotask(() => live.hold(Infinity));
  };
  return { live, shown };
}

async function drawn(): Promise<void> {
  for (let n = 0; n < 9; n += 1) await tick();
}

it("shows at once what nobody wants to look at", async () => {
  const { live, shown } = looking(() => false);
  [1, 2, 3].forEach((seq) => live.event(event(seq)));
  await drawn();
  expect(shown).toEqual([1, 2, 3]);
});

it("tells of events that came meanwhile one by one", async () => {
  const { live, shown } = looking(() => true);
  [1, 2, 3].forEach((seq) => live.event(event(seq)));
  await drawn();
  expect(shown).toEqual([1]);
  live.release();
  await drawn();
  expect(shown).toEqual([1, 2]);
  live.release();
  await drawn();
  expect(shown).toEqual([1, 2, 3]);
});

it("sends a move as sure while nobody is there who could ask back", async () => {
  const live = new LiveTable("t");
  await live.play(0, "go 1");
  expect(request.mock.lastCall?.[0]).toMatchObject({ type: "play", move: "go 1", sure: true });
  live.coach = (send) => send(false);
  await live.play(0, "go 2");
  expect(request.mock.lastCall?.[0]).toMatchObject({ move: "go 2", sure: false });
});
