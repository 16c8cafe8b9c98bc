import type { Endpoint, Input, Reply } from "@commonlane/contract/endpoint";
import { REQUEST_TIMEOUT_MS } from "@commonlane/contract/limits";
import { ProblemReply, problems } from "@commonlane/contract/problem";
import { PROOF_HEADER } from "@commonlane/contract/proof";
import { ApiError, networkError } from "./api-error.ts";
import { proofSource } from "./captcha/proof-source.ts";
import { callEnded, watchWait } from "./connection.ts";
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

/** What goes along in headers. */
interface Shown {
  token: string | undefined;
  key: string | undefined;
  proof: string | undefined;
}

/**
 * Makes one contract call under `/api` with a 10 s limit and gives back its checked reply, a Blob where that is a file. A
 * failure is logged and thrown as an ApiError; a refused token is renewed once, and a refused proof of work done again
 * once. It shows nothing to the user: that is for the caller.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const key = endpoint.idempotent ? (options.idempotencyKey ?? randomId()) : undefined;
  const send = (token: string | undefined) => {
    const once = (proof?: string) => request(endpoint, input as Parts, { token, key, proof }, options.signal);
    return endpoint.captcha ? proofSource().proven(endpoint.captcha, once, options.signal) : once();
  };
  try {
    let response = await send(await tokenFor(endpoint, options));
    if (response.status === 401 && endpoint.access !== "public" && options.idToken === undefined) {
      const renewed = await tokenSource().renew();
      if (renewed !== undefined) response = await send(renewed);
    }
    const reply = replyOf(endpoint, response);
    callEnded(true);
    return reply;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : networkError();
    // What is no answer of the server's own may be a proxy's or a hotel's.
    callEnded(!/^(?:network|unexpected)/.test(failure.code));
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

interface Answer {
  status: number;
  retryAfterS: number | undefined;
  /** Nothing where the body is no JSON; the file where one was asked for. */
  json: unknown;
}

/** One exchange with the server, its body read to the end, within the limit of 10 s; of a file, until it begins to come. */
async function request(
  endpoint: Endpoint,
  { params, query, body }: Parts,
  { token, key, proof }: Shown,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ""));
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), REQUEST_TIMEOUT_MS);
  const waited = watchWait();
  const answered = () => {
    clearTimeout(timer);
    waited();
  };
  try {
    const response = await fetch(`${BASE}${path}${queryString(query)}`, {
      method: endpoint.method,
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      headers: {
        accept: endpoint.file ?? "application/json",
        ...(body === undefined ? {} : { "content-type": endpoint.upload?.types[0] ?? "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(proof === undefined ? {} : { [PROOF_HEADER]: proof }),
      },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body.slice() : JSON.stringify(body) }),
    });
    const isFile = endpoint.file !== undefined && response.ok;
    if (isFile) answered();
    return {
      status: response.status,
      retryAfterS: Number(response.headers.get("retry-after")) || undefined,
      json: isFile ? await response.blob() : parsed(await response.text()),
    };
  } finally {
    answered();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function queryString(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

function replyOf<E extends Endpoint>(endpoint: E, { status, retryAfterS, json }: Answer): Reply<E> {
  if (status < 200 || status > 299) {
    const { code, error, ...problem } = ProblemReply.safeParse(json).data ?? {};
    const message = error ?? problems[status === 503 ? "unavailable" : "unexpected"].message;
    throw new ApiError({ ...problem, code: code ?? "unexpected", status, message, retryAfterS });
  }
  const reply = endpoint.reply.safeParse(json);
  if (reply.success) return reply.data as Reply<E>;
  throw new ApiError({ code: "unexpected_reply", status, message: problems.unexpected.message });
}

function report({ method, path }: Endpoint, { code, status, requestId }: ApiError): void {
  const details = { method, path, status, code, requestId };
  log.error("call failed", details);
  if (status === 401) log.error("unauthorized", details);
}
