// What travels between client and server, as in src/spieltisch/server/messages.py and projection/boards.py.

import type { Snippet } from "svelte";

export type GameName = "wampum" | "wigwam" | "amul";
export type Level = "random" | "beginner" | "casual" | "skilled" | "expert";
export type Language = "en" | "de" | "fr";

export type Clock =
  | { kind: "none" }
  | { kind: "move"; seconds: number }
  | { kind: "total"; seconds: number; increment: number }
  | { kind: "days"; days: number };

export interface TableSettings {
  clock: Clock;
  on_timeout: "bot" | "forfeit";
  absent: "ask" | "bot" | "wait";
  undo: boolean;
  hints: boolean;
  /** Whether a game between accounts is rated. */
  rated: boolean;
  spectators: boolean;
  forced_moves: boolean;
  memory: boolean;
  pace: "natural" | "instant";
  chat: boolean;
}

export type SeatWish =
  | { kind: "me" }
  | { kind: "device"; name: string }
  | { kind: "friend" }
  | { kind: "open" }
  | { kind: "bot"; level: Level };

export interface SeatInfo {
  seat: number;
  kind: "person" | "bot" | "friend" | "open";
  name: string | null;
  person: string | null;
  level: Level | null;
  forfeited: boolean;
}

export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
  lines?: number[][] | null;
}

export interface TableInfo {
  id: string;
  game: GameName;
  players: number;
  options: Record<string, unknown>;
  settings: TableSettings;
  status: "open" | "playing" | "over" | "closed";
  listed: boolean;
  host: string;
  seats: SeatInfo[];
  created: number;
  seq: number;
  /** From the start on: no hints, and nobody but the clock puts a bot into a seat. */
  rated: boolean;
  commitment: string | null;
  salt: string | null;
  result: Outcome | null;
  rematch: string | null;
  rematch_of: string | null;
  imported: boolean;
}

export interface Asked {
  what: "undo" | "pause";
  seat: number;
  agreed: string[];
  missing: string[];
}

export interface Turn {
  /** Seats that have to decide. */
  waiting: number[];
  /** Seats whose simultaneous choice is in; they may still change it. */
  decided: number[];
  moves: number;
  paused: boolean;
  asked: Asked | null;
  clocks: (number | null)[];
  over: boolean;
}

/** Facts with a tag; their sentence stands in the catalogue under `key`. */
export interface Happening {
  what: string;
  key: string;
  [fact: string]: unknown;
}

/** What one seat sees; seat -1 is a spectator. */
export interface ViewMessage<B extends Board = Board, C extends Choices = Choices> {
  seat: number;
  board: B;
  happenings: Happening[];
  choices: C | null;
  /** The only move there is; the table plays it in a moment. */
  forced: string | null;
  /** The own simultaneous choice while others are missing. */
  chosen: string | null;
  /** What else could be chosen instead. */
  revised: C | null;
  undo: "free" | "ask" | "none";
}

export type News = { what: string } & Record<string, unknown>;

export interface LogEntry {
  seq: number;
  at: number;
  news: News;
  happenings: Happening[];
}

export interface TableMessage {
  type: "table";
  table: TableInfo;
  seq: number;
  at: number;
  mine: number[];
  turn: Turn;
  views: ViewMessage[];
  log: LogEntry[];
  here: string[];
}

export interface EventMessage {
  type: "event";
  id: string;
  seq: number;
  at: number;
  news: News;
  turn: Turn;
  views: ViewMessage[];
  table: TableInfo | null;
}

export interface Refused {
  key: string;
  facts: Record<string, unknown>;
  text: string;
}

export interface Answer {
  type: "answer";
  ref: string;
  ok: boolean;
  seq: number | null;
  again: boolean;
  refused: Refused | null;
}

export interface BuildMessage {
  type: "build";
  ref: string;
  seat: number;
  build: Build;
}

export interface HintMove {
  move: string;
  value: number;
}

export interface HintMessage {
  type: "hint";
  ref: string;
  seat: number;
  seq: number;
  moves: HintMove[];
}

export type Told =
  | { type: "hello"; person: string; name: string; at: number; version: string }
  | TableMessage
  | EventMessage
  | Answer
  | BuildMessage
  | HintMessage
  | { type: "here"; id: string; here: string[] }
  | { type: "review"; id: string; done: number; total: number }
  | { type: "closing"; retry: number }
  | { type: "pong"; ref: string; at: number };

