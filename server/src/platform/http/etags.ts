import type { FastifyRequest } from "fastify";

/**
 * True if the client has this version already, so that 304 is the reply (RFC 9110, section 13.1.2). Clients send
 * several tags or `*`, and proxies that compress mark tags as weak, which makes no difference here.
 */
export function hasVersion({ headers }: Pick<FastifyRequest, "headers">, etag: string): boolean {
  const known = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim());
  return known.some((tag) => tag === "*" || withoutWeakness(tag) === withoutWeakness(etag));
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, "");
