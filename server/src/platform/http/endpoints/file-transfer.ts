import type { Upload } from "@commonlane/contract/endpoint";
import type { FastifyInstance, FastifyReply, RouteOptions } from "fastify";
import { Problem } from "../problem.ts";

/** The same bytes for as long as there are any; kept by the reader alone, since what is removed must not live on in between. */
const IMMUTABLE_CACHE = "private, max-age=31536000, immutable";

/** Mounts a call whose body is a file: its types and its size are this call's alone, and nobody else's limits widen. */
export function mountUploadRoute(http: FastifyInstance, upload: Upload, route: RouteOptions): void {
  const { types, maxBytes, unsupportedTypeProblem, tooLargeProblem } = upload;
  void http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...types], { parseAs: "buffer" }, (_, bytes, done) => done(null, bytes));
    // What is thrown here goes on to the one door for failures.
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
