import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { type ProblemCode, problems } from "@commonlane/contract/problem";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isUnreachable } from "../db/unreachable.ts";
import type { Log } from "../log.ts";
import { Problem } from "./problem.ts";

/** The one door through which every failure leaves: a ProblemReply, and a line in the log where it is ours to mend. */
export const failureDoor = (log: Log) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const problem = error instanceof Problem ? error : new Problem(codeOf(error), { cause: error });
  const requestId = request.id;
  if (problem.code === "unexpected") log.error({ err: error, requestId }, "a call failed unexpectedly");
  else if (problem.code === "unavailable") log.warn({ err: error, requestId }, "the database cannot be reached");
  const { retryAfterS } = problem.details;
  if (retryAfterS !== undefined) reply.header("retry-after", retryAfterS);
  // Readers of the map ask for parts of it, and know this answer to a part that is not there.
  const status = statusOf(error) === 416 ? 416 : problem.status;
  return reply.code(status).header("cache-control", "no-store").send(problem.toReply(requestId));
};

/** Fastify's own refusals (too large, not JSON, broken JSON, a wrong length), a lost database, or a bug. */
function codeOf(error: unknown): ProblemCode {
  if (isUnreachable(error)) return "unavailable";
  const status = statusOf(error);
  if (status === 413) return "body_too_large";
  if (status === 415) return "not_json";
  // 414 is Fastify's word for an id that is far too long.
  if (status === 404 || status === 414) return "not_found";
  return status < 500 ? "invalid_input" : "unexpected";
}

const statusOf = (error: unknown): number =>
  error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;

/** What Node itself refuses, before there is a request: bytes that are not HTTP, endless headers, a sender too slow. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = { ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout", HPE_HEADER_OVERFLOW: "431 Headers Too Large" };
  const line = Object.entries(status).find(([code]) => code === error.code)?.[1] ?? "400 Bad Request";
  const told = { code: "invalid_input", error: problems.invalid_input.message, requestId: randomUUID() };
  const body = JSON.stringify(told);
  const head = [
    `HTTP/1.1 ${line}`,
    "content-type: application/json; charset=utf-8",
    "x-content-type-options: nosniff",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
