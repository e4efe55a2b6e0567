// A move as a row of pictures, each with the time it takes. No DOM: the board draws what stands here.
import type { Standing, Told } from "./model";

/** A piece in a picture. `id` stays with it while it moves. */
export interface Actor extends Standing {
  id: string;
  /** The points of the way that it has just come: two for a step, three for a jump over the middle one. */
  route?: string[] | undefined;
  /** Milliseconds for that way. */
  ms?: number | undefined;
  /** Jumped over: lifted, and pale until the chain ends. */
  lifted?: boolean;
  /** On its way to the row of its owner: its place among those that are. */
  flying?: number | undefined;
  ghost?: boolean;
}

export interface Frame {
  actors: Actor[];
  ms: number;
  /** The move that is being shown. */
  told: Told;
  /** What is to be heard. */
  sound: "place" | "capture";
}

export const STEP = 220;
export const JUMP = 420;
export const BACK = 200;
const BREATH = 120;
const FLIGHT = 260;
const APART = 60;

export function asActors(pieces: readonly Standing[]): Actor[] {
  return pieces.map((piece) => ({ ...piece, id: piece.point }));
}

/** The pictures of a move. `shown`: its jumps have been seen already, only the victims are still to be laid down. */
export function framesOf(before: readonly Standing[], told: Told, shown = false): Frame[] {
  const actors = asActors(before);
  if (told.what === "placed" && told.point && told.kind && told.seat !== undefined) {
    return [{ told, actors: [...actors, { point: told.point, kind: told.kind, seat: told.seat, id: `new ${told.point}` }], ms: STEP, sound: "place" }];
  }
  if (told.what === "huffed") return [{ told, actors: laidDown(actors, [told.point ?? ""]), ms: FLIGHT, sound: "capture" }];
  if (told.what === "moved") {
    const [from, to] = [told.start ?? "", told.target ?? ""];
    return shown ? [] : [{ told, actors: moved(actors, from, [from, to], STEP), ms: STEP, sound: "place" }];
  }
  if (told.what !== "captured") return [];
  const victims = told.victims ?? [];
  const landings = told.landings ?? [];
  const frames: Frame[] = [];
  let at = told.start ?? "";
  let now = actors;
  victims.forEach((victim, n) => {
    const landing = landings[n] ?? victim;
    now = lifted(moved(now, at, [at, victim, landing], JUMP), victim);
    frames.push({ told, actors: now, ms: JUMP + (n < victims.length - 1 ? BREATH : 0), sound: "capture" });
    at = landing;
  });
  const end = laidDown(now.map((actor) => ({ ...actor, route: undefined })), victims);
  const laying: Frame = { told, actors: end, sound: "place", ms: FLIGHT + APART * Math.max(0, victims.length - 1) };
  return shown ? [laying] : [...frames, laying];
}

function moved(actors: Actor[], from: string, route: string[], ms: number): Actor[] {
  const to = route[route.length - 1] ?? from;
  return actors.map((actor) =>
    actor.point === from && !actor.lifted ? { ...actor, point: to, route, ms } : { ...actor, route: undefined },
  );
}

function lifted(actors: Actor[], victim: string): Actor[] {
  return actors.map((actor) => (actor.id === victim ? { ...actor, lifted: true } : actor));
}

function laidDown(actors: Actor[], victims: string[]): Actor[] {
  return actors.map((actor) => {
    const place = victims.indexOf(actor.id);
    return place < 0 ? actor : { ...actor, lifted: true, flying: place };
  });
}
