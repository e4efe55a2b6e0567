// What travels between client and server is generated from the server's own types (generated/protocol.ts); here stands
// only what the client makes of it.
import type { Board, Choices, SeatView } from "../generated/protocol";

export type * from "../generated/protocol";

/** The code of a language that there are texts in. */
export type Language = string;

/** What one seat sees, with the board and the choices of its game. */
export interface ViewMessage<B extends Board = Board, C extends Choices = Choices> extends Omit<SeatView, "board" | "choices" | "revised"> {
  board: B;
  choices: C | null;
  revised: C | null;
}
