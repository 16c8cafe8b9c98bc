import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { fileURLToPath } from "node:url";
import { PRODUCT_FOLDER, productVersion } from "#platform/product-version.ts";

/** The source code that this release was built from; written by `npm run release`. */
const SOURCE_ARCHIVE_FILE = "source.tar.gz";

const FILE = fileURLToPath(new URL(SOURCE_ARCHIVE_FILE, PRODUCT_FOLDER));

/** Null in an installation without the archive, such as one from a repository. */
export const sourceArchive: {
  readonly file: string;
  readonly path: string;
} | null = existsSync(FILE)
  ? {
      file: FILE,
      path: `/source/commonlane-${productVersion}-source.tar.gz`,
    }
  : null;

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
