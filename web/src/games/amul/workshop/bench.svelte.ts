// The bench of the card workshop: a draft of a card set, what the server says of it, and what can be done with it. The draft is
// the card file as data; what is right and wrong with it only the server knows, which is asked after every change.
import type { CheckedSet, Mistake, OpenedSet, SetInfo, TableSet, Trial } from "../../../lib/types";
import type { AmulPreview } from "../generated";

export type Place = readonly (string | number)[];
export type Entry = Record<string, unknown>;
export type Draft = Record<string, unknown>;
export type Table = "card" | "trader";

/** What is being worked at: an entry, or what concerns the whole set. */
export type Focus = { table: Table; at: number } | { table: "set"; at: 0 };

/** What the bench asks of the server. */
export interface Server {
  list: () => Promise<SetInfo[]>;
  open: (id: string) => Promise<OpenedSet>;
  read: (text: string) => Promise<OpenedSet>;
  ofTable: (id: string) => Promise<TableSet>;
  check: (draft: Draft, about: string, file: boolean) => Promise<CheckedSet>;
  keep: (draft: Draft, id: string | null) => Promise<SetInfo>;
  remove: (id: string) => Promise<void>;
  tryOut: (draft: Draft) => Promise<Trial>;
  trial: (id: string) => Promise<Trial>;
}

/** A draft that this browser keeps until it is saved, so that nothing is lost with the page. */
export interface Kept {
  id: string | null;
  draft: Draft;
}

export interface Drawer {
  get: () => Kept | null;
  put: (kept: Kept | null) => void;
}

const REST = 350;
const LOOK = 900;
/** Fields whose change makes an explanation wrong that came with the house's cards. */
const TELLING = new Set(["score", "effect"]);

/** What a file has where fields are expected may be anything. */
export function asEntry(value: unknown): Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Entry) : {};
}

export class Bench {
  sets: SetInfo[] = $state.raw([]);
  /** The kept set that is being changed; null: it is a new one. */
  id: string | null = $state(null);
  draft: Draft | null = $state(null);
  focus: Focus = $state.raw({ table: "card", at: 0 });
  /** Cards of the example that somebody has moved. */
  areas: Record<string, number> = $state({});
  mistakes: Mistake[] = $state.raw([]);
  preview: AmulPreview | null = $state.raw(null);
  /** What the server says belongs to the draft as it is now. */
  fresh = $state(false);
  busy = $state(false);
  /** A draft of an earlier visit was found. */
  restored = $state(false);
  trial: Trial | null = $state.raw(null);
  #house: Draft | null = $state.raw(null);
  #saved = $state("");
  #now = $state("");
  #server: Server;
  #drawer: Drawer;
  #failed: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  #again = false;
  #over = false;

  constructor(server: Server, drawer: Drawer, failed: (error: unknown) => void) {
    this.#server = server;
    this.#drawer = drawer;
    this.#failed = failed;
  }

  get dirty(): boolean {
    return this.draft !== null && this.#now !== this.#saved;
  }

  get good(): boolean {
    return this.fresh && this.mistakes.length === 0;
  }

  get entry(): Entry | null {
    const { table, at } = this.focus;
    const found = table === "set" ? undefined : this.entries(table)[at];
    return found === undefined ? null : asEntry(found);
  }

  entries(table: Table): Entry[] {
    const found = this.draft?.[table];
    return Array.isArray(found) ? (found as Entry[]) : [];
  }

  /** Named entries besides cards: categories and groups. */
  list(field: "category" | "group"): Entry[] {
    const found = this.draft?.[field];
    return Array.isArray(found) ? (found as Entry[]).filter((one) => typeof one === "object") : [];
  }

  // --- beginning ---------------------------------------------------------------------------------------------------

  /** Begin with what was left here, with the set of a table, or with a kept one; the house's if nothing is wished for. */
  async begin(wish: { set?: string | undefined; table?: string | undefined }, name: string): Promise<void> {
    await this.do(async () => {
      this.#house = (await this.#server.open("house")).draft;
      this.sets = await this.#server.list();
      const kept = this.#drawer.get();
      if (wish.table) this.#lay((await this.#server.read((await this.#server.ofTable(wish.table)).text)).draft, null, true);
      else if (kept && (!wish.set || wish.set === kept.id)) {
        this.#lay(kept.draft, kept.id, true);
        this.restored = true;
      } else await this.#bring(wish.set ?? "house", name);
    });
  }

