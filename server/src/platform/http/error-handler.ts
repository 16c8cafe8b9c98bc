import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { type ProblemCode, problems } from "@commonlane/contract/problem";
import type { FastifyReply, FastifyRequest } from "fastify";
import { findDatabaseFault, FAULT_MESSAGES } from "../db/database-faults.ts";
import type { Log } from "../log.ts";
import { Problem } from "./problem.ts";

/** The one door through which every failure leaves: a ProblemReply, and a line in the log where it is ours to mend. */
export const createErrorHandler = (log: Log) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const problem = error instanceof Problem ? error : new Problem(problemCodeFor(error), { cause: error });
  const requestId = request.id;
  if (problem.code === "unexpected") log.error({ err: error, requestId }, "a call failed unexpectedly");
  else if (problem.code === "unavailable")
    log.warn({ err: error, requestId }, FAULT_MESSAGES[findDatabaseFault(error) ?? "away"]);
  const { retryAfterS } = problem.details;
  if (retryAfterS !== undefined) reply.header("retry-after", retryAfterS);
  // Readers of the map ask for parts of it, and know this answer to a part that is not there.
  const status = statusCodeOf(error) === 416 ? 416 : problem.status;
  return reply.code(status).header("cache-control", "no-store").send(problem.toReply(requestId));
};

/** Fastify's own refusals (too large, not JSON, broken JSON, a wrong length), a lost database, or a bug. */
function problemCodeFor(error: unknown): ProblemCode {
  if (findDatabaseFault(error)) return "unavailable";
  const status = statusCodeOf(error);
  if (status === 408) return "request_timeout";
  if (status === 413) return "body_too_large";
  if (status === 415) return "not_json";
  // 414 is Fastify's word for an id that is far too long.
  if (status === 404 || status === 414) return "not_found";
  return status < 500 ? "invalid_input" : "unexpected";
}

const statusCodeOf = (error: unknown): number =>
  error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;

/** What Node itself refuses, before there is a request: bytes that are not HTTP, endless headers, a sender too slow. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = { ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout", HPE_HEADER_OVERFLOW: "431 Headers Too Large" };
  const line = Object.entries(status).find(([code]) => code === error.code)?.[1] ?? "400 Bad Request";
  const code = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "invalid_input";
  const body = JSON.stringify({ code, error: problems[code].message, requestId: randomUUID() });
  const head = [
    `HTTP/1.1 ${line}`,
    "content-type: application/json; charset=utf-8",
    "x-content-type-options: nosniff",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
