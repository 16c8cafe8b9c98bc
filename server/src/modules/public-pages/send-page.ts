import type { Language } from "@commonlane/contract/languages";
import { PAGE_LANGUAGE_VARY } from "#platform/http/page-language.ts";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hasVersion } from "#platform/http/endpoints/file-transfer.ts";

const compress = promisify(brotliCompress);
/** Pages differ between requests, so they are compressed quickly. */
const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Sends a page that caches revalidate each time, so that a change is visible at once. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: Language,
  page: string,
): Promise<FastifyReply> {
  const etag = `W/"${createHash("sha256").update(page).digest("base64url").slice(0, 22)}"`;
  void reply.type("text/html; charset=utf-8").headers({
    "cache-control": "no-cache",
    etag,
  });
  void reply.headers(languageHeaders(language));
  if (reply.statusCode === 200 && hasVersion(request, etag)) return reply.code(304).send();
  if (!request.headers["accept-encoding"]?.includes("br")) return reply.send(page);
  return reply.header("content-encoding", "br").send(await compress(page, COMPRESSION));
}

/** Pages and images are in the language of the request. */
export function languageHeaders(language: Language): Record<string, string> {
  return {
    "content-language": language,
    vary: `accept-encoding, ${PAGE_LANGUAGE_VARY}`,
  };
}
