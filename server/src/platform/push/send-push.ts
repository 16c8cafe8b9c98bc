import type { Outside } from "../outside.ts";
import type { SendPushRequest } from "./ssrf-safe-post.ts";

/** Push services of the browsers. Anyone can register a device at another host, whose name is not made public. */
const KNOWN_SERVICES =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)?push\.apple\.com|updates\.push\.services\.mozilla\.com|[\w.-]+\.notify\.windows\.com)$/;

const MAX_NAMED = 3;

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
  /** A mailto: or https: address. */
  readonly contact: string;
}

export interface PushMessage {
  readonly payload: object;
  /** How long the push service keeps the message for a device that is offline. */
  readonly ttlS: number;
  readonly urgent: boolean;
}

/**
 * `gone`: the browser no longer accepts messages. `failure` describes an error for the owner of the browser. `refusal`
 * is the status and reason of a push service that would refuse the same message again, for the operator.
 */
export type PushOutcome =
  | "accepted"
  | "gone"
  | {
      readonly failure: string;
      readonly refusal?: string;
    };

const MAX_REASON_LENGTH = 120;

export async function generatePushKeys(): Promise<Pick<PushSender, "publicKey" | "privateKey">> {
  const { default: webPush } = await import("web-push");
  return webPush.generateVAPIDKeys();
}

/** Encrypts a message for one browser and sends it to its push service. Never throws. */
export async function sendPush(
  _: Outside,
  post: SendPushRequest,
  { contact, ...keys }: PushSender,
  { endpoint, ...browserKeys }: PushTarget,
  { payload, ttlS, urgent }: PushMessage,
): Promise<PushOutcome> {
  try {
    const { default: webPush } = await import("web-push");
    const encrypted = webPush.generateRequestDetails(
      { endpoint, keys: browserKeys },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: ttlS,
        urgency: urgent ? "high" : "normal",
      },
    );
    const { status, text } = await post(
      endpoint,
      stringifyHeaders(encrypted.headers),
      encrypted.body,
    );
    if (status >= 200 && status < 300) return "accepted";
    if (status === 404 || status === 410) return "gone";
    const failure = describeRejection(status);
    return mayPass(status)
      ? { failure }
      : {
          failure,
          refusal: `${status} ${readReason(text)}`.trim(),
        };
  } catch (error) {
    return { failure: describeFailure(error) };
  }
}

const stringifyHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Too many messages, a slow reply, and faults of the service itself. */
function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** What the service says in JSON (Apple, Mozilla) or text, without addresses, which are secrets of browsers. */
function readReason(text: string): string {
  const named =
    /"(?:reason|message|error)"\s*:\s*"([^"]*)"/.exec(text)?.[1] ??
    text.replaceAll(/<[^<>]*>/g, " ");
  const words = named.replaceAll(/[a-z]+:\/\/\S*|\S{40,}/gi, "…").replaceAll(/[\p{Cc}\s]+/gu, " ");
  return words.trim().slice(0, MAX_REASON_LENGTH);
}

function describeRejection(status: number): string {
  if (status === 429)
    return "The push service of your browser isn't accepting more messages right now.";
  if (status >= 500) return "The push service of your browser has problems.";
  return `The push service of your browser refused the message (${status}).`;
}

/** Describes an error without the address, which is a secret of the browser. */
function describeFailure(error: unknown): string {
  const late =
    error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
  return late
    ? "The push service of your browser didn't respond in time."
    : "The push service of your browser can't be reached.";
}

/** Devices for which a push service gave the same answer. */
export interface RefusingService {
  /** Its host. */
  readonly service: string;
  /** Status and reason. */
  readonly refusal: string;
  readonly devices: number;
}

/** What the push services of the browsers refused, for operators, and what helps; undefined if they refused nothing. */
export function describeRefusals(services: readonly RefusingService[]): string | undefined {
  const known = services.filter(({ service }) => KNOWN_SERVICES.test(service));
  if (known.length === 0) return undefined;

  const refusals = known.slice(0, MAX_NAMED).map(({ service, refusal, devices }) => {
    const count = devices === 1 ? "1 device" : `${devices} devices`;
    return `${service} answered "${refusal}" for ${count}`;
  });
  const isSenderRefused = known.some(({ refusal }) => /^40[13]/.test(refusal));
  const remedy = isSenderRefused
    ? "401 and 403 mean that it does not accept the sender: check the support address, PUBLIC_URL and the clock of the server."
    : "Look for its reason in the log.";
  return `Push services refused notifications in the last 24 hours, which were e-mailed instead: ${refusals.join("; ")}. ${remedy}`;
}
