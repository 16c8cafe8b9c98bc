import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  ConstantBackoff,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} from "cockatiel";
import type { z } from "zod";
import type { Log } from "../log.ts";
import { readBounded } from "./read-bounded.ts";

/** How a peer is treated. */
export interface UpstreamOptions {
  /** In log lines. */
  readonly name: string;
  readonly url: string;
  /** Who asks; public services want to know whom to write to. */
  readonly userAgent: string;
  /** For each try. */
  readonly timeoutMs?: number;
  /** Two, unless somebody's patience is counted. */
  readonly attempts?: 1 | 2;
  /** How long it is left alone after it has failed five times in a row. */
  readonly breakerResetMs?: number;
}

/** The peer is there and says no: what was asked is at fault, and asking again would not help. `body` is what it said. */
export class UpstreamRejected extends Error {
  override readonly name = "UpstreamRejected";
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The answer was ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** No usable answer: nobody is there, or too late, or what came is not what its documentation promises. */
export class UpstreamUnavailable extends Error {
  override readonly name = "UpstreamUnavailable";
}

const TIMEOUT_MS = 2_000;
const BREAKER_RESET_MS = 15_000;
const RETRY_AFTER_MS = 50;
const FAILURES_IN_A_ROW = 5;
const MAX_CONCURRENT = 16;
const MAX_QUEUED = 64;
const RESPONSE_MAX_BYTES = 16_000_000;
const TOO_MANY_REQUESTS = 429;

/**
 * A service on another machine, asked over HTTP for JSON: with a time-out, one more try, a breaker that leaves it alone
 * after failures in a row, a bound on how much is asked at once and on how long an answer may be.
 */
export class UpstreamClient {
  readonly #options: UpstreamOptions;
  readonly #log: Log;
  readonly #policy;

  constructor(options: UpstreamOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    const { name, timeoutMs = TIMEOUT_MS, attempts = 2, breakerResetMs = BREAKER_RESET_MS } = options;
    const failed = handleWhen((error) => error instanceof UpstreamUnavailable || isTaskCancelledError(error));
    const breaker = circuitBreaker(failed, {
      halfOpenAfter: breakerResetMs,
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
    });
    breaker.onBreak(() => log.warn({ peer: name }, "a peer fails again and again and is left alone for a while"));
    breaker.onReset(() => log.info({ peer: name }, "a peer answers again"));
    this.#policy = wrap(
      bulkhead(MAX_CONCURRENT, MAX_QUEUED),
      retry(failed, { maxAttempts: attempts - 1, backoff: new ConstantBackoff(RETRY_AFTER_MS) }),
      breaker,
      timeout(timeoutMs, TimeoutStrategy.Aggressive),
    );
  }

  /** The answer of `path` below the peer's address. @throws UpstreamRejected, UpstreamUnavailable. */
  async request<T extends z.ZodType>(path: string, schema: T, body?: unknown): Promise<z.output<T>> {
    try {
      return await this.#policy.execute(({ signal }) => this.#requestOnce(path, schema, body, signal));
    } catch (error) {
      if (error instanceof UpstreamRejected) throw error;
      const unavailable =
        error instanceof UpstreamUnavailable
          ? error
          : new UpstreamUnavailable(describeFailure(error), { cause: error });
      this.#log.debug({ peer: this.#options.name, reason: unavailable.message }, "a peer did not answer");
      throw unavailable;
    }
  }

  async #requestOnce<T extends z.ZodType>(
    path: string,
    schema: T,
    body: unknown,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    const { status, said } = await this.#fetchJson(path, body, signal);
    if (status >= 500 || status === TOO_MANY_REQUESTS) throw new UpstreamUnavailable(`The answer was ${status}.`);
    if (status >= 400) throw new UpstreamRejected(status, said);
    const read = schema.safeParse(said);
    if (!read.success)
      throw new UpstreamUnavailable("The answer is not of the form that was agreed.", { cause: read.error });
    return read.data;
  }

  async #fetchJson(path: string, body: unknown, signal: AbortSignal): Promise<{ status: number; said: unknown }> {
    const { url, userAgent } = this.#options;
    try {
      const response = await fetch(url.replace(/(?<!\/)\/+$/, "") + path, {
        signal,
        // Whoever answers for a peer could lead us to a neighbour of ours.
        redirect: "error",
        headers: { accept: "application/json", "user-agent": userAgent, ...(body !== undefined && JSON_BODY) },
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      });
      const text = await readBounded(response, RESPONSE_MAX_BYTES);
      // Who refuses may say so in words.
      return { status: response.status, said: response.ok ? JSON.parse(text) : jsonOrText(text) };
    } catch (error) {
      throw new UpstreamUnavailable("It cannot be reached, or its answer cannot be read.", { cause: error });
    }
  }
}

const JSON_BODY = { "content-type": "application/json" };

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function describeFailure(error: unknown): string {
  if (isBrokenCircuitError(error)) return "It failed again and again and is left alone.";
  if (isBulkheadRejectedError(error)) return "Too much is asked of it at once.";
  return isTaskCancelledError(error) ? "It did not answer in time." : "Asking it failed.";
}
