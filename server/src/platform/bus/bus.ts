import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Log } from "../log.ts";

/** What is told within this time travels together. */
const GATHER_MS = 50;
/** While nothing can be carried, so many messages are kept; the oldest are dropped, since newer ones say more. */
const MOST_WAITING = 10_000;

/** Takes texts to every process of the community, this one included or not: each at most once, those of one process in order. */
export interface Carrier {
  /** Whether it is worth trying now. */
  readonly ready: boolean;
  carry(text: string): Promise<void>;
  /** Calls `arrived` for each text, from now on. */
  deliver(arrived: (text: string) => void): void;
  close(): Promise<void>;
}

/** Anything that JSON can say. */
export type Telling = string | number | boolean | null | readonly Telling[] | { readonly [name: string]: Telling };

const Parcel = z.object({ from: z.string(), told: z.array(z.tuple([z.string(), z.json()])) });

/**
 * Takes what is latest-wins (positions, who is typing) to the other processes: a moment late, at most once, in the order
 * in which it was told, and not at all while there is no way. What must not be lost is announced instead. With several
 * ways the first that is ready is taken. Alone, without a way, telling costs nothing.
 */
export class Bus {
  readonly #own = randomUUID();
  readonly #ways: readonly Carrier[];
  readonly #log: Log | undefined;
  readonly #listeners = new Map<string, Set<(message: unknown) => void>>();
  #waiting: [string, Telling][] = [];
  #going: Promise<void> | undefined;
  #closing = false;

  constructor(ways: readonly Carrier[] = [], log?: Log) {
    this.#ways = ways;
    this.#log = log;
    for (const way of ways) way.deliver((text) => this.#arrived(text));
  }

  /** Tells every other process. Neither waits nor throws. */
  tell(channel: string, message: Telling): void {
    if (this.#ways.length === 0 || this.#closing) return;
    this.#waiting.push([channel, message]);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    this.#going ??= this.#carryOn().finally(() => (this.#going = undefined));
  }

  /** Calls `heard` for what other processes tell on the channel, until the returned function is called. */
  hear(channel: string, heard: (message: unknown) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(heard));
    return () => void listeners.delete(heard);
  }

  async #carryOn(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(GATHER_MS);
      const told = this.#waiting;
      this.#waiting = [];
      const way = this.#ways.find(({ ready }) => ready);
      await way?.carry(JSON.stringify({ from: this.#own, told })).catch((error: unknown) => {
        this.#log?.debug({ err: error }, "the other processes were not told");
      });
    }
  }

  #arrived(text: string): void {
    const parcel = Parcel.safeParse(parsed(text)).data;
    if (!parcel || parcel.from === this.#own) return;
    for (const [channel, message] of parcel.told) {
      for (const heard of this.#listeners.get(channel) ?? []) {
        try {
          heard(message);
        } catch (error) {
          this.#log?.error({ err: error, channel }, "bus");
        }
      }
    }
  }

  /** Takes what was told last along, then closes all ways. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#going;
    await Promise.all(this.#ways.map((way) => way.close()));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
