import type { Upload } from "@commonlane/contract/endpoint";
import type { FastifyInstance, FastifyReply, RouteOptions } from "fastify";
import { Problem } from "../problem.ts";

/** The file never changes; only the browser may cache it, because a removed file must not survive in shared caches. */
const IMMUTABLE_CACHE = "private, max-age=31536000, immutable";

/** Mounts an endpoint whose body is a file. Its own media types and size limit do not affect other endpoints. */
export function mountUploadRoute(http: FastifyInstance, upload: Upload, route: RouteOptions): void {
  const { types, maxBytes, unsupportedTypeProblem, tooLargeProblem } = upload;
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...types], { parseAs: "buffer" }, (_, bytes, done) => done(null, bytes));
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

export function sendFile(
  reply: FastifyReply,
  { type, noStore = false }: { type: string; noStore?: boolean | undefined },
  bytes: Uint8Array,
): FastifyReply {
  return reply
    .header("cache-control", noStore ? "private, no-store" : IMMUTABLE_CACHE)
    .type(type)
    .send(bytes);
}
