import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Log } from "../log.ts";

/** What is told within this time travels together. */
const BATCH_WINDOW_MS = 50;
/** While nothing can be carried, so many messages are kept; the oldest are dropped, since newer ones say more. */
const MAX_QUEUED_MESSAGES = 10_000;

/** Takes texts to every process of the community, this one included or not: each at most once, those of one process in order. */
export interface Transport {
  /** Whether it is worth trying now. */
  readonly ready: boolean;
  send(text: string): Promise<void>;
  /** Calls `arrived` for each text, from now on. */
  onReceive(receive: (text: string) => void): void;
  close(): Promise<void>;
}

/** Anything that JSON can say. */
export type Message = string | number | boolean | null | readonly Message[] | { readonly [name: string]: Message };

const Envelope = z.object({ from: z.string(), messages: z.array(z.tuple([z.string(), z.json()])) });

/**
 * Takes what is latest-wins (positions, who is typing) to the other processes: a moment late, at most once, in the order
 * in which it was told, and not at all while there is no way. What must not be lost is announced instead. With several
 * ways the first that is ready is taken. Alone, without a way, telling costs nothing.
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

  /** Tells every other process. Neither waits nor throws. */
  publish(channel: string, message: Message): void {
    if (this.#transports.length === 0 || this.#closing) return;
    this.#queued.push([channel, message]);
    if (this.#queued.length > MAX_QUEUED_MESSAGES) this.#queued.shift();
    this.#flushing ??= this.#flush().finally(() => (this.#flushing = undefined));
  }

  /** Calls `heard` for what other processes tell on the channel, until the returned function is called. */
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
      await transport?.send(JSON.stringify({ from: this.#processId, messages })).catch((error: unknown) => {
        this.#log?.debug({ err: error }, "the other processes were not told");
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
          this.#log?.error({ err: error, channel }, "bus");
        }
      }
    }
  }

  /** Takes what was told last along, then closes all ways. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#flushing;
    await Promise.all(this.#transports.map((transport) => transport.close()));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