// --- HTTP ---

export interface Me {
  id: string;
  name: string;
  account: string | null;
  played: number;
  won: number;
  ratings: Record<string, number>;
}

export interface Session {
  id: string;
  created: number;
  /** When it was last used, to the day. */
  seen: number;
  current: boolean;
}

export type TokenScope = "play" | "read";

export interface Token {
  id: string;
  label: string;
  created: number;
  seen: number;
  scope: TokenScope;
  /** Shown once, when it is made. */
  token: string | null;
}

export interface GameStatistics {
  game: GameName;
  played: number;
  won: number;
  /** How often first, second and so on. */
  places: number[];
  rated: number;
  rating: number | null;
  deviation: number | null;
  provisional: boolean;
}

export interface PlayedGame {
  table: string;
  game: GameName;
  at: number;
  players: number;
  place: number;
  won: boolean;
  rating: number | null;
  change: number | null;
}

export interface Statistics {
  played: number;
  won: number;
  games: GameStatistics[];
  recent: PlayedGame[];
}

export interface OptionInfo {
  name: string;
  values: unknown[];
  default: unknown;
}

export interface GameInfo {
  name: GameName;
  title: string;
  least: number;
  most: number;
  options: OptionInfo[];
  levels: Level[];
  geometry: WigwamGeometry | null;
}

/** How far a game is; it can be played when it is ready. */
export interface Preparation {
  game: GameName;
  ready: boolean;
  failed: boolean;
  done: number;
  total: number;
}

export interface ListedTable {
  table: TableInfo;
  waiting: number[];
  mine: number[];
  my_turn: boolean;
}

export interface NewTable {
  game: GameName;
  seats: SeatWish[];
  options?: Record<string, unknown>;
  settings?: Partial<TableSettings>;
  listed?: boolean;
  start?: boolean;
  shuffle_seats?: boolean;
}

export interface ReplayStep {
  number: number;
  seat: number | null;
  move: string | null;
  happenings: Happening[];
  board: Board;
}

export interface Replay {
  table: TableInfo;
  steps: ReplayStep[];
}

export interface ReviewedMove {
  number: number;
  seat: number;
  move: string;
  best: string;
  value: number;
  loss: number | null;
}

export interface Review {
  done: number;
  total: number;
  moves: ReviewedMove[];
}

// --- Wampum ---

export interface WampumBid {
  seat: number;
  count: number;
  goods: string | null;
}

export interface WampumVillage {
  number: number;
  goods: string;
  bid: WampumBid | null;
}

export interface WampumSeat {
  seat: number;
  hand_size: number;
  hand: string | null;
  wampum: number;
  chest: string;
  bid_size: number;
  bid: string | null;
  surplus: number;
  discard_size: number;
  discarded: string | null;
  certain: string | null;
}

export interface WampumTrade {
  seat: number;
  village: number;
  bid: string;
  took_goods: boolean;
}

export interface WampumBoard {
  game: "wampum";
  round: number;
  rounds: number;
  last_round: boolean;
  phase: "bid" | "relocate" | "discard" | "over";
  canoe: number;
  displaced: number | null;
  pile: number;
  removed: string | null;
  villages: WampumVillage[];
  seats: WampumSeat[];
  last_trade: WampumTrade[];
}

export interface WampumPlace {
  village: number;
  allowed: boolean;
  move: string;
  effect: "goods" | "wampum";
  count: number;
  goods: string;
  displaces: number | null;
  smallest: number;
}

export interface WampumChoices {
  game: "wampum";
  verb: "bid" | "go" | "discard";
  hand: string;
  count: number;
  places: WampumPlace[];
}

export interface WampumBuild {
  game: "wampum";
  build: string;
  held: boolean;
  places: WampumPlace[];
  move: string | null;
  missing: number;
}

// --- Wigwam ---

export type Piece = "warrior" | "chief" | "tent";

export interface WigwamGeometry {
  points: { point: string; x: number; y: number }[];
  lines: [string, string][];
  bases: string[][];
}

export interface WigwamPiece {
  point: string;
  seat: number;
  kind: Piece;
}

export interface WigwamArmy {
  seat: number;
  warriors: number;
  chiefs: number;
  tents: number;
}

