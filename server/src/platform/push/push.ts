import type { Post } from "./post-abroad.ts";

/** Where a browser takes messages, and what they are sealed for it with (RFC 8291). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The key pair that a server sends with, and whom a push service may write to about it (RFC 8292). */
export interface PushSender {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly contact: string;
}

export interface PushMessage {
  readonly payload: object;
  /** How long the push service keeps it for a device that is away. */
  readonly ttlS: number;
  readonly urgent: boolean;
}

/** `gone`: this browser does not take messages any more. `failure` says in words why it did not work this time. */
export type PushOutcome = "accepted" | "gone" | { readonly failure: string };

export async function makePushKeys(): Promise<Pick<PushSender, "publicKey" | "privateKey">> {
  const { default: webPush } = await import("web-push");
  return webPush.generateVAPIDKeys();
}

/** Seals a message for one browser and hands it to its push service. Never throws. */
export async function sendPush(
  post: Post,
  { contact, ...keys }: PushSender,
  { endpoint, ...keysOfBrowser }: PushTarget,
  { payload, ttlS, urgent }: PushMessage,
): Promise<PushOutcome> {
  try {
    const { default: webPush } = await import("web-push");
    const sealed = webPush.generateRequestDetails({ endpoint, keys: keysOfBrowser }, JSON.stringify(payload), {
      vapidDetails: { subject: `mailto:${contact}`, ...keys },
      TTL: ttlS,
      urgency: urgent ? "high" : "normal",
    });
    const status = await post(endpoint, plain(sealed.headers), sealed.body);
    if (status >= 200 && status < 300) return "accepted";
    return status === 404 || status === 410 ? "gone" : { failure: refusalOf(status) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

const plain = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function refusalOf(status: number): string {
  if (status === 429) return "The push service of your browser takes no more messages for now.";
  if (status >= 500) return "The push service of your browser has trouble.";
  return `The push service of your browser refused the message (${status}).`;
}

/** What went wrong, without the address, which is a secret of the browser's. */
function failureOf(error: unknown): string {
  const late = error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  return late
    ? "The push service of your browser did not answer in time."
    : "The push service of your browser could not be reached.";
}