  /** Begin with another set; what was not saved is gone. */
  async open(id: string, name: string): Promise<void> {
    await this.do(() => this.#bring(id, name));
  }

  async #bring(id: string, name: string): Promise<void> {
    const kind = this.sets.find((set) => set.id === id)?.kind;
    const { draft } = await this.#server.open(id);
    // What one begins with gets a name of one's own; a set whose link one was given has one.
    if (kind && kind !== "own") draft["set"] = name;
    this.#lay(draft, kind === "own" ? id : null, !kind);
  }

  /** Take a file in. */
  async take(text: string): Promise<void> {
    await this.do(async () => this.#lay((await this.#server.read(text)).draft, null, true));
  }

  #lay(draft: Draft, id: string | null, unsaved: boolean): void {
    this.draft = draft;
    this.id = id;
    this.areas = {};
    this.trial = null;
    this.restored = false;
    this.#now = JSON.stringify(draft);
    this.#saved = unsaved ? "" : this.#now;
    if (!this.entry) this.focus = { table: this.entries("card").length ? "card" : "set", at: 0 } as Focus;
    this.#drawer.put(unsaved ? { id, draft } : null);
    this.fresh = false;
    void this.look();
  }

  // --- changing ----------------------------------------------------------------------------------------------------

  turnTo(focus: Focus): void {
    this.focus = focus;
    this.areas = {};
    this.preview = null;
    void this.look();
  }

  /** Turn to where a mistake is. */
  turnToPlace(place: Place): void {
    const [table, at] = place;
    if ((table === "card" || table === "trader") && typeof at === "number") this.turnTo({ table, at });
    else this.turnTo({ table: "set", at: 0 });
  }

  value(place: Place): unknown {
    let found: unknown = this.draft;
    for (const part of place) found = (found as Record<string | number, unknown> | undefined)?.[part];
    return found;
  }

  /** Put a value somewhere; undefined takes it away. */
  put(place: Place, value: unknown): void {
    const inner = this.value(place.slice(0, -1)) as Record<string | number, unknown> | undefined;
    const last = place.at(-1);
    if (typeof inner !== "object" || last === undefined) return;
    if (value === undefined && Array.isArray(inner)) inner.splice(Number(last), 1);
    else if (value === undefined) delete inner[last];
    else inner[last] = value;
    if (TELLING.has(String(place[2]))) this.#forgetHouseWords(place);
    this.touched();
  }

