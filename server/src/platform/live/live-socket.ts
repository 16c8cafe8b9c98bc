import type {
  EphemeralEvent,
  LiveEvent,
  LiveInvalidation,
  LiveResync,
} from "@commonlane/contract/live";
import type { Server, Socket } from "socket.io";
import type { Caller } from "../http/endpoints/endpoint-router.ts";
import type { EphemeralMessages } from "./channel.ts";
import type { StreamStart } from "./event-stream.ts";
import type { SeqSealer } from "./sealed-seq.ts";

const MAX_QUEUED_PACKETS = 100;

interface ToServer {
  auth: (auth: unknown, done?: unknown) => void;
}
interface ToClient extends EphemeralMessages {
  event: (event: LiveEvent) => void;
  resync: (resync: LiveResync) => void;
  invalidation: (invalidation: LiveInvalidation) => void;
  ephemeral: (event: EphemeralEvent) => void;
}
export interface SocketData {
  caller: Caller;
  start: StreamStart;
  seqSealer: SeqSealer;
  token: string;
  /** Packets sent to the connection since its buffer was last empty. */
  queuedPackets: number;
}
export type LiveSocket = Socket<ToServer, ToClient, Record<string, never>, SocketData>;
export type LiveSocketServer = Server<ToServer, ToClient, Record<string, never>, SocketData>;

/** True if ephemeral events are skipped for a slow client. socket.io's own `volatile` drops the second of two at once. */
export const isBacklogged = (socket: LiveSocket | undefined) =>
  (socket?.data.queuedPackets ?? 0) > MAX_QUEUED_PACKETS;