export interface WigwamBoard {
  game: "wigwam";
  stage: "setup" | "play" | "over";
  setup: "alternate" | "hidden" | "standard";
  to_move: number;
  pieces: WigwamPiece[];
  off_board: WigwamArmy[];
  ready: number[];
  capturers: string[];
  threats: string[];
  must_capture: boolean;
  liable: string[];
  quiet: number;
  /** So many moves without a capture end the game. */
  quiet_limit: number;
}

export interface WigwamMove {
  move: string;
  verb: "place" | "step" | "capture" | "huff";
  point: string;
  target: string | null;
  kind: Piece | null;
  victims: string[];
  landings: string[];
}

export interface WigwamPreset {
  name: string;
  letters: string;
  move: string;
}

export interface WigwamChoices {
  game: "wigwam";
  verb: "move" | "setup";
  moves: WigwamMove[];
  base: string[];
  army: Record<string, number>;
  presets: WigwamPreset[];
}

export interface WigwamBuild {
  game: "wigwam";
  build: string;
  move: string | null;
  left: Record<string, number>;
  mirrored: string;
}

// --- Amul ---

export interface AmulMarketCard {
  card: string;
  offered_by: number | null;
}

export interface AmulPile {
  kind: string;
  cards: string[];
  line: string;
}

export interface AmulSeat {
  seat: number;
  hand_size: number;
  hand: string[] | null;
  has_chosen: boolean;
  chosen: string | null;
  played: string | null;
  offered: string | null;
  area: AmulPile[];
  arab: number;
  mongol: number;
  strength: number;
  letter: string | null;
  lines: number[];
  points: number;
  certain: string[] | null;
}

export interface AmulBoard {
  game: "amul";
  round: number;
  rounds: number;
  phase: "offer" | "pick" | "play" | "take" | "over";
  first_pick: number;
  by_strength: boolean;
  queue: number[];
  turn: number;
  deck: number;
  removed: number;
  market: AmulMarketCard[];
  palace: string[];
  bazaar: string[];
  seats: AmulSeat[];
}

export interface AmulMove {
  move: string;
  card: string | null;
  worth: number | null;
}

export interface AmulChoices {
  game: "amul";
  verb: "offer" | "pick" | "play" | "take";
  moves: AmulMove[];
}

export interface AmulBuild {
  game: "amul";
  build: string;
}

export type Board = WampumBoard | WigwamBoard | AmulBoard;
export type Choices = WampumChoices | WigwamChoices | AmulChoices;
export type Build = WampumBuild | WigwamBuild | AmulBuild;

// --- between the frame and the games ---

export interface Prefs {
  coordinates: boolean;
  /** Ask before a move is sent. */
  confirm: boolean;
  reducedMotion: boolean;
  language: Language;
}

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Properties of each game's Table.svelte. Without `play` it is read-only (spectators, replay). */
export interface TableProps<B extends Board = Board, C extends Choices = Choices, D extends Build = Build> {
  view: ViewMessage<B, C>;
  table: TableInfo;
  turn: Turn;
  /** What everybody is called, by seat. */
  names: string[];
  t: Translate;
  /** Undefined: nothing can be done here. */
  play?: (move: string) => Promise<Answer>;
  ask?: (build: string) => Promise<D>;
  /** What the last event has brought about, for animation. */
  happenings: Happening[];
  /** All events so far, for a list of moves. */
  log?: LogEntry[];
  prefs: Prefs;
  /** For a table that fills the page: the log without its last entries, chat, moves as text, what to do after the end. */
  logPart?: Snippet<[hidden: number]>;
  chatPart?: Snippet;
  typingPart?: Snippet;
  endPart?: Snippet<[tight: boolean]>;
}

/** What a game shows in the players' strip for one seat: two or three numbers that matter. */
export interface ChipFact {
  /** Short text, e.g. "5". */
  text: string;
  /** In words, for tooltip and screen reader: "5 cards in hand". */
  label: string;
  /** Name of an icon of lib/Icon.svelte, optional. */
  icon?: string;
}

/** games/<name>/strip.ts exports `facts: ChipFacts` and `phase: PhaseText` for the frame. */
export type ChipFacts<B extends Board = Board> = (board: B, seat: number, t: Translate) => ChipFact[];
/** Round and phase in words for the header, e.g. "Round 3 of 12 · bids". */
export type PhaseText<B extends Board = Board> = (board: B, t: Translate) => string;
/** Section id of the rules page that matters now. */
export type RulesSection<B extends Board = Board> = (board: B) => string;
