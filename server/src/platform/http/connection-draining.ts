import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { NotReady } from "./health/readiness.ts";

/** A connection idle for this long is assumed not to carry another request soon. */
const IDLE_AFTER_MS = 1_000;
const MAX_DRAIN_MS = 5_000;
/** Clients whose replies are held make no new connections; after this long without a new one, none is on its way. */
const NO_NEW_CONNECTION_MS = 250;
const MAX_HOLD_MS = 2_000;
/** A new connection is likely to carry its first request within this time. */
const FIRST_REQUEST_TIMEOUT_MS = 3_000;
const CHECK_INTERVAL_MS = 25;

interface Connection {
  usedAtMs: number;
  isUnused: boolean;
  readonly pendingResponses: Set<ServerResponse>;
}

/**
 * The phase before the listener closes: `/health/ready` returns 503, every reply carries `connection: close`, live
 * connections are closed so that clients reconnect to another process, and requests are still served. A connection is
 * closed only when idle, because a request on its way to a closed connection fails with a reset.
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
      this.#connections.set(socket, {
        usedAtMs: this.#acceptedAtMs,
        isUnused: true,
        pendingResponses: new Set(),
      });
      socket.once("close", () => this.#connections.delete(socket));
    });
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      const connection = this.#connections.get(request.socket);
      connection?.pendingResponses.add(response);
      if (this.#isDraining) response.setHeader("connection", "close");
      response.once("close", () => {
        connection?.pendingResponses.delete(response);
        if (connection)
          Object.assign(connection, {
            usedAtMs: performance.now(),
            isUnused: false,
          });
      });
    });
  }

  /** Check for `/health/ready`. */
  readonly check = async (): Promise<void> => {
    if (this.#isDraining) throw new NotReady("The server is stopping.");
  };

  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** Registers a step to run when draining starts. */
  onStart(step: () => void): void {
    this.#steps.push(step);
  }

  /** Excludes a connection that no longer speaks HTTP; its new owner closes it. */
  release(socket: unknown): void {
    for (const tracked of this.#connections.keys())
      if (tracked === socket) this.#connections.delete(tracked);
  }

  /** Every request awaits this first; undefined except while the listener is being closed. */
  get requestHold(): Promise<void> | undefined {
    return this.#requestHold?.promise;
  }

  start(): void {
    this.#isDraining = true;
    for (const { pendingResponses } of this.#connections.values()) {
      for (const response of pendingResponses)
        if (!response.headersSent) response.setHeader("connection", "close");
    }
    for (const step of this.#steps) step();
  }

  /**
   * Resolves when the listener must be closed: after `delayMs`, once every earlier connection has ended, or after 5 s.
   */
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
    // Runs until the server has closed: Node no longer ends connections that never carried a request.
    const closeTimer = setInterval(() => this.#closeIdle(), CHECK_INTERVAL_MS);
    this.#server.once("close", () => clearInterval(closeTimer));
  }

  /**
   * The kernel resets connections that wait to be accepted when the listener closes. Clients whose requests are held
   * wait for replies and do not connect again; the requests are released as soon as the listener is closed.
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
      // Refused while it was still sending: it is closed in a few seconds, see error-handler.ts.
      if (socket.writableEnded) continue;
      const idleAfterMs = isUnused ? FIRST_REQUEST_TIMEOUT_MS : IDLE_AFTER_MS;
      if (pendingResponses.size > 0 || nowMs - usedAtMs < idleAfterMs) continue;
      this.#connections.delete(socket);
      socket.destroy();
    }
  }
}

const drainingByServer = new WeakMap<Server, ConnectionDraining>();

/** The draining state of this server. */
export function getDraining({ server }: Pick<FastifyInstance, "server">): ConnectionDraining {
  const draining = drainingByServer.get(server) ?? new ConnectionDraining(server);
  drainingByServer.set(server, draining);
  return draining;
}

/**
 * Must be registered as the last hook: closes the listener right after Node has accepted all waiting connections,
 * because the kernel resets those that are still in its queue.
 */
export function closeAfterAccepting(http: FastifyInstance): void {
  http.addHook("preClose", () => new Promise<void>((resolve) => setImmediate(resolve)));
}
