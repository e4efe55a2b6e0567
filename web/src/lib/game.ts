// What a game brings to the client: games/<name>/index.ts exports one `ClientGame`. The index is light, since every visit
// loads it; what weighs something stands behind an import. A game without a folder gets the plain table (lib/plain).
import type { Component, Snippet } from "svelte";
import type { RulesText } from "./rules";
import type { Answer, Board, Build, Choices, Happening, Language, LogEntry, TableInfo, Turn, ViewMessage } from "./types";

/** A file that is loaded when it is needed. */
export type Lazy<T> = () => Promise<T>;

export interface ClientGame {
  /** Its colours, as custom properties of everything that belongs to it: --accent, --tint, perhaps --place. */
  colours: Record<`--${string}`, string>;
  /** Its sign wherever it is named: a path in a square of 24, drawn with a line. */
  sign?: string;
  /** The picture for the start page. */
  art: Lazy<{ default: Component }>;
  /** Players and bots that "Play now" sits down with; the fewest possible if it does not say. */
  usual?: number;
  /** Whether an option of the rules makes a difference among so many players; if it does not say, all do. */
  offers?: (option: string, players: number) => boolean;
  /** Whether hands can be remembered for the players: the new table then offers it. */
  memory?: boolean;
  /** The table, and what the frame around it shows. */
  load: Lazy<GameParts>;
  /** What it is called, and a line about it, by language: the files door/<language>.json. Every visit loads them. */
  door: Record<string, Lazy<unknown>>;
  /** Words of the table, by language: the files texts/<language>.json; they come with the table. */
  texts: Record<string, Lazy<unknown>>;
  /** The page where sets of one's own are made, in games that are played with such; it brings its own words. */
  workshop?: Lazy<{ default: Component<WorkshopProps> }>;
  /** The page of the rules, by language: the files rules/<language>.json, and the pictures that they name. */
  rules: Record<string, Lazy<RulesText>>;
  drawings?: Lazy<{ default: Component<{ name: string }> }>;
}

/** What the page of a workshop is given: what to begin with, and the house around it. */
export interface WorkshopProps {
  /** The id of a set, or the table whose set it is to show. */
  set: string | undefined;
  table: string | undefined;
  /** Make sure that there is somebody whose sets they are. */
  ensure: () => Promise<unknown>;
  /** The sentence of a refusal. */
  say: (error: unknown) => string;
  go: (path: string) => void;
}

export interface GameParts<B extends Board = Board, C extends Choices = Choices, D extends Build = Build> {
  Table: Component<TableProps<B, C, D>>;
  facts: ChipFacts<B>;
  phase: PhaseText<B>;
  section: RulesSection<B>;
  /** The table fills the page: it shows players, hints and the result by itself. Log, chat and typed moves stand in the
   * frame's drawer (frame.ts tells how a table lives with it). */
  whole?: boolean;
  /** Such a table has a panel for log, chat and typed moves on wide screens, and gets them as snippets there. */
  panel?: boolean;
  /** Nothing on this board is hidden from anybody: people who share a device need not look away. */
  open?: (board: B) => boolean;
  /** Points of a seat now, for the curve of a study. */
  points?: (board: B, seat: number) => number | null;
  /** What the moves made at this board are listed under in a study; the phase, if it does not say. */
  chapter?: PhaseText<B>;
  /** A move as somebody has typed it, with the letters on screen, as the records write it. */
  typed?: (text: string) => string;
  /** In a study below which there is more: how high the table needs to be, for its width. */
  ratio?: number;
}

/** A view always has the board of its table's game: here that is promised, and nowhere else. */
export function partsOf<B extends Board, C extends Choices, D extends Build>(parts: GameParts<B, C, D>): GameParts {
  return parts as unknown as GameParts;
}

export interface Prefs {
  coordinates: boolean;
  /** Ask before a move is sent. */
  confirm: boolean;
  /** Nothing travels: each step is a still picture, for as long as it would have taken. */
  reducedMotion: boolean;
  /** The pace: the share of the usual time that a step takes; 0: only how it ends is shown. */
  speed: number;
  language: Language;
}

export type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Properties of each game's Table.svelte. Without `play` it is read-only (spectators, a study). */
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
  /** For a table that fills the page: what to do after the end. For one with a panel: log, chat, moves as text. */
  logPart?: Snippet;
  chatPart?: Snippet;
  typingPart?: Snippet;
  endPart?: Snippet<[tight: boolean]>;
  /** A finished game is being studied: moves, words and what to do stand beside the table, which shows the rest. */
  study?: boolean;
  /** A moment of a game is a puzzle: what can be done stays with the table, what happened before and who leads does not matter. */
  puzzle?: boolean;
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

export type ChipFacts<B extends Board = Board> = (board: B, seat: number, t: Translate) => ChipFact[];
/** Round and phase in words for the header, e.g. "Round 3 of 12 · bids". */
export type PhaseText<B extends Board = Board> = (board: B, t: Translate) => string;
/** Section id of the rules page that matters now. */
export type RulesSection<B extends Board = Board> = (board: B) => string;
