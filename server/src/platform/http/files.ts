import type { Upload } from "@commonlane/contract/endpoint";
import type { FastifyInstance, FastifyReply, RouteOptions } from "fastify";
import { Problem } from "./problem.ts";

/** The same bytes for as long as there are any; kept by the reader alone, since what is removed must not live on in between. */
const YEAR = "private, max-age=31536000, immutable";

/** Mounts a call whose body is a file: its types and its size are this call's alone, and nobody else's limits widen. */
export function mountUpload(http: FastifyInstance, upload: Upload, route: RouteOptions): void {
  const { types, maxBytes, otherType, tooLarge } = upload;
  void http.register(async (door) => {
    door.removeAllContentTypeParsers();
    door.addContentTypeParser([...types], { parseAs: "buffer" }, (_, bytes, done) => done(null, bytes));
    // What is thrown here goes on to the one door for failures.
    door.setErrorHandler((error: unknown) => {
      const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
      if (status === 413) throw new Problem(tooLarge, { cause: error });
      if (status === 415) throw new Problem(otherType, { cause: error });
      throw error;
    });
    door.route({ ...route, bodyLimit: maxBytes });
  });
}

export function sendFile(
  reply: FastifyReply,
  { type, unkept = false }: { type: string; unkept?: boolean | undefined },
  bytes: Uint8Array,
): FastifyReply {
  return reply
    .header("cache-control", unkept ? "private, no-store" : YEAR)
    .type(type)
    .send(bytes);
}
