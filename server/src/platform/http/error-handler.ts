import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { type ProblemCode, problems } from "@commonlane/contract/problem";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findDatabaseFault, FAULT_MESSAGES } from "../db/database-faults.ts";
import type { Log } from "../log.ts";
import type { Community } from "../community/community.ts";
import { PAGE_LANGUAGE_VARY, replyLanguage } from "./page-language.ts";
import { Problem } from "./problem.ts";

/** The global error handler: sends a ProblemReply, and logs errors that we must fix. */
export const createErrorHandler =
  (log: Log, community: Pick<Community, "language">) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem =
      error instanceof Problem ? error : new Problem(problemCodeFor(error), { cause: error });
    const requestId = request.id;
    if (problem.code === "unexpected")
      log.error(
        {
          err: error,
          requestId,
        },
        "a request failed unexpectedly",
      );
    // With a time to retry, the process is only busy.
    else if (problem.code === "unavailable" && problem.details.retryAfterS === undefined)
      log.warn(
        {
          err: error,
          requestId,
        },
        FAULT_MESSAGES[findDatabaseFault(error) ?? "away"],
      );
    const { retryAfterS } = problem.details;
    if (retryAfterS !== undefined) reply.header("retry-after", retryAfterS);
    if (lingerAfterRefusal(request.raw)) reply.header("connection", "close");
    // Map readers use range requests and expect this status for a range that does not exist.
    const status = statusCodeOf(error) === 416 ? 416 : problem.status;
    const language = replyLanguage(request, community.language);
    return reply
      .code(status)
      .headers({
        "cache-control": "no-store",
        "content-language": language,
        vary: PAGE_LANGUAGE_VARY,
      })
      .send(problem.toReply(requestId, language));
  };

/** Maps Fastify's own refusals (too large, not JSON, broken JSON, wrong length), a lost database, or a bug. */
function problemCodeFor(error: unknown): ProblemCode {
  if (findDatabaseFault(error)) return "unavailable";
  const status = statusCodeOf(error);
  if (status === 408) return "request_timeout";
  if (status === 413) return "body_too_large";
  if (status === 415) return "not_json";
  // Fastify answers 414 for an id that is far too long.
  if (status === 404 || status === 414) return "not_found";
  return status < 500 ? "invalid_input" : "unexpected";
}

const statusCodeOf = (error: unknown): number =>
  error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;

/** With the time limits of requests, less than the 10 s after which a slow sender must be closed. */
const CLIENT_ERROR_LINGER_MS = 500;

/** Handles what Node refuses before there is a request: bytes that are not HTTP, endless headers, slow senders. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = {
    ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
    HPE_HEADER_OVERFLOW: "431 Headers Too Large",
  };
  const line =
    Object.entries(status).find(([code]) => code === error.code)?.[1] ?? "400 Bad Request";
  const code = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "invalid_input";
  const body = JSON.stringify({
    code,
    error: problems[code].message,
    requestId: randomUUID(),
  });
  const head = [
    `HTTP/1.1 ${line}`,
    "content-type: application/json; charset=utf-8",
    "x-content-type-options: nosniff",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  endAndLinger(socket, `${head.join("\r\n")}\r\n\r\n${body}`, CLIENT_ERROR_LINGER_MS);
}

/** More than the largest upload, so that a client that sends all of it before it reads still gets the reply. */
const MAX_DISCARDED_BYTES = 16_000_000;
const MAX_LINGER_MS = 5_000;

/**
 * Prepares the connection for a refusal that is sent before the body of its request has arrived. Closing at once would
 * reset the connection, and a client or proxy that is still sending would lose the reply. Returns true if the reply must
 * say `connection: close`.
 */
function lingerAfterRefusal(request: IncomingMessage): boolean {
  const { socket } = request;
  // Requests that were injected have no connection.
  if (request.complete || !hasBody(request) || !(socket instanceof Socket)) return false;

  const closeAtOnce = socket.destroySoon.bind(socket);
  // Node calls this when the last reply of a connection has been written.
  socket.destroySoon = () => (request.complete ? closeAtOnce() : endAndLinger(socket));
  return true;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Sends the last bytes, and discards what the client still sends until it closes: limited in bytes and time, so that a
 * client gains nothing by sending more.
 */
function endAndLinger(socket: Socket, lastBytes = "", maxMs = MAX_LINGER_MS): void {
  let discardedBytes = 0;
  const timer = setTimeout(() => socket.destroy(), maxMs);
  socket.once("close", () => clearTimeout(timer));
  // Without its HTTP parser: another request on this connection must not be served.
  socket.removeAllListeners("data").on("data", ({ length }: Buffer) => {
    discardedBytes += length;
    if (discardedBytes > MAX_DISCARDED_BYTES) socket.destroy();
  });
  socket.end(lastBytes);
}
