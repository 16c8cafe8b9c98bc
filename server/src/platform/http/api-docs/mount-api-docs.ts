import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { loadOnce } from "../../load-once.ts";
import { renderDocsPage } from "./docs-page.ts";
import { buildOpenApiDocument } from "./openapi.ts";
import { hasVersion } from "../endpoints/file-transfer.ts";

type Encoding = "br" | "gzip" | "identity";
interface CompressedFile {
  readonly etag: string;
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
}
interface ApiDocs {
  readonly document: CompressedFile;
  readonly page: CompressedFile;
  readonly style: CompressedFile;
}

/** Cached for an hour without revalidation: the description only changes with an upgrade. */
const CACHE_CONTROL = "public, max-age=3600";

/**
 * Serves `/api/openapi.json` and, as a page, `/api/docs`. Generated and compressed on the first request; all replies
 * then share the same buffers, so a slow reader costs no copy.
 */
export function mountApiDocs(
  http: FastifyInstance,
  pageHeaders: Readonly<Record<string, string>>,
): void {
  const loadDocs = loadOnce(() => buildApiDocs());
  const serveFile =
    (name: keyof ApiDocs, type: string) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { etag, bytes } = (await loadDocs())[name];
      void reply.headers({
        ...pageHeaders,
        "cache-control": CACHE_CONTROL,
        vary: "accept-encoding",
        etag,
      });
      if (hasVersion(request, etag)) return reply.code(304).send();
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      if (encoding !== "identity") void reply.header("content-encoding", encoding);
      return reply.type(type).send(bytes[encoding]);
    };
  http.get("/api/openapi.json", serveFile("document", "application/json; charset=utf-8"));
  http.get("/api/docs", serveFile("page", "text/html; charset=utf-8"));
  http.get("/api/docs.css", serveFile("style", "text/css; charset=utf-8"));
}

async function buildApiDocs(): Promise<ApiDocs> {
  const api = buildOpenApiDocument();
  const [document, page, style] = await Promise.all([
    compressFile(JSON.stringify(api)),
    compressFile(renderDocsPage(api)),
    compressFile(readFileSync(new URL("docs-page.css", import.meta.url), "utf8")),
  ]);
  return {
    document,
    page,
    style,
  };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** The best quality takes a second for half a megabyte; this one takes a tenth of that for 10 % more bytes. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function compressFile(text: string): Promise<CompressedFile> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, BROTLI_OPTIONS),
    compressGzip(identity),
  ]);
  const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  // A weak ETag: the encodings differ in bytes, not in content.
  return {
    etag: `W/"${digest}"`,
    bytes: {
      br,
      gzip: zipped,
      identity,
    },
  };
}

/** The smallest encoding that the client accepts; one with `q=0` is excluded. */
function chooseEncoding(header = ""): Encoding {
  const accepted = header
    .toLowerCase()
    .split(",")
    .map((part) => part.split(";").map((piece) => piece.trim()))
    .filter(([, weight]) => weight === undefined || Number(weight.replace("q=", "")) > 0)
    .map(([name]) => name);
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}
