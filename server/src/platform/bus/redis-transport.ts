import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import type { Log } from "../log.ts";
import type { Transport } from "./bus.ts";

/** A few minutes of traffic in a busy community; readers further behind skip to the present. */
const MAX_STREAM_LENGTH = 1_000;
const COMMAND_TIMEOUT_MS = 2_000;
const BLOCKING_READ_MS = 1_000;
/** After a failure, uses another transport for this long. */
const AVOID_AFTER_FAILURE_MS = 1_000;
const BACK_OFF_MS = { first: 50, most: 2_000 };

/**
 * Carries texts through a Redis stream, which every process reads independently. Redis may go and come back at any
 * time: while it is away `ready` is false, and unread texts are lost.
 */
export function openRedisTransport(url: string, key: string, log: Log): Transport {
  const writer = connectRedis(url, COMMAND_TIMEOUT_MS);
  const reader = connectRedis(url, BLOCKING_READ_MS + COMMAND_TIMEOUT_MS);
  logAvailability(writer, log);
  const stopping = new AbortController();
  let avoidedUntilMs = 0;
  let deliver: ((text: string) => void) | undefined;
  const reading = readContinuously(reader, key, (text) => deliver?.(text), stopping.signal);
  return {
    get ready() {
      return writer.status === "ready" && performance.now() >= avoidedUntilMs;
    },
    onReceive: (receive) => void (deliver = receive),
    async send(text) {
      try {
        await writer.xadd(key, "MAXLEN", "~", MAX_STREAM_LENGTH, "*", "text", text);
      } catch (error) {
        avoidedUntilMs = performance.now() + AVOID_AFTER_FAILURE_MS;
        throw error;
      }
    },
    async close() {
      stopping.abort();
      writer.disconnect();
      reader.disconnect();
      await reading;
    },
  };
}

/** Fails commands at once while disconnected and never retries a command after a lost connection. */
function connectRedis(url: string, commandTimeout: number): Redis {
  return new Redis(url, {
    connectionName: "commonlane",
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: COMMAND_TIMEOUT_MS,
    commandTimeout,
    retryStrategy,
  });
}

const retryStrategy = (tries: number) =>
  Math.min(BACK_OFF_MS.first * 2 ** Math.min(tries, 10), BACK_OFF_MS.most);

/** Logs one line when the connection is lost and one when it is back; no request depends on it. */
function logAvailability(redis: Redis, log: Log): void {
  let isDown = false;
  redis.on("ready", () => {
    if (isDown) log.info("Redis is back");
    isDown = false;
  });
  redis.on("error", (error: Error & { code?: string }) => {
    if (!isDown)
      log.warn(
        { reason: error.code ?? error.name },
        "Redis is not reachable; PostgreSQL carries messages between processes",
      );
    isDown = true;
  });
}

/** Reads from the present on. Restarts from the present after any failure. */
async function readContinuously(
  redis: Redis,
  key: string,
  receive: (text: string) => void,
  stop: AbortSignal,
): Promise<void> {
  redis.on("error", () => {});
  let last: string | undefined;
  while (!stop.aborted) {
    try {
      last ??= (await redis.xrevrange(key, "+", "-", "COUNT", 1))[0]?.[0] ?? "0-0";
      const read = await redis.xread("COUNT", 100, "BLOCK", BLOCKING_READ_MS, "STREAMS", key, last);
      for (const [id, [, text]] of read?.[0]?.[1] ?? []) {
        last = id;
        if (text !== undefined) receive(text);
      }
    } catch {
      last = undefined;
      await sleep(BACK_OFF_MS.first, undefined, { signal: stop }).catch(() => {});
    }
  }
}
