import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Log } from "../log.ts";
import { parseJson } from "../text.ts";

/** Messages published within this window are sent together. */
const BATCH_WINDOW_MS = 50;
/**
 * While no transport is ready, at most this many messages are queued; the oldest are dropped, since newer ones
 * supersede them.
 */
const MAX_QUEUED_MESSAGES = 10_000;

/**
 * Carries texts to every process of the community, possibly including this one: each at most once, in order per sender.
 */
export interface Transport {
  /** Whether sending is worth trying now. */
  readonly ready: boolean;
  send(text: string): Promise<void>;
  /** Calls `receive` for each text that arrives from now on. */
  onReceive(receive: (text: string) => void): void;
  close(): Promise<void>;
}

/** Any JSON value. */
export type Message =
  string | number | boolean | null | readonly Message[] | { readonly [name: string]: Message };

const Envelope = z.object({
  from: z.string(),
  messages: z.array(z.tuple([z.string(), z.json()])),
});

/**
 * Sends latest-wins data (positions, typing indicators) to the other processes: slightly delayed, at most once, in
 * order, and not at all while no transport is ready. Anything that must not be lost is published through the outbox
 * instead. Uses the first transport that is ready. Without transports, publishing costs nothing.
 */
export class Bus {
  readonly #processId = randomUUID();
  readonly #transports: readonly Transport[];
  readonly #log: Log | undefined;
  readonly #listeners = new Map<string, Set<(message: unknown) => void>>();
  #queued: [string, Message][] = [];
  #flushing: Promise<void> | undefined;
  #closing = false;

  constructor(transports: readonly Transport[] = [], log?: Log) {
    this.#transports = transports;
    this.#log = log;
    for (const transport of transports) transport.onReceive((text) => this.#receive(text));
  }

  /** Publishes to every other process. Neither waits nor throws. */
  publish(channel: string, message: Message): void {
    if (this.#transports.length === 0 || this.#closing) return;
    this.#queued.push([channel, message]);
    if (this.#queued.length > MAX_QUEUED_MESSAGES) this.#queued.shift();
    this.#flushing ??= this.#flush().finally(() => (this.#flushing = undefined));
  }

  /** Calls `handler` for messages from other processes on the channel, until the returned function is called. */
  subscribe(channel: string, handler: (message: unknown) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(handler));
    return () => void listeners.delete(handler);
  }

  async #flush(): Promise<void> {
    while (this.#queued.length > 0) {
      await sleep(BATCH_WINDOW_MS);
      const messages = this.#queued;
      this.#queued = [];
      const transport = this.#transports.find(({ ready }) => ready);
      await transport
        ?.send(
          JSON.stringify({
            from: this.#processId,
            messages,
          }),
        )
        .catch((error: unknown) => {
          this.#log?.debug({ err: error }, "sending messages to the other processes failed");
        });
    }
  }

  #receive(text: string): void {
    const envelope = Envelope.safeParse(parseJson(text)).data;
    if (!envelope || envelope.from === this.#processId) return;
    for (const [channel, message] of envelope.messages) {
      for (const handler of this.#listeners.get(channel) ?? []) {
        try {
          handler(message);
        } catch (error) {
          this.#log?.error(
            {
              err: error,
              channel,
            },
            "bus",
          );
        }
      }
    }
  }

  /** Sends the queued messages, then closes all transports. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#flushing;
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }
}
