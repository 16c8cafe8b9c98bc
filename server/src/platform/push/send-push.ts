import type { SendPushRequest } from "./ssrf-safe-post.ts";

/** A browser's push endpoint and encryption keys (RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The server's key pair and contact address for push services (RFC 8292). */
export interface PushSender {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly contact: string;
}

export interface PushMessage {
  readonly payload: object;
  /** How long the push service keeps the message for a device that is offline. */
  readonly ttlS: number;
  readonly urgent: boolean;
}

/** `gone`: the browser no longer accepts messages. `failure`: a description of a temporary error. */
export type PushOutcome = "accepted" | "gone" | { readonly failure: string };

export async function generatePushKeys(): Promise<Pick<PushSender, "publicKey" | "privateKey">> {
  const { default: webPush } = await import("web-push");
  return webPush.generateVAPIDKeys();
}

/** Encrypts a message for one browser and sends it to its push service. Never throws. */
export async function sendPush(
  post: SendPushRequest,
  { contact, ...keys }: PushSender,
  { endpoint, ...browserKeys }: PushTarget,
  { payload, ttlS, urgent }: PushMessage,
): Promise<PushOutcome> {
  try {
    const { default: webPush } = await import("web-push");
    const encrypted = webPush.generateRequestDetails({ endpoint, keys: browserKeys }, JSON.stringify(payload), {
      vapidDetails: { subject: `mailto:${contact}`, ...keys },
      TTL: ttlS,
      urgency: urgent ? "high" : "normal",
    });
    const status = await post(endpoint, stringifyHeaders(encrypted.headers), encrypted.body);
    if (status >= 200 && status < 300) return "accepted";
    return status === 404 || status === 410 ? "gone" : { failure: describeRejection(status) };
  } catch (error) {
    return { failure: describeFailure(error) };
  }
}

const stringifyHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function describeRejection(status: number): string {
  if (status === 429) return "The push service of your browser isn't accepting more messages right now.";
  if (status >= 500) return "The push service of your browser has problems.";
  return `The push service of your browser refused the message (${status}).`;
}

/** Describes an error without the address, which is a secret of the browser. */
function describeFailure(error: unknown): string {
  const late = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  return late
    ? "The push service of your browser didn't respond in time."
    : "The push service of your browser can't be reached.";
}
