import {
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleAll,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from "cockatiel";
import { LRUCache } from "lru-cache";
import type { Context, OutsideContext } from "#platform/context.ts";
import type { NeighbourFailure } from "#platform/db/schema/column-types.ts";
import { isLocalName } from "#platform/http/network/is-local-request.ts";
import { servesLoopback } from "#platform/upstream/public-addresses.ts";
import {
  buildUserAgent,
  type PublicReply,
  requestPublicHost,
} from "#platform/upstream/request-public-host.ts";
import { getOwnKey } from "./own-key.ts";
import { signRequest } from "./signatures.ts";

/** A user waits: all of a search, from the name of the host to the last byte, takes at most so long. */
const SEARCH_TIMEOUT_MS = 1_800;
const ADMINISTRATION_TIMEOUT_MS = 5_000;
const SEARCH_MAX_BYTES = 256_000;
const FAILURES_IN_A_ROW = 3;
const BREAKER_RESET_MS = 30_000;
const CONCURRENT_MAX = 8;
const QUEUED_MAX = 8;
const NEIGHBOURS_KEPT = 100;

/** A request to a neighbour that brought nothing useful. */
export class NeighbourError extends Error {
  override readonly name = "NeighbourError";
  readonly failure: NeighbourFailure;
  /** False while requests to it pause. */
  readonly wasSent: boolean;

  constructor(failure: NeighbourFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
    this.wasSent = !(isBrokenCircuitError(cause) || isBulkheadRejectedError(cause));
  }
}

const createPolicy = () =>
  wrap(
    // Of the whole search, waiting behind others included.
    timeout(SEARCH_TIMEOUT_MS, TimeoutStrategy.Aggressive),
    bulkhead(CONCURRENT_MAX, QUEUED_MAX),
    circuitBreaker(handleAll, {
      halfOpenAfter: BREAKER_RESET_MS,
      breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
    }),
  );

/** Requests to other servers, each neighbour with a time-out, a circuit breaker and a limit on the reply. */
export class NeighbourClient {
  readonly #policies = new LRUCache<string, ReturnType<typeof createPolicy>>({
    max: NEIGHBOURS_KEPT,
  });

  /**
   * Searches a neighbour. The circuit breaker is by `id`, and an answer that `read` refuses counts as a failure.
   *
   * @throws NeighbourError
   */
  async search<T>(
    ctx: OutsideContext,
    {
      id,
      url,
      headers,
      read,
    }: {
      readonly id: string;
      readonly url: string;
      readonly headers: Headers;
      readonly read: (answer: string) => T;
    },
  ): Promise<T> {
    const policy = this.#policies.get(id) ?? createPolicy();
    this.#policies.set(id, policy);
    try {
      return await policy.execute(async ({ signal }) => {
        const answer = await requestText(ctx, {
          url,
          headers,
          signal,
          maxBytes: SEARCH_MAX_BYTES,
        });
        return read(answer);
      });
    } catch (error) {
      if (error instanceof NeighbourError) throw error;
      throw new NeighbourError(isTaskCancelledError(error) ? "slow" : "unreachable", error);
    }
  }
}

type Headers = Readonly<Record<string, string>>;

interface TextRequest {
  readonly url: string;
  readonly headers?: Headers;
  readonly body?: string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** @throws NeighbourError unless the answer is 200 */
export async function requestText(ctx: OutsideContext, request: TextRequest): Promise<string> {
  return (await requestBytes(ctx, request)).toString("utf8");
}

export async function requestBytes(ctx: OutsideContext, request: TextRequest): Promise<Buffer> {
  const { url, headers, body, maxBytes } = request;
  const signal = request.signal ?? AbortSignal.timeout(ADMINISTRATION_TIMEOUT_MS);
  const target = new URL(url);
  const reply = await requestPublicHost(ctx, target, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      "user-agent": buildUserAgent(ctx),
      ...(body !== undefined && JSON_BODY),
      ...headers,
    },
    body,
    maxBytes,
    signal,
    isTrusted: servesLoopback(ctx) && isLocalName(target.hostname),
  }).catch((error: unknown) => {
    throw new NeighbourError(signal.aborted ? "slow" : "unreachable", error);
  });
  return readReply(reply);
}

const JSON_BODY = { "content-type": "application/json" };
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

/** Redirects are not followed: they could lead to internal addresses. */
function readReply({ status, bytes }: PublicReply): Buffer {
  if (status === 200) return bytes;
  throw new NeighbourError(REFUSALS.has(status) ? "refused" : "unreachable");
}

/** The headers with which we sign a request to a neighbour. */
export async function signedHeaders(
  ctx: Context,
  request: {
    readonly method: string;
    readonly url: string;
    readonly body?: string;
  },
): Promise<Headers> {
  return signRequest(await getOwnKey(ctx), request, ctx.now());
}
