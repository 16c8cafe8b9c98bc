import { assertAllowedUrl } from "./extract-source.ts";

/** A download that ended without the file. */
export class DownloadFailed extends Error {
  /** A lost connection is tried again, an unreachable server only if it was reached before. */
  readonly reason: "refused" | "unreachable" | "lost";
  constructor(
    reason: DownloadFailed["reason"],
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
    this.reason = reason;
  }
}

export interface FetchedFile {
  /** The last address, after redirects. */
  readonly url: string;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
  /** The byte of the file that the body starts with. */
  readonly offset: number;
  readonly bytesLeft: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection of a body that is not read. */
  readonly cancel: () => Promise<void>;
}
interface FetchOptions {
  /** Continues at this byte if the file still has this ETag or date; otherwise loads the entire file. */
  readonly range?:
    | {
        readonly from: number;
        readonly validator: string;
      }
    | undefined;
  readonly unlessEtag?: string | undefined;
  readonly signal: AbortSignal;
}

const MAX_REDIRECTS = 5;
/** A server that sends nothing for this long is given up. */
const SILENCE_MS = 60_000;

/** Begins to load a file over https. @throws DownloadFailed with one clear sentence. */
export async function fetchFile(
  url: string,
  { range, unlessEtag, signal }: FetchOptions,
): Promise<FetchedFile | "unchanged" | "no such range"> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const headers: Record<string, string> = {
    // The file is compressed already, and ranges of a compressed answer cannot be joined.
    "accept-encoding": "identity",
    "user-agent": "Commonlane/1",
    ...(range && {
      range: `bytes=${range.from}-`,
      "if-range": range.validator,
    }),
    ...(unlessEtag !== undefined && { "if-none-match": unlessEtag }),
  };
  const { response, finalUrl } = await follow(
    url,
    headers,
    AbortSignal.any([signal, silence.signal]),
  ).catch((cause: unknown) => {
    clearTimeout(timer);
    throw cause;
  });
  if (response.ok && response.body) {
    const offset = response.status === 206 ? rangeStart(response) : 0;
    if (offset === undefined || (offset > 0 && offset !== range?.from))
      throw new DownloadFailed(
        "refused",
        `${url} answers with another part of the file than requested.`,
      );
    const length = response.headers.get("content-length");
    const { body } = response;
    return {
      url: finalUrl,
      etag: response.headers.get("etag") ?? undefined,
      lastModified: response.headers.get("last-modified") ?? undefined,
      offset,
      bytesLeft: length === null ? undefined : Number(length),
      body: readBody(body, finalUrl, () => timer.refresh(), signal),
      cancel: async () => {
        clearTimeout(timer);
        await body.cancel();
      },
    };
  }
  clearTimeout(timer);
  await response.body?.cancel();
  if (response.status === 304) return "unchanged";
  if (response.status === 416) return "no such range";
  throw refusalOf(response.status, finalUrl);
}

/** Loads a small text beside a file, if there is one. */
export async function fetchText(
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const fetched = await fetchFile(url, { signal });
    if (typeof fetched === "string") return undefined;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of fetched.body) {
      bytes += chunk.length;
      if (bytes > maxBytes) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    if (error instanceof DownloadFailed) return undefined;
    throw error;
  }
}

async function follow(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ response: Response; finalUrl: string }> {
  let next = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    assertAllowedUrl(next);
    const response = await fetch(next, {
      headers,
      redirect: "manual",
      signal,
    }).catch((cause: unknown) => {
      throw networkErrorOf(cause, next, signal);
    });
    const location = response.headers.get("location");
    if (
      response.status < 300 ||
      response.status >= 400 ||
      response.status === 304 ||
      location === null
    )
      return { response, finalUrl: next.href };
    await response.body?.cancel();
    next = new URL(location, next);
  }
  throw new DownloadFailed("refused", `${url} redirects more than ${MAX_REDIRECTS} times.`);
}

async function* readBody(
  body: AsyncIterable<Uint8Array>,
  url: string,
  keepAlive: () => NodeJS.Timeout,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const timer = keepAlive();
  try {
    for await (const chunk of body) {
      keepAlive();
      yield chunk;
    }
  } catch (cause) {
    throw networkErrorOf(cause, new URL(url), signal);
  } finally {
    clearTimeout(timer);
  }
}

function rangeStart(response: Response): number | undefined {
  const match = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "");
  return match?.[1] === undefined ? undefined : Number(match[1]);
}

function refusalOf(status: number, url: string): DownloadFailed {
  if (status === 404 || status === 410)
    return new DownloadFailed("refused", `There is no file at ${url} (${status}).`);
  if (status === 401 || status === 403)
    return new DownloadFailed("refused", `${url} may not be downloaded (${status}).`);
  const isTemporary = status === 429 || status >= 500;
  return new DownloadFailed(
    isTemporary ? "lost" : "refused",
    `${url} cannot be downloaded (${status}).`,
  );
}

/** Errors of `fetch` name the reason in the code of their cause. */
function networkErrorOf(cause: unknown, { host, hostname }: URL, signal: AbortSignal): unknown {
  if (!(cause instanceof Error) || cause instanceof DownloadFailed) return cause;
  if (cause.name === "AbortError" && !signal.aborted)
    return new DownloadFailed("lost", `${host} does not answer.`, { cause });
  if (cause.name === "AbortError") return cause;
  const code =
    cause.cause instanceof Error && "code" in cause.cause ? String(cause.cause.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new DownloadFailed(
      "unreachable",
      `${hostname} is not known: check the address and the network.`,
      { cause },
    );
  if (
    code === "ECONNREFUSED" ||
    code === "ENETUNREACH" ||
    code === "EHOSTUNREACH" ||
    code.endsWith("CONNECT_TIMEOUT")
  )
    return new DownloadFailed(
      "unreachable",
      `${host} cannot be reached: check the address and the network.`,
      {
        cause,
      },
    );
  if (code.includes("CERT") || code.includes("TLS") || code.includes("SSL"))
    return new DownloadFailed("refused", `${host} has no valid certificate (${code}).`, { cause });
  return new DownloadFailed("lost", `The connection to ${host} was lost.`, { cause });
}
