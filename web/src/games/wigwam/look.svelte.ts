// How somebody likes to see the board, kept in this browser: of which material, with threats or without.
interface Look {
  wood: "maple" | "slate";
  warned: boolean;
}

const ENTRY = "spieltisch-wigwam";

function read(): Partial<Look> {
  try {
    return JSON.parse(localStorage.getItem(ENTRY) ?? "{}") as Partial<Look>;
  } catch {
    return {};
  }
}

class Looks {
  #kept: Look = $state({ wood: "maple", warned: true, ...read() });

  get wood(): Look["wood"] {
    return this.#kept.wood;
  }

  get warned(): boolean {
    return this.#kept.warned;
  }

  set<K extends keyof Look>(name: K, value: Look[K]): void {
    this.#kept[name] = value;
    try {
      localStorage.setItem(ENTRY, JSON.stringify(this.#kept));
    } catch {
      // It holds for this visit then.
    }
  }
}

export const look = new Looks();
