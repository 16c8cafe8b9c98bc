import { once } from "node:events";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestEncrypted } from "node:https";
import type { Community } from "../community/community.ts";
import type { Outside } from "../outside.ts";
import type { Settings } from "../settings.ts";
import { isPublicName, lookupPublic, PrivateAddressError } from "./public-addresses.ts";

/** The contact for questions about our requests. */
export interface Requester {
  readonly settings: Pick<Settings, "PUBLIC_URL">;
  readonly community: Pick<Community, "name" | "supportEmail">;
}

/** User-Agent with name and contact, as the usage policies of public services require. */
export const buildUserAgent = ({ settings, community }: Requester): string => {
  const contact = [settings.PUBLIC_URL, community.supportEmail]
    .filter((part) => part !== undefined)
    .join("; ");
  return toAscii(`Commonlane/1 (${community.name}; ${contact})`);
};

/** Headers are limited to ASCII. */
function toAscii(text: string) {
  return text.normalize("NFD").replaceAll(/[^\x20-\x7e]/g, "");
}

/** Reads a body. @throws Error if it is longer than `maxBytes`; the rest is not read. */
async function readBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error(`The reply has more than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Reads the text of a response, like `readBytes`. */
export async function readText({ body }: Response, maxBytes: number): Promise<string> {
  return body ? (await readBytes(body, maxBytes)).toString("utf8") : "";
}

export interface PublicRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly maxBytes: number;
  /** Ends the request, also in the middle of the reply. */
  readonly signal: AbortSignal;
  /** The operator trusts this address: it may be of this machine or a private network, and without TLS. */
  readonly isTrusted: boolean;
}

export interface PublicReply {
  readonly status: number;
  readonly bytes: Buffer;
  /** Where a redirect leads; it is not followed. */
  readonly location: string | undefined;
}

/**
 * Requests an address that another server or an administrator has named: over TLS, at public addresses only (SSRF),
 * without following redirects, and with a limit on the reply. @throws Error
 */
export async function requestPublicHost(
  _: Outside,
  url: URL,
  options: PublicRequest,
): Promise<PublicReply> {
  const { method, headers, body, signal, maxBytes, isTrusted } = options;
  if (!isTrusted && !isPublicName(url)) throw new PrivateAddressError();
  const send = url.protocol === "http:" ? requestPlain : requestEncrypted;
  const sent = send(url, {
    method,
    headers: {
      ...headers,
      "accept-encoding": "identity",
    },
    signal,
    agent: false,
    ...(!isTrusted && { lookup: lookupPublic }),
  });
  // Errors after the response has begun are those of the response.
  sent.on("error", () => undefined);
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, "response", { signal });
  if (!response) throw new Error("The server sent no response.");
  const bytes = await readBytes(response, maxBytes).finally(() => sent.destroy());
  return {
    status: response.statusCode ?? 0,
    bytes,
    location: response.headers.location,
  };
}
