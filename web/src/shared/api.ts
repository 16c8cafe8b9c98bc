import type { Endpoint, Input, Reply } from "@commonlane/contract/endpoint";
import { REQUEST_TIMEOUT_MS } from "@commonlane/contract/limits";
import { ProblemReply, problems } from "@commonlane/contract/problem";
import { msg } from "@lingui/core/macro";
import { i18n } from "@lingui/core";
import { ApiError } from "./api-error.ts";
import { log } from "./log.ts";
import { randomId } from "./random-id.ts";
import { tokenSource } from "./session/token-source.ts";

const BASE = "/api";

export interface CallOptions {
  /** Ends the call early; the caller then gets the abort itself, not an ApiError. */
  signal?: AbortSignal;
  /** Names a decision that is sent again; without one, each call is a decision of its own. */
  idempotencyKey?: string;
  /** Speaks for this token instead of the session's, as during registration. */
  idToken?: string;
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Makes one contract call under `/api` with a 10 s limit and gives back its checked reply. A failure is logged and thrown
 * as an ApiError; a refused token is renewed once. It shows nothing to the user: that is for the caller.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const key = endpoint.idempotent ? (options.idempotencyKey ?? randomId()) : undefined;
  const send = (token: string | undefined) => request(endpoint, input as Parts, token, key, options.signal);
  try {
    let response = await send(await tokenFor(endpoint, options));
    if (response.status === 401 && endpoint.access === "signed-in" && options.idToken === undefined) {
      const renewed = await tokenSource().renew();
      if (renewed !== undefined) response = await send(renewed);
    }
    return await replyOf(endpoint, response);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : networkError();
    report(endpoint, failure);
    throw failure;
  }
}

async function tokenFor(endpoint: Endpoint, { idToken }: CallOptions): Promise<string | undefined> {
  if (idToken !== undefined) return idToken;
  if (endpoint.access === "public") return tokenSource().peek();
  const token = await tokenSource().fresh();
  if (token !== undefined) return token;
  const { status, message } = problems.signed_out;
  throw new ApiError({ code: "signed_out", status, message });
}

function request(
  endpoint: Endpoint,
  { params, query, body }: Parts,
  token: string | undefined,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  return fetch(`${BASE}${path}${queryString(query)}`, {
    method: endpoint.method,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": endpoint.upload?.types[0] ?? "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body.slice() : JSON.stringify(body) }),
  });
}

function queryString(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

async function replyOf<E extends Endpoint>(endpoint: E, response: Response): Promise<Reply<E>> {
  const { status } = response;
  const json: unknown = await response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  if (!response.ok) {
    const { code, error, ...problem } = ProblemReply.safeParse(json).data ?? {};
    const message = error ?? problems[status === 503 ? "unavailable" : "unexpected"].message;
    const retryAfterS = Number(response.headers.get("retry-after")) || undefined;
    throw new ApiError({ ...problem, code: code ?? "unexpected", status, message, retryAfterS });
  }
  const reply = endpoint.reply.safeParse(json);
  if (reply.success) return reply.data as Reply<E>;
  throw new ApiError({ code: "unexpected_reply", status, message: problems.unexpected.message });
}

const networkError = (): ApiError =>
  new ApiError({
    code: "network",
    status: 0,
    message: i18n._(msg`The server could not be reached. Check your connection and try again.`),
  });

function report({ method, path }: Endpoint, { code, status, requestId }: ApiError): void {
  const details = { method, path, status, code, requestId };
  log.error("call failed", details);
  if (status === 401) log.error("unauthorized", details);
}
