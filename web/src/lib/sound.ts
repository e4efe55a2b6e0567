// Small sounds, made here and now: a card, a piece put down, a capture, the own turn, the end. Nothing sounds before the
// page has been touched (browsers would not let it), and nothing at volume 0.
import { prefs } from "./prefs.svelte";

export type Sound = "card" | "place" | "capture" | "turn" | "end";

/** A tone, or a rustle (noise around a pitch), that dies away. */
interface Note {
  after: number;
  pitch: number;
  lasts: number;
  loud: number;
  wave: OscillatorType | "rustle";
}

const note = (after: number, pitch: number, lasts: number, loud: number, wave: Note["wave"] = "triangle"): Note => ({ after, pitch, lasts, loud, wave });

const SOUNDS: Record<Sound, Note[]> = {
  card: [note(0, 2600, 0.09, 0.5, "rustle")],
  place: [note(0, 190, 0.12, 0.5, "sine"), note(0, 900, 0.04, 0.35, "rustle")],
  capture: [note(0, 240, 0.1, 0.45, "sine"), note(0.07, 150, 0.18, 0.5, "sine"), note(0, 1200, 0.06, 0.4, "rustle")],
  turn: [note(0, 392, 0.25, 0.25), note(0.14, 523, 0.3, 0.25)],
  end: [note(0, 392, 0.35, 0.22), note(0.16, 494, 0.35, 0.22), note(0.32, 587, 0.35, 0.22), note(0.48, 784, 0.7, 0.22)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function awake(): void {
  context ??= new AudioContext();
  void context.resume();
}
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, awake, { once: true, capture: true });

export function play(sound: Sound): void {
  const volume = prefs.get("volume");
  if (!context || context.state !== "running" || !volume) return;
  const at = context.currentTime;
  for (const each of SOUNDS[sound]) strike(context, each, at + each.after, volume);
}

function strike(on: AudioContext, { pitch, lasts, loud, wave }: Note, at: number, volume: number): void {
  const loudness = on.createGain();
  loudness.gain.setValueAtTime(loud * volume, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  loudness.connect(on.destination);
  const source = wave === "rustle" ? rustling(on, pitch, loudness) : sounding(on, pitch, wave, loudness);
  source.start(at);
  source.stop(at + lasts + 0.05);
}

function sounding(on: AudioContext, pitch: number, wave: OscillatorType, into: AudioNode): AudioScheduledSourceNode {
  const source = on.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  source.connect(into);
  return source;
}

function rustling(on: AudioContext, pitch: number, into: AudioNode): AudioScheduledSourceNode {
  noise ??= hiss(on);
  const source = on.createBufferSource();
  const around = on.createBiquadFilter();
  source.buffer = noise;
  around.type = "bandpass";
  around.frequency.value = pitch;
  source.connect(around).connect(into);
  return source;
}

function hiss(on: AudioContext): AudioBuffer {
  const found = on.createBuffer(1, on.sampleRate / 4, on.sampleRate);
  const samples = found.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return found;
}
