import type { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import type { Caller } from "../http/endpoints/endpoint-router.ts";

/** What is latest-wins: it is told to whoever is there and not busy, and may be lost, unlike facts. */
export interface EphemeralMessages {
  "drivers.moved": (message: DriverCellUpdate) => void;
}

/** Everybody in this process who shows the same. */
export interface Broadcaster {
  send<E extends keyof EphemeralMessages>(room: string, event: E, ...message: Parameters<EphemeralMessages[E]>): void;
}

/** The line to one browser. */
export interface Connection {
  readonly caller: Caller;
  send<E extends keyof EphemeralMessages>(event: E, ...message: Parameters<EphemeralMessages[E]>): void;
  joinRoom(room: string): void;
  leaveRoom(room: string): void;
}

/** One end of a conversation about passing things. */
export interface ChannelHandler {
  /** Whatever it is that the browser has said. Throws nothing. */
  onMessage(event: string, payload: unknown): void;
  close(): void;
}

/** Something beside facts that browsers and server tell each other on the live line. */
export interface Channel {
  /** What it listens to, and how often a line may say each in a minute; whoever says more is shown out. */
  readonly maxPerMinute: Readonly<Record<string, number>>;
  open(connection: Connection): ChannelHandler;
  close(): void;
}
export type OpenChannel = (broadcaster: Broadcaster) => Channel;
