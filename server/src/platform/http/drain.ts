import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { NotReady } from "./readiness.ts";

/** A connection that carried nothing for this long is not about to carry a call, as far as can be known. */
const QUIET_AFTER_MS = 1_000;
const MOST_MS = 5_000;
/** Callers whose answers are held make no new connections; after this long without one there is none on its way. */
const NONE_COMES_MS = 250;
const HELD_MOST_MS = 2_000;
/** On a connection that carried nothing yet, the first call is probably on its way. */
const FIRST_CALL_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 25;

interface Connection {
  usedAtMs: number;
  isNew: boolean;
  readonly answering: Set<ServerResponse>;
}

/**
 * The phase before the listener closes: `/health/ready` answers 503, every answer carries `connection: close`, live
 * connections are closed so that they come back elsewhere, and calls are still served. A connection is cut only
 * when it is quiet, because a call that is on its way to a closed connection fails with a reset.
 */
export class Drain {
  readonly #server: Server;
  readonly #connections = new Map<Socket, Connection>();
  readonly #steps: (() => void)[] = [];
  #isDraining = false;
  #acceptedAtMs = 0;
  #held: PromiseWithResolvers<void> | undefined;

  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#acceptedAtMs = performance.now();
      this.#connections.set(socket, { usedAtMs: this.#acceptedAtMs, isNew: true, answering: new Set() });
      socket.once("close", () => this.#connections.delete(socket));
    });
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      const connection = this.#connections.get(request.socket);
      connection?.answering.add(response);
      if (this.#isDraining) response.setHeader("connection", "close");
      response.once("close", () => {
        connection?.answering.delete(response);
        if (connection) Object.assign(connection, { usedAtMs: performance.now(), isNew: false });
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
  onBegin(step: () => void): void {
    this.#steps.push(step);
  }

  /** A connection that speaks something else than HTTP from now on; whoever took it over closes it. */
  forget(socket: unknown): void {
    for (const known of this.#connections.keys()) if (known === socket) this.#connections.delete(known);
  }

  /** Each call waits for this first; nothing to wait for, except in the moment in which the listener is closed. */
  get held(): Promise<void> | undefined {
    return this.#held?.promise;
  }

  begin(): void {
    this.#isDraining = true;
    for (const { answering } of this.#connections.values()) {
      for (const response of answering) if (!response.headersSent) response.setHeader("connection", "close");
    }
    for (const step of this.#steps) step();
  }

  /** Resolves when the listener must be closed: after `noticeMs`, once every connection of before has ended, or after 5 s. */
  async finish(noticeMs: number): Promise<void> {
    const before = new Set(this.#connections.keys());
    await sleep(noticeMs);
    const untilMs = performance.now() + MOST_MS;
    while (performance.now() < untilMs) {
      this.#cutQuiet();
      if ([...before].every((socket) => !this.#connections.has(socket))) break;
      await sleep(LOOK_EVERY_MS);
    }
    await this.#holdCalls();
    // Until the server has closed: Node itself no longer ends connections on which no call ever came.
    const cutting = setInterval(() => this.#cutQuiet(), LOOK_EVERY_MS);
    this.#server.once("close", () => clearInterval(cutting));
  }

  /**
   * The kernel resets connections that wait to be accepted when the listener closes. While their calls are held, callers
   * wait for answers and connect no more; they are released as soon as the listener is closed.
   */
  async #holdCalls(): Promise<void> {
    if (this.#connections.size === 0) return;
    const held = Promise.withResolvers<void>();
    this.#held = held;
    const untilMs = performance.now() + HELD_MOST_MS;
    while (performance.now() < Math.min(untilMs, this.#acceptedAtMs + NONE_COMES_MS)) await sleep(LOOK_EVERY_MS);
    const looking = setInterval(() => {
      if (this.#server.listening && performance.now() < untilMs + HELD_MOST_MS) return;
      clearInterval(looking);
      this.#held = undefined;
      held.resolve();
    }, LOOK_EVERY_MS);
  }

  #cutQuiet(): void {
    const nowMs = performance.now();
    for (const [socket, { usedAtMs, isNew, answering }] of this.#connections) {
      const quietAfterMs = isNew ? FIRST_CALL_WITHIN_MS : QUIET_AFTER_MS;
      if (answering.size > 0 || nowMs - usedAtMs < quietAfterMs) continue;
      this.#connections.delete(socket);
      socket.destroy();
    }
  }
}

const drains = new WeakMap<Server, Drain>();

/** The one of this server. */
export function drainOf({ server }: Pick<FastifyInstance, "server">): Drain {
  const known = drains.get(server) ?? new Drain(server);
  drains.set(server, known);
  return known;
}

/**
 * Registered as the last hook: the listener closes right after Node has accepted every connection that waits, because the
 * kernel resets those that are still in its queue.
 */
export function closeAfterAccepting(http: FastifyInstance): void {
  http.addHook("preClose", () => new Promise<void>((resolve) => setImmediate(resolve)));
}
