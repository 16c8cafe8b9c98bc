import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { sourceArchive } from "../../source-archive.ts";

/** Serves the source code of the running release, if this installation has it. */
export function serveSource(http: FastifyInstance, archive = sourceArchive): void {
  if (!archive) return;
  const { file, path } = archive;
  http.get(path, async (_, reply) => {
    const { size } = await stat(file);
    void reply.type("application/gzip").headers({
      "content-length": size,
      "cache-control": "public, max-age=86400",
      "content-disposition": `attachment; filename="${path.split("/").at(-1)}"`,
    });
    return reply.send(createReadStream(file));
  });
}
