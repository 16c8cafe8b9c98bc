import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isPublicName, lookupPublic, PrivateAddressError } from "../upstream/public-addresses.ts";

const MAX_TEXT_LENGTH = 1_000;

export interface PushReply {
  readonly status: number;
  /** The beginning of its body, which is untrusted. */
  readonly text: string;
}

/** Posts a body to an address from a browser. Throws if there is no reply. */
export type SendPushRequest = (
  to: string,
  headers: Readonly<Record<string, string | number>>,
  body: Buffer,
) => Promise<PushReply>;

/**
 * Posts to a push service on the public internet, over TLS, within `timeoutMs`, without following redirects. The address
 * comes from a browser and is untrusted: it refuses every non-public address, such as this machine and private networks
 * (SSRF).
 */
export const postToPublicHost =
  (timeoutMs: number): SendPushRequest =>
  (to, headers, body) =>
    new Promise((settle, fail) => {
      if (!isPublicName(new URL(to))) throw new PrivateAddressError();
      const signal = AbortSignal.timeout(timeoutMs);
      const sent = request(
        to,
        {
          method: "POST",
          headers,
          lookup: lookupPublic,
          signal,
          agent: false,
        },
        (answer) => {
          const status = answer.statusCode ?? 0;
          readBeginning(answer).then(
            (text) =>
              settle({
                status,
                text,
              }),
            fail,
          );
        },
      );
      sent.on("error", fail);
      sent.end(body);
    });

async function readBeginning(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length >= MAX_TEXT_LENGTH) break;
  }
  return text.slice(0, MAX_TEXT_LENGTH);
}
