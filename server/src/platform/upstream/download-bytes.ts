import type { Outside } from "../outside.ts";
import type { Settings } from "../settings.ts";
import { requestPublicHost } from "./request-public-host.ts";
import { buildUserAgent, type Requester } from "./user-agent.ts";

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
