import type { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import type { Caller } from "../http/endpoints/endpoint-router.ts";

/** Latest-wins messages: sent to connected clients that are not busy; may be lost, unlike domain events. */
export interface EphemeralMessages {
  "drivers.moved": (message: DriverCellUpdate) => void;
}

/** All connections in this process that show the same data. */
export interface Broadcaster {
  send<E extends keyof EphemeralMessages>(
    room: string,
    event: E,
    ...message: Parameters<EphemeralMessages[E]>
  ): void;
}

/** The WebSocket connection to one browser. */
export interface Connection {
  readonly caller: Caller;
  send<E extends keyof EphemeralMessages>(
    event: E,
    ...message: Parameters<EphemeralMessages[E]>
  ): void;
  joinRoom(room: string): void;
  leaveRoom(room: string): void;
}

/** Handles a connection's ephemeral messages on a channel. */
export interface ChannelHandler {
  /** Receives any message from the browser. Never throws. */
  onMessage(event: string, payload: unknown): void;
  close(): void;
}

/** A protocol for ephemeral messages on the live connection, next to domain events. */
export interface Channel {
  /** Accepted messages with their limits per minute; connections that send more are closed. */
  readonly maxPerMinute: Readonly<Record<string, number>>;
  open(connection: Connection): ChannelHandler;
  close(): void;
}
export type OpenChannel = (broadcaster: Broadcaster) => Channel;
