import type { DriversMoved } from "@commonlane/contract/active-drivers";
import type { Caller } from "../http/route.ts";

/** What is latest-wins: it is told to whoever is there and not busy, and may be lost, unlike facts. */
export interface Passing {
  "drivers.moved": (news: DriversMoved) => void;
}

/** Everybody in this process who shows the same. */
export interface Hall {
  tell<E extends keyof Passing>(room: string, event: E, ...news: Parameters<Passing[E]>): void;
}

/** The line to one browser. */
export interface Line {
  readonly caller: Caller;
  tell<E extends keyof Passing>(event: E, ...news: Parameters<Passing[E]>): void;
  enter(room: string): void;
  leave(room: string): void;
}

/** One end of a conversation about passing things. */
export interface Ear {
  /** Whatever it is that the browser has said. Throws nothing. */
  heard(event: string, said: unknown): void;
  close(): void;
}

/** Something beside facts that browsers and server tell each other on the live line. */
export interface Channel {
  /** What it listens to, and how often a line may say each in a minute; whoever says more is shown out. */
  readonly hears: Readonly<Record<string, number>>;
  open(line: Line): Ear;
  close(): void;
}
export type OpenChannel = (hall: Hall) => Channel;
