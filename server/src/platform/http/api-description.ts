import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { renderApi } from "./api-page.ts";
import { describeApi } from "./openapi.ts";

type Encoding = "br" | "gzip" | "identity";
interface Part {
  readonly etag: string;
  readonly bytes: Readonly<Record<Encoding, Buffer>>;
}
interface Description {
  readonly document: Part;
  readonly page: Part;
  readonly style: Part;
}

/** An hour without asking again: the description changes with an upgrade only. */
const KEPT = "public, max-age=3600";

/**
 * `/api/openapi.json`, and the same for people at `/api/docs`. Made and compressed at the first request, then every
 * reply shares the same buffers: a caller who reads slowly costs no copy of its own.
 */
export function mountApiDescription(http: FastifyInstance, pageHeaders: Readonly<Record<string, string>>): void {
  let description: Promise<Description> | undefined;
  const serve = (name: keyof Description, type: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    description ??= describe();
    const { etag, bytes } = (await description)[name];
    void reply.headers({ ...pageHeaders, "cache-control": KEPT, vary: "accept-encoding", etag });
    if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers["accept-encoding"]);
    if (encoding !== "identity") void reply.header("content-encoding", encoding);
    return reply.type(type).send(bytes[encoding]);
  };
  http.get("/api/openapi.json", serve("document", "application/json; charset=utf-8"));
  http.get("/api/docs", serve("page", "text/html; charset=utf-8"));
  http.get("/api/docs.css", serve("style", "text/css; charset=utf-8"));
}

async function describe(): Promise<Description> {
  const api = describeApi();
  const [document, page, style] = await Promise.all([
    partOf(JSON.stringify(api)),
    partOf(renderApi(api)),
    partOf(readFileSync(new URL("api-page.css", import.meta.url), "utf8")),
  ]);
  return { document, page, style };
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
/** The best quality takes a second for half a megabyte, this one a tenth of that for a tenth more bytes. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function partOf(text: string): Promise<Part> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([compressBrotli(identity, QUALITY), compressGzip(identity)]);
  const digest = createHash("sha256").update(identity).digest("base64url").slice(0, 22);
  // Weak: the encodings differ in their bytes, not in what they say.
  return { etag: `W/"${digest}"`, bytes: { br, gzip: zipped, identity } };
}

const isKnown = (header: string | undefined, etag: string): boolean =>
  (header ?? "").split(",").some((known) => known.trim() === etag || known.trim() === "*");

/** The smallest encoding that the caller names; one with `q=0` is refused. */
function encodingFor(header = ""): Encoding {
  const taken = header
    .toLowerCase()
    .split(",")
    .map((part) => part.trim().split(/\s*;\s*q=/))
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name);
  if (taken.includes("br")) return "br";
  return taken.includes("gzip") ? "gzip" : "identity";
}
