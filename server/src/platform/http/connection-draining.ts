import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { NotReady } from "./health/readiness.ts";

/** A connection that carried nothing for this long is not about to carry a call, as far as can be known. */
const IDLE_AFTER_MS = 1_000;
const MAX_DRAIN_MS = 5_000;
/** Callers whose answers are held make no new connections; after this long without one there is none on its way. */
const NO_NEW_CONNECTION_MS = 250;
const MAX_HOLD_MS = 2_000;
/** On a connection that carried nothing yet, the first call is probably on its way. */
const FIRST_REQUEST_TIMEOUT_MS = 3_000;
const CHECK_INTERVAL_MS = 25;

interface Connection {
  usedAtMs: number;
  isUnused: boolean;
  readonly pendingResponses: Set<ServerResponse>;
}

/**
 * The phase before the listener closes: `/health/ready` answers 503, every answer carries `connection: close`, live
 * connections are closed so that they come back elsewhere, and calls are still served. A connection is cut only
 * when it is quiet, because a call that is on its way to a closed connection fails with a reset.
 */
export class ConnectionDraining {
  readonly #server: Server;
  readonly #connections = new Map<Socket, Connection>();
  readonly #steps: (() => void)[] = [];
  #isDraining = false;
  #acceptedAtMs = 0;
  #requestHold: PromiseWithResolvers<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#acceptedAtMs = performance.now();
      this.#connections.set(socket, { usedAtMs: this.#acceptedAtMs, isUnused: true, pendingResponses: new Set() });
      socket.once("close", () => this.#connections.delete(socket));
    });
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      const connection = this.#connections.get(request.socket);
      connection?.pendingResponses.add(response);
      if (this.#isDraining) response.setHeader("connection", "close");
      response.once("close", () => {
        connection?.pendingResponses.delete(response);
        if (connection) Object.assign(connection, { usedAtMs: performance.now(), isUnused: false });
      });
    });
  }

  /** For `/health/ready`. */
  readonly check = async (): Promise<void> => {
    if (this.#isDraining) throw new NotReady("The server is stopping.");
  };

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Called when the phase begins. */
  onStart(step: () => void): void {
    this.#steps.push(step);
  }

  /** A connection that speaks something else than HTTP from now on; whoever took it over closes it. */
  release(socket: unknown): void {
    for (const tracked of this.#connections.keys()) if (tracked === socket) this.#connections.delete(tracked);
  }

  /** Each call waits for this first; nothing to wait for, except in the moment in which the listener is closed. */
  get requestHold(): Promise<void> | undefined {
    return this.#requestHold?.promise;
  }

  start(): void {
    this.#isDraining = true;
    for (const { pendingResponses } of this.#connections.values()) {
      for (const response of pendingResponses) if (!response.headersSent) response.setHeader("connection", "close");
    }
    for (const step of this.#steps) step();
  }

  /** Resolves when the listener must be closed: after `delayMs`, once every connection of before has ended, or after 5 s. */
  async complete(delayMs: number): Promise<void> {
    const before = new Set(this.#connections.keys());
    await sleep(delayMs);
    const untilMs = performance.now() + MAX_DRAIN_MS;
    while (performance.now() < untilMs) {
      this.#closeIdle();
      if ([...before].every((socket) => !this.#connections.has(socket))) break;
      await sleep(CHECK_INTERVAL_MS);
    }
    await this.#holdRequests();
    // Until the server has closed: Node itself no longer ends connections on which no call ever came.
    const closeTimer = setInterval(() => this.#closeIdle(), CHECK_INTERVAL_MS);
    this.#server.once("close", () => clearInterval(closeTimer));
  }

  /**
   * The kernel resets connections that wait to be accepted when the listener closes. While their calls are held, callers
   * wait for answers and connect no more; they are released as soon as the listener is closed.
   */
  async #holdRequests(): Promise<void> {
    if (this.#connections.size === 0) return;
    const requestHold = Promise.withResolvers<void>();
    this.#requestHold = requestHold;
    const untilMs = performance.now() + MAX_HOLD_MS;
    while (performance.now() < Math.min(untilMs, this.#acceptedAtMs + NO_NEW_CONNECTION_MS))
      await sleep(CHECK_INTERVAL_MS);
    const holdTimer = setInterval(() => {
      if (this.#server.listening && performance.now() < untilMs + MAX_HOLD_MS) return;
      clearInterval(holdTimer);
      this.#requestHold = undefined;
      requestHold.resolve();
    }, CHECK_INTERVAL_MS);
  }

  #closeIdle(): void {
    const nowMs = performance.now();
    for (const [socket, { usedAtMs, isUnused, pendingResponses }] of this.#connections) {
      const idleAfterMs = isUnused ? FIRST_REQUEST_TIMEOUT_MS : IDLE_AFTER_MS;
      if (pendingResponses.size > 0 || nowMs - usedAtMs < idleAfterMs) continue;
      this.#connections.delete(socket);
      socket.destroy();
    }
  }
}

const drainingByServer = new WeakMap<Server, ConnectionDraining>();

/** The one of this server. */
export function getDraining({ server }: Pick<FastifyInstance, "server">): ConnectionDraining {
  const draining = drainingByServer.get(server) ?? new ConnectionDraining(server);
  drainingByServer.set(server, draining);
  return draining;
}

/**
 * Registered as the last hook: the listener closes right after Node has accepted every connection that waits, because the
 * kernel resets those that are still in its queue.
 */
export function closeAfterAccepting(http: FastifyInstance): void {
  http.addHook("preClose", () => new Promise<void>((resolve) => setImmediate(resolve)));
}
