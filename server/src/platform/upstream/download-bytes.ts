import { readBytes } from "./read-bytes.ts";

interface DownloadLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/**
 * Loads a file from an address that the operator gave, into memory. Redirects are not followed, so that another server
 * cannot send this one to an address of its own network. @throws Error if it is too large, late or refused
 */
export async function downloadBytes(
  url: string,
  { maxBytes, timeoutMs }: DownloadLimits,
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  const headers = { "user-agent": "Commonlane/1" };
  const reply = await fetch(url, { redirect: "error", signal, headers });
  if (!reply.ok || !reply.body) throw new Error(`${url} answers with status ${reply.status}.`);
  return readBytes(reply.body, maxBytes);
}
