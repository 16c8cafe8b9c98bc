import { createHash } from "node:crypto";
import type { Upload } from "@commonlane/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { Problem } from "../problem.ts";

/** The file never changes; only the browser may cache it, because a removed file must not survive in shared caches. */
const IMMUTABLE_CACHE = "private, max-age=31536000, immutable";

/** Mounts an endpoint whose body is a file. Its own media types and size limit do not affect other endpoints. */
export function mountUploadRoute(http: FastifyInstance, upload: Upload, route: RouteOptions): void {
  const { types, maxBytes, unsupportedTypeProblem, tooLargeProblem } = upload;
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...types], { parseAs: "buffer" }, (_, bytes, done) =>
      done(null, bytes),
    );
    // Errors here go to the global error handler.
    scope.setErrorHandler((error: unknown) => {
      const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
      if (status === 413) throw new Problem(tooLargeProblem, { cause: error });
      if (status === 415) throw new Problem(unsupportedTypeProblem, { cause: error });
      throw error;
    });
    scope.route({ ...route, bodyLimit: maxBytes });
  });
}

interface FileOptions {
  readonly type: string;
  readonly noStore?: boolean | undefined;
  readonly conditional?: boolean | undefined;
}

export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, noStore = false, conditional = false }: FileOptions,
  bytes: Uint8Array,
): FastifyReply {
  reply.header("cache-control", noStore ? "private, no-store" : IMMUTABLE_CACHE).type(type);
  if (conditional) {
    const tag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    reply.header("etag", tag);
    if (hasVersion(request, tag)) return reply.code(304).send();
  }
  return reply.send(bytes);
}

/**
 * True if the client has this version already, so that 304 is the reply (RFC 9110, section 13.1.2). Clients send
 * several tags or `*`, and proxies that compress mark tags as weak, which makes no difference here.
 */
export function hasVersion({ headers }: Pick<FastifyRequest, "headers">, etag: string): boolean {
  const known = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim());
  return known.some((tag) => tag === "*" || withoutWeakness(tag) === withoutWeakness(etag));
}

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, "");