  /** An explanation that came with a card of the house does not fit other rules; one's own words stay. */
  #forgetHouseWords([table, at]: Place): void {
    const entry = this.value([table as string, at as number]) as Entry | undefined;
    const known = this.#houseCard(entry);
    if (entry?.["text"] && known && JSON.stringify(known["text"]) === JSON.stringify(entry["text"])) delete entry["text"];
  }

  #houseCard(entry: Entry | undefined): Entry | undefined {
    const listed = (["card", "trader"] as const).flatMap((table) => (this.#house?.[table] ?? []) as Entry[]);
    return listed.find((card) => card["id"] === entry?.["id"]);
  }

  /** Put what is probably meant in place of what stands there. */
  mend({ place, value, instead }: Mistake): void {
    const there = this.value(place);
    const list = Array.isArray(there) ? (there as unknown[]) : null;
    if (list?.includes(value)) this.put([...place, list.indexOf(value)], instead);
    else if (!list) this.put(place, instead);
  }

  /** The card as the house has it, or as it was saved. */
  revert(): void {
    const { table, at } = this.focus;
    if (table === "set" || !this.draft) return;
    const saved = this.#saved ? ((JSON.parse(this.#saved) as Draft)[table] as Entry[])[at] : undefined;
    const known = saved ?? this.#houseCard(this.entry ?? undefined);
    if (known) this.put([table, at], JSON.parse(JSON.stringify(known)));
  }

  addCard(like: Entry | null): void {
    const cards = this.entries("card");
    const taken = new Set([...cards, ...this.entries("trader")].map((card) => card["id"]));
    let number = 1;
    while (taken.has(`card_${number}`)) number += 1;
    const copy = JSON.parse(JSON.stringify(like ?? cards[0] ?? {})) as Entry;
    delete copy["text"];
    cards.push({ ...copy, id: `card_${number}`, letters: [] });
    this.turnTo({ table: "card", at: cards.length - 1 });
    this.touched();
  }

  removeCard(): void {
    const { table, at } = this.focus;
    if (table === "set") return;
    this.put([table, at], undefined);
    this.turnTo(this.entries(table).length ? { table, at: Math.max(0, at - 1) } : { table: "set", at: 0 });
  }

  isChanged(table: Table, at: number): boolean {
    const entry = this.entries(table)[at];
    const known = this.#houseCard(entry);
    return !known || JSON.stringify(known) !== JSON.stringify(entry);
  }

  get changed(): number {
    return (["card", "trader"] as const).reduce((sum, table) => sum + this.entries(table).filter((_, at) => this.isChanged(table, at)).length, 0);
  }

  touched(): void {
    const draft = $state.snapshot(this.draft) as Draft;
    this.#now = JSON.stringify(draft);
    this.#drawer.put(this.dirty ? { id: this.id, draft } : null);
    this.fresh = false;
    this.trial = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), REST);
  }

  // --- what is wrong -----------------------------------------------------------------------------------------------

  /** Mistakes at a place, or further in. */
  at(place: Place): Mistake[] {
    return this.mistakes.filter((one) => place.every((part, nth) => one.place[nth] === part));
  }

  /** Mistakes of an entry at none of the fields that a form shows. */
  elsewhere(place: Place, fields: readonly string[]): Mistake[] {
    return this.at(place).filter((one) => !fields.includes(String(one.place[place.length] ?? "")));
  }

  // --- asking the server -------------------------------------------------------------------------------------------

  /** One question after the other; what has changed meanwhile is asked next. */
  async look(): Promise<void> {
    if (!this.draft) return;
    clearTimeout(this.#timer);
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    try {
      do {
        this.#again = false;
        const asked = this.#now;
        const checked = await this.#server.check($state.snapshot(this.draft) as Draft, this.#about(), false);
        if (this.#again) continue;
        this.mistakes = checked.mistakes;
        this.preview = checked.preview as AmulPreview | null;
        this.fresh = asked === this.#now;
      } while (this.#again && !this.#over);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#asking = false;
    }
  }

  #about(): string {
    const { table, at } = this.focus;
    return table === "set" ? "" : JSON.stringify({ table, at, areas: $state.snapshot(this.areas) });
  }

  setArea(key: string, count: number): void {
    this.areas[key] = count;
    void this.look();
  }

  async save(): Promise<SetInfo | null> {
    return this.do(async () => {
      const draft = $state.snapshot(this.draft) as Draft;
      const saved = await this.#server.keep(draft, this.id);
      this.id = saved.id;
      this.#saved = JSON.stringify(draft);
      this.restored = false;
      this.#drawer.put(this.dirty ? { id: this.id, draft: $state.snapshot(this.draft) as Draft } : null);
      this.sets = await this.#server.list();
      return saved;
    });
  }

  async file(): Promise<string | null> {
    return this.do(async () => (await this.#server.check($state.snapshot(this.draft) as Draft, "", true)).text);
  }

  async remove(name: string): Promise<void> {
    await this.do(async () => {
      if (this.id) await this.#server.remove(this.id);
      this.sets = await this.#server.list();
      await this.#bring("house", name);
    });
  }

  async tryOut(): Promise<void> {
    await this.do(async () => (this.trial = await this.#server.tryOut($state.snapshot(this.draft) as Draft)));
    this.#follow();
  }

  #follow(): void {
    clearTimeout(this.#looking);
    const { trial } = this;
    if (!trial || trial.done >= trial.total || this.#over) return;
    this.#looking = setTimeout(async () => {
      try {
        const now = await this.#server.trial(trial.id);
        if (this.trial?.id === trial.id) this.trial = now;
      } catch (error) {
        this.trial = null;
        this.#failed(error);
      }
      this.#follow();
    }, LOOK);
  }

  /** Do something for which the page waits; a refusal is told. */
  async do<T>(work: () => Promise<T>): Promise<T | null> {
    this.busy = true;
    try {
      return await work();
    } catch (error) {
      this.#failed(error);
      return null;
    } finally {
      this.busy = false;
    }
  }

  stop(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#looking);
  }
}
