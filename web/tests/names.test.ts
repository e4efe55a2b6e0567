// What everybody at a table is called.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { TableInfo } from "../src/lib/types";

type Seats = TableInfo["seats"];
const seats = (...all: [name: string | null, level: Seats[number]["level"]][]): Seats =>
  all.map(([name, level], seat) => ({ seat, kind: level ? "bot" : "person", name, level, person: null, forfeited: false }));

async function called(imported: boolean, who: Seats): Promise<string[]> {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  const { namesOf } = await import("../src/lib/story");
  return namesOf({ seats: who, imported });
}

describe("names", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are people's own, those of bots of a level, and colours where nobody sits", async () => {
    expect(await called(false, seats(["Ada", null], [null, "expert"], [null, null]))).toEqual(["Ada", "server.bot.expert.1", "seat.colour.2"]);
  });

  it("of a record tell its guests apart, and its bots by their level", async () => {
    const who = seats(["guest", "casual"], ["guest", "casual"], ["bot:expert", "casual"], ["bot:strange", "casual"]);
    expect(await called(true, who)).toEqual(["seat.colour.0", "seat.colour.1", "server.bot.expert.2", "bot:strange"]);
  });
});
