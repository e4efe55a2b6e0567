// The server opens before its games are compiled. Until all are ready it is asked again and again how far they are.
import { api } from "./api";
import type { GameName, Preparation } from "./types";

const PAUSE = 700;

export class Preparing {
  /** What is not ready yet. Until the server has answered, everything counts as ready: it nearly always is. */
  games: Partial<Record<GameName, Preparation>> = $state.raw({});
  /** The game that has become ready last while somebody was looking. */
  finished = $state<GameName | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look until everything is ready; gives what ends that. */
  watch(): () => void {
    void this.#look();
    return () => clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const before = this.games;
    try {
      const found = (await api.preparing()).filter((one) => !one.ready);
      this.games = Object.fromEntries(found.map((one) => [one.game, one]));
      const done = Object.keys(before).find((game) => !(game in this.games));
      if (done) this.finished = done as GameName;
      if (found.length === 0) return;
    } catch {
      // The next look may succeed.
    }
    this.#timer = setTimeout(() => void this.#look(), PAUSE);
  }
}
