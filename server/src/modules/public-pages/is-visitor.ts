import type { FastifyRequest } from "fastify";
import { saysSignedIn } from "#platform/http/page-language.ts";

/** True for a browser without a session that asks for a page. */
export function isVisitor(request: FastifyRequest): boolean {
  const { accept = "*/*" } = request.headers;
  const wantsPage = accept.includes("text/html") || accept.includes("*/*");
  return wantsPage && !saysSignedIn(request);
}
