import type { Outside } from "../outside.ts";
import { isLocalName } from "../http/network/is-local-request.ts";
import { Problem } from "../http/problem.ts";
import type { Settings } from "../settings.ts";
import { servesLoopback } from "./public-addresses.ts";
import {
  buildUserAgent,
  type PublicReply,
  type Requester,
  requestPublicHost,
} from "./request-public-host.ts";

interface DownloadContext extends Requester, Outside {
  readonly settings: Requester["settings"] & Pick<Settings, "LOCAL_SOURCES">;
}
export interface DownloadLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Loads a file into memory, from a public address over TLS, or from one of `LOCAL_SOURCES`. Redirects are not followed,
 * and names that lead into a private network are refused, so that another server cannot send this one there. @throws
 * Error if it is too large, late or refused
 */
export async function downloadBytes(
  ctx: DownloadContext,
  url: string,
  { maxBytes, timeoutMs }: DownloadLimits,
): Promise<Uint8Array> {
  const target = new URL(url);
  const { status, bytes } = await requestPublicHost(ctx, target, {
    method: "GET",
    headers: { "user-agent": buildUserAgent(ctx) },
    maxBytes,
    signal: AbortSignal.timeout(timeoutMs),
    isTrusted: ctx.settings.LOCAL_SOURCES?.includes(target.origin) ?? false,
  });
  if (status !== 200) throw new Error(`${url} answers with status ${status}.`);
  return bytes;
}

interface PublicDownload {
  readonly accept: string;
  readonly maxBytes: number;
  /** For all redirects together, to the last byte. */
  readonly timeoutMs: number;
}

const REDIRECTS_MAX = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Loads a file from an address that an administrator gave, into memory. Redirects are followed, each to a public address
 * only, like the first one. @throws Error if it is refused, too large or late
 */
export async function downloadPublicFile(
  ctx: Requester & Outside,
  url: string,
  { accept, maxBytes, timeoutMs }: PublicDownload,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = {
    accept,
    "user-agent": buildUserAgent(ctx),
  };
  let address = new URL(url);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const isTrusted = servesLoopback(ctx) && isLocalName(address.hostname);
    const options = {
      method: "GET",
      headers,
      maxBytes,
      signal,
      isTrusted,
    } as const;
    const reply = await requestPublicHost(ctx, address, options);
    if (reply.status === 200) return reply.bytes;
    address = redirectOf(reply, address);
  }
  throw new Error(`The address redirects more than ${REDIRECTS_MAX} times.`);
}

/** Same for an import, whose administrator reads the problem. @throws Problem import_unreachable */
export const downloadForImport = (
  ctx: Requester & Outside,
  url: string,
  limits: PublicDownload,
): Promise<Buffer> =>
  downloadPublicFile(ctx, url, limits).catch((cause: unknown) => {
    throw new Problem("import_unreachable", { cause });
  });

function redirectOf({ status, location }: PublicReply, from: URL): URL {
  if (!REDIRECTS.has(status) || location === undefined)
    throw new Error(`The server answers with status ${status}.`);
  return new URL(location, from);
}
