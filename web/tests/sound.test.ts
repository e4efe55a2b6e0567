// Sounds: none before the page has been touched, none when it is to be quiet.
import { beforeEach, describe, expect, it, vi } from "vitest";

const volume = vi.hoisted(() => ({ now: 0.5 }));
vi.mock("../src/lib/prefs.svelte", () => ({ prefs: { get: () => volume.now } }));

let started = 0;
class Part {
  gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
  frequency = { value: 0 };
  type = "";
  buffer = null;
  connect(into: unknown) {
    return into;
  }
  start() {
    started += 1;
  }
  stop() {}
}
class Context {
  state = "running";
  currentTime = 0;
  sampleRate = 400;
  destination = {};
  resume = () => Promise.resolve();
  createGain = () => new Part();
  createOscillator = () => new Part();
  createBufferSource = () => new Part();
  createBiquadFilter = () => new Part();
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

async function arrive() {
  vi.resetModules();
  const page = new EventTarget();
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const { play } = await import("../src/lib/sound");
  return { play, touch: () => page.dispatchEvent(new Event("pointerdown")) };
}

beforeEach(() => {
  started = 0;
  volume.now = 0.5;
});

describe("a sound", () => {
  it("is not made before the page has been touched", async () => {
    const { play, touch } = await arrive();
    play("turn");
    expect(started).toBe(0);
    touch();
    play("turn");
    expect(started).toBeGreaterThan(0);
  });

  it("is not made when it is to be quiet", async () => {
    const { play, touch } = await arrive();
    touch();
    volume.now = 0;
    for (const name of ["card", "place", "capture", "turn", "end"] as const) play(name);
    expect(started).toBe(0);
  });

  it("is there for everything that happens", async () => {
    const { play, touch } = await arrive();
    touch();
    for (const name of ["card", "place", "capture", "turn", "end"] as const) {
      const before = started;
      play(name);
      expect(started).toBeGreaterThan(before);
    }
  });
});
