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
import { messageWithCodes } from "../error-codes.ts";
import type { Log } from "../log.ts";
import { parseJson } from "../text.ts";
import { runInSpan } from "../tracing.ts";
import { readText } from "./request-public-host.ts";

/** Options for requests to an upstream service. */
export interface UpstreamOptions {
  /** Name in log lines. */
  readonly name: string;
  readonly url: string;
  /** Returns the User-Agent; public services require a contact. */
  readonly userAgent: () => string;
  /** Time limit per attempt. */
  readonly timeoutMs?: number;
  /** Two by default; one if a user is waiting. */
  readonly attempts?: 1 | 2;
  /** Pause after five failures in a row. */
  readonly breakerResetMs?: number;
}

/** The service rejected the request: the request is wrong, so retrying is pointless. `body` is the reply. */
export class UpstreamRejected extends Error {
  override readonly name = "UpstreamRejected";
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The service answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** No usable reply: the service is down, too slow, or its reply does not match its documentation. */
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
 * A client for JSON over HTTP: with a time-out, one retry, a circuit breaker, and limits on concurrency and response
 * size.
 */
export class UpstreamClient {
  readonly #options: UpstreamOptions;
  readonly #log: Log;
  readonly #policy;

  constructor(options: UpstreamOptions, log: Log) {
    this.#options = options;
    this.#log = log;
    const {
      name,
      timeoutMs = TIMEOUT_MS,
      attempts = 2,
      breakerResetMs = BREAKER_RESET_MS,
    } = options;
    const failed = handleWhen(
      (error) => error instanceof UpstreamUnavailable || isTaskCancelledError(error),
    );
    const breaker = circuitBreaker(failed, {
      halfOpenAfter: breakerResetMs,
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
    });
    breaker.onBreak(() =>
      log.warn({ peer: name }, "an upstream service keeps failing; requests to it pause"),
    );
    breaker.onReset(() => log.info({ peer: name }, "an upstream service works again"));
    this.#policy = wrap(
      bulkhead(MAX_CONCURRENT, MAX_QUEUED),
      retry(failed, {
        maxAttempts: attempts - 1,
        backoff: new ConstantBackoff(RETRY_AFTER_MS),
      }),
      breaker,
      timeout(timeoutMs, TimeoutStrategy.Aggressive),
    );
  }

  /** Requests `path` below the service's address. @throws UpstreamRejected, UpstreamUnavailable. */
  async request<T extends z.ZodType>(
    path: string,
    schema: T,
    body?: unknown,
  ): Promise<z.output<T>> {
    try {
      return await this.#policy.execute(({ signal }) =>
        runInSpan(`request to ${this.#options.name}`, { kind: "client" }, () =>
          this.#requestOnce(path, schema, body, signal),
        ),
      );
    } catch (error) {
      if (error instanceof UpstreamRejected) throw error;
      const unavailable =
        error instanceof UpstreamUnavailable
          ? error
          : new UpstreamUnavailable(describeFailure(error), { cause: error });
      this.#log.debug(
        {
          peer: this.#options.name,
          reason: messageWithCodes(unavailable),
        },
        "request to an upstream service failed",
      );
      throw unavailable;
    }
  }

  async #requestOnce<T extends z.ZodType>(
    path: string,
    schema: T,
    body: unknown,
    signal: AbortSignal,
  ): Promise<z.output<T>> {
    const { status, reply } = await this.#fetchJson(path, body, signal);
    if (status >= 500 || status === TOO_MANY_REQUESTS)
      throw new UpstreamUnavailable(`The service answered ${status}.`);
    if (status >= 400) throw new UpstreamRejected(status, reply);
    const read = schema.safeParse(reply);
    if (!read.success)
      throw new UpstreamUnavailable("The reply does not have the expected format.", {
        cause: read.error,
      });
    return read.data;
  }

  async #fetchJson(
    path: string,
    body: unknown,
    signal: AbortSignal,
  ): Promise<{ status: number; reply: unknown }> {
    const { url, userAgent } = this.#options;
    try {
      const response = await fetch(url.replace(/(?<!\/)\/+$/, "") + path, {
        signal,
        // Redirects could lead to internal addresses.
        redirect: "error",
        headers: {
          accept: "application/json",
          "user-agent": userAgent(),
          ...(body !== undefined && JSON_BODY),
        },
        ...(body !== undefined && {
          method: "POST",
          body: JSON.stringify(body),
        }),
      });
      const text = await readText(response, RESPONSE_MAX_BYTES);
      // Error replies may be plain text.
      return {
        status: response.status,
        reply: response.ok ? JSON.parse(text) : jsonOrText(text),
      };
    } catch (error) {
      throw new UpstreamUnavailable("The service cannot be reached, or its reply cannot be read.", {
        cause: error,
      });
    }
  }
}

const JSON_BODY = { "content-type": "application/json" };

function jsonOrText(text: string): unknown {
  const json = parseJson(text);
  return json === undefined ? text : json;
}

function describeFailure(error: unknown): string {
  if (isBrokenCircuitError(error)) return "Requests are paused after repeated failures.";
  if (isBulkheadRejectedError(error)) return "Too many requests at once.";
  return isTaskCancelledError(error)
    ? "The service did not answer in time."
    : "The request failed.";
}
