// Requests to the server. A refusal becomes an exception that carries its sentence.
import { prefs } from "./prefs.svelte";
import type { Branching, GameInfo, ListedTable, Me, NewTable, Preparation, Refused, Replay, Review, Session, SetInfo, Statistics, TableInfo, Token, TokenScope } from "./types";
import type { GameName } from "./types";

export class Refusal extends Error {
  readonly status: number;
  readonly refused: Refused;
  constructor(status: number, refused: Refused) {
    super(refused.text);
    this.status = status;
    this.refused = refused;
  }
}

/** Ask the server; a refusal is thrown. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": prefs.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, { key: "frame.offline", facts: {}, text: "" });
  }
  if (answer.status === 204) return undefined as T;
  const value: unknown = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, value as Refused);
  return value as T;
}

export const api = {
  me: () => request<Me>("GET", "/me"),
  arrive: (name: string, keep = false) => request<Me>("POST", "/me", { name, keep }),
  rename: (name: string) => request<Me>("PATCH", "/me", { name }),
  newAccount: (account: string, passphrase: string) => request<Me>("POST", "/account", { account, passphrase }),
  signIn: (account: string, passphrase: string) => request<Me>("POST", "/session", { account, passphrase }),
  signOut: () => request<void>("DELETE", "/session"),
  changePassphrase: (passphrase: string, fresh: string) => request<void>("POST", "/account/passphrase", { passphrase, new: fresh }),
  sessions: () => request<Session[]>("GET", "/sessions"),
  endSession: (id: string) => request<void>("DELETE", `/sessions/${id}`),
  tokens: () => request<Token[]>("GET", "/tokens"),
  newToken: (label: string, scope: TokenScope) => request<Token>("POST", "/tokens", { label, scope }),
  dropToken: (id: string) => request<void>("DELETE", `/tokens/${id}`),
  deleteMe: (passphrase: string, sure: boolean) => request<void>("POST", "/me/delete", { passphrase, sure }),
  statistics: () => request<Statistics>("GET", "/me/statistics"),
  games: () => request<GameInfo[]>("GET", "/games"),
  preparing: () => request<Preparation[]>("GET", "/preparing"),
  game: (name: GameName) => request<GameInfo>("GET", `/games/${name}`),
  sets: (game: GameName) => request<SetInfo[]>("GET", `/workshop/${game}`),
  openTables: () => request<ListedTable[]>("GET", "/tables"),
  myTables: () => request<ListedTable[]>("GET", "/tables/mine"),
  create: (table: NewTable) => request<TableInfo>("POST", "/tables", table),
  join: (id: string, seat?: number, invite = "") => request<unknown>("POST", `/tables/${id}/join`, { seat: seat ?? null, invite }),
  invitation: (id: string) => request<{ invite: string | null }>("GET", `/tables/${id}/invitation`),
  leave: (id: string) => request<unknown>("POST", `/tables/${id}/leave`),
  closeTable: (id: string) => request<unknown>("POST", `/tables/${id}/close`),
  start: (id: string) => request<unknown>("POST", `/tables/${id}/start`),
  rematch: (id: string) => request<TableInfo>("POST", `/tables/${id}/rematch`),
  importRecord: (record: unknown) => request<TableInfo>("POST", "/records", record),
  replay: (id: string, seat: string) => request<Replay>("GET", `/tables/${id}/replay?seat=${seat}`),
  branch: (id: string, wish: Branching) => request<TableInfo>("POST", `/tables/${id}/branch`, wish),
  beginReview: (id: string) => request<Review>("POST", `/tables/${id}/review`),
  review: (id: string) => request<Review>("GET", `/tables/${id}/review`),
};
