import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

/** Serves the styles of the public pages at a path that changes with them, and returns the path. */
export function mountStyles(http: FastifyInstance): string {
  const styles = readFileSync(new URL("public-pages.css", import.meta.url), "utf8");
  const path = `/public-pages-${createHash("sha256").update(styles).digest("hex").slice(0, 10)}.css`;
  http.get(path, (_, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(styles),
  );
  return path;
}
