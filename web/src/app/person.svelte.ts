// Who sits in front of the screen. Nobody has to sign in: the first table makes a guest.
import { api, Refusal } from "../lib/api";
import { t, texts } from "../lib/i18n.svelte";
import { connection } from "../lib/socket.svelte";
import type { Me } from "../lib/types";

const VISITED = "spieltisch.visited";

function remembered(): boolean {
  try {
    return localStorage.getItem(VISITED) !== null;
  } catch {
    return true;
  }
}

function remember(): void {
  try {
    localStorage.setItem(VISITED, "1");
  } catch {
    // The cookie knows it as well.
  }
}

class Person {
  me: Me | null = $state.raw(null);

  /** Ask once who this is, if anybody has sat here before. */
  async find(): Promise<void> {
    if (remembered()) await this.ask();
  }

  /** Ask who this is. */
  async ask(): Promise<void> {
    try {
      this.me = await api.me();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Make sure that there is somebody, as a guest if need be. */
  async ensure(): Promise<Me> {
    // Who this is need not be asked first: whoever has been here keeps their name.
    this.me ??= await api.arrive(t("person.guest"), true);
    remember();
    return this.me;
  }

  async rename(name: string): Promise<void> {
    this.me = this.me ? await api.rename(name) : await api.arrive(name);
    remember();
  }

  async newAccount(account: string, passphrase: string): Promise<void> {
    await this.ensure();
    this.me = await api.newAccount(account, passphrase);
  }

  async signIn(account: string, passphrase: string): Promise<void> {
    this.me = await api.signIn(account, passphrase);
    remember();
    connection.restart();
  }

  async signOut(): Promise<void> {
    await api.signOut();
    this.me = null;
  }
}

export const person = new Person();

/** The sentence of a refusal in the language of the page. */
export function sentence(error: unknown): string {
  if (error instanceof Refusal) return refusalText(error.refused);
  throw error;
}

export function refusalText(refused: { key: string; facts: Record<string, unknown>; text: string } | null): string {
  if (!refused?.key) return t("frame.offline");
  // A game's refusals come in words; ours are said here, in the language of the moment.
  return texts.has(refused.key) ? t(refused.key, refused.facts) : refused.text;
}
