// Wishes that this browser remembers: one entry of the local storage, as an object.

export class Kept<T extends object> {
  readonly #entry: string;
  #now: T;

  /** `fresh` is what holds until somebody wishes otherwise. */
  constructor(entry: string, fresh: T) {
    this.#entry = entry;
    this.#now = $state({ ...fresh, ...read<T>(entry) });
  }

  get<K extends keyof T>(name: K): T[K] {
    return this.#now[name];
  }

  set<K extends keyof T>(name: K, value: T[K]): void {
    this.#now[name] = value;
    try {
      localStorage.setItem(this.#entry, JSON.stringify(this.#now));
    } catch {
      // It holds for this visit then.
    }
  }
}

function read<T>(entry: string): Partial<T> {
  try {
    return JSON.parse(localStorage.getItem(entry) ?? "{}") as Partial<T>;
  } catch {
    return {};
  }
}
