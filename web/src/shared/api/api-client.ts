import type { Endpoint, Input, Reply } from "@commonlane/contract/endpoint";
import { REQUEST_TIMEOUT_MS } from "@commonlane/contract/limits";
import { type ProblemCode, ProblemReply, problems } from "@commonlane/contract/problem";
import { PROOF_OF_WORK_HEADER } from "@commonlane/contract/proof-of-work";
import { ApiError, networkError, signedOutError, unexpectedMessage } from "./api-error.ts";
import { proofSource } from "../captcha/proof-source.ts";
import { reportCallResult, trackRequest } from "../connection/connection-status.ts";
import { directionOf } from "@commonlane/contract/languages";
import { activeLanguage } from "../language/messages.ts";
import { takeEarlyReply } from "./early-replies.ts";
import { log } from "../log.ts";
import { askForConfirmation } from "../passkeys/confirmation-request.ts";
import { randomId } from "../random-id.ts";
import { tokenSource } from "../session/token-source.ts";

const BASE = "/api";

export interface CallOptions {
  /** Aborts the call; the caller gets the AbortError itself, not an ApiError. */
  signal?: AbortSignal;
  /** Identifies a decision across retries; without one, each call is a new decision. */
  idempotencyKey?: string;
  /** Replaces the session's token, as during registration. */
  idToken?: string;
  /** A problem that is an ordinary answer here: it is thrown like any other, but not logged as an error. */
  expected?: ProblemCode;
}

interface CallInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Values sent as headers. */
interface RequestHeaders {
  token: string | undefined;
  key: string | undefined;
  proof: string | undefined;
}

/**
 * Calls an endpoint under `/api` with a timeout of 10 s and returns its validated reply, or a Blob for files. Errors
 * are logged and thrown as ApiError. A rejected token is refreshed once, and a rejected proof of work is repeated once.
 * If the server wants a confirmation first, the user is asked for it and the call goes on afterwards. Showing errors is
 * up to the caller.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  const key = endpoint.idempotent ? (options.idempotencyKey ?? randomId()) : undefined;
  const sendWithToken = (token: string | undefined) => {
    const sendWithProof = (proof?: string) =>
      request(
        endpoint,
        input as CallInput,
        {
          token,
          key,
          proof,
        },
        options.signal,
      );
    return endpoint.captcha
      ? proofSource().sendWithProof(endpoint.captcha, sendWithProof, options.signal)
      : sendWithProof();
  };
  try {
    let response = await sendWithToken(await findToken(endpoint, options));
    if (response.status === 401 && endpoint.access !== "public" && options.idToken === undefined) {
      const renewedToken = await tokenSource().renew();
      if (renewedToken !== undefined) response = await sendWithToken(renewedToken);
    }
    if (needsConfirmation(endpoint, response) && (await askForConfirmation()))
      response = await sendWithToken(await findToken(endpoint, options));
    const reply = parseReply(endpoint, response);
    reportCallResult(true);
    return reply;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = error instanceof ApiError ? error : networkError();
    // A reply that is not the server's own may come from a proxy or a captive portal.
    reportCallResult(!/^(?:network|unexpected)/.test(failure.code));
    logFailure(endpoint, failure, options.expected);
    throw failure;
  }
}

async function findToken(
  endpoint: Endpoint,
  { idToken }: CallOptions,
): Promise<string | undefined> {
  if (idToken !== undefined) return idToken;
  if (endpoint.access === "public") return tokenSource().peek();
  const token = await tokenSource().fresh();
  if (token !== undefined) return token;
  throw signedOutError();
}

/**
 * Refetches in the background show why they were refused; only what the user does asks for a confirmation, such as the
 * download of a file that says so in the contract.
 */
function needsConfirmation({ method, confirmed }: Endpoint, { status, json }: HttpAnswer): boolean {
  const isRead = method === "GET" && !confirmed;
  if (isRead || status !== problems.confirmation_needed.status) return false;
  const code = ProblemReply.safeParse(json).data?.code;
  return code === "confirmation_needed" || code === "second_factor_required";
}

interface HttpAnswer {
  status: number;
  retryAfterS: number | undefined;
  /** Undefined if the body is not JSON; a Blob if a file was requested. */
  json: unknown;
}

/** A decision that is sent when the user leaves the page must not end with it. */
let isPageHidden = false;
for (const type of ["pagehide", "pageshow"])
  globalThis.addEventListener?.(type, () => (isPageHidden = type === "pagehide"));

/** One HTTP request including its body, with a timeout of 10 s; for files only until the headers arrive. */
async function request(
  endpoint: Endpoint,
  { params, query, body }: CallInput,
  { token, key, proof }: RequestHeaders,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ""),
  );
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), REQUEST_TIMEOUT_MS);
  const stopWatching = trackRequest();
  const finish = () => {
    clearTimeout(timer);
    stopWatching();
  };
  try {
    const address = `${BASE}${path}${toQueryString(query)}`;
    const early = await takeEarlyReply(endpoint.method, address);
    const response =
      early ??
      (await fetch(address, {
        method: endpoint.method,
        keepalive: isPageHidden,
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
        headers: {
          accept: endpoint.file ?? "application/json",
          // Replies are in the language of the page, which need not be the browser's.
          "accept-language": activeLanguage(),
          ...(body === undefined
            ? {}
            : { "content-type": endpoint.upload?.types[0] ?? "application/json" }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { "idempotency-key": key }),
          ...(proof === undefined ? {} : { [PROOF_OF_WORK_HEADER]: proof }),
        },
        ...(body === undefined
          ? {}
          : { body: body instanceof Uint8Array ? body.slice() : JSON.stringify(body) }),
      }));
    const isFile = endpoint.file !== undefined && response.ok;
    if (isFile) finish();
    return {
      status: response.status,
      retryAfterS: Number(response.headers.get("retry-after")) || undefined,
      json: isFile ? await response.blob() : parseJson(await response.text()),
    };
  } finally {
    finish();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(
      text,
      directionOf(activeLanguage()) === "rtl" ? keepNamesTogether : undefined,
    );
  } catch {
    return undefined;
  }
}

/** In text from right to left the full stop of "Ada L." would be shown before the name without a mark behind it. */
const keepNamesTogether = (key: string, value: unknown): unknown =>
  key === "displayName" && typeof value === "string" && /[A-Za-z]\.$/.test(value)
    ? `${value}\u200E`
    : value;

function toQueryString(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return pairs.length === 0
    ? ""
    : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

function parseReply<E extends Endpoint>(
  endpoint: E,
  { status, retryAfterS, json }: HttpAnswer,
): Reply<E> {
  if (status < 200 || status > 299) {
    const { code, error, ...problem } = ProblemReply.safeParse(json).data ?? {};
    const message = error ?? unexpectedMessage(status);
    throw new ApiError({
      ...problem,
      code: code ?? "unexpected",
      status,
      message,
      retryAfterS,
    });
  }
  const reply = endpoint.reply.safeParse(json);
  if (reply.success) return reply.data as Reply<E>;
  throw new ApiError({
    code: "unexpected_reply",
    status,
    message: unexpectedMessage(status),
  });
}

function logFailure(
  { method, path }: Endpoint,
  { code, status, requestId }: ApiError,
  expected: ProblemCode | undefined,
): void {
  const details = {
    method,
    path,
    status,
    code,
    requestId,
  };
  if (code === expected) {
    log.debug("call failed", details);
    return;
  }
  log.error("call failed", details);
  if (status === 401) log.error("unauthorized", details);
}
