import {
  notificationChannels,
  PUSH_TIMEOUT_MS,
  PUSH_TOKEN_REFRESHED_AFTER_MS,
} from "@commonlane/contract/notification-channels";
import { msg } from "@lingui/core/macro";
import * as z from "zod/mini";
import { call } from "#shared/api/api-client.ts";
import { tokenSource } from "#shared/session/token-source.ts";
import type { BrowserSubscription, PushBrowser, PushRegistration } from "./push-browser.ts";

/** Reasons why push does not work (specification, section 8), each with advice for the user. */
export const pushErrors = {
  "permission-default": msg`You haven't allowed notifications yet. Turn push on again and choose Allow.`,
  "permission-blocked": msg`Your browser blocks notifications from this site. Allow them in the site settings next to the address bar and try again.`,
  "unsupported-browser": msg`This browser doesn't support push, so we'll e-mail you instead. On an iPhone or iPad, add the app to the home screen first.`,
  "failed-service-worker-registration": msg`We couldn't set up push in this browser. A private window or a content blocker may be the reason.`,
  "token-subscribe-failed": msg`Your browser couldn't reach its push service. Check your connection and try again; until then, we'll e-mail you.`,
  "token-subscribe-no-token": msg`Your browser didn't provide a push address. Try again or restart the browser.`,
  "token-update-failed": msg`We couldn't set up push in this browser. We'll try again next time you open the app.`,
  "token-unsubscribe-failed": msg`Couldn't turn off push. Try again, or block notifications in your browser settings.`,
} as const;
export type PushErrorCode = keyof typeof pushErrors;

/** Push could not be turned on or off. The code selects the text that the user sees. */
export class PushError extends Error {
  override readonly name = "PushError";
  readonly code: PushErrorCode;

  constructor(code: PushErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Turns push on in this browser and asks for permission if needed. Call only after a user action. Throws PushError. */
export async function turnOnPush(browser: PushBrowser, uid: string): Promise<void> {
  if (!browser.supported()) throw new PushError("unsupported-browser");
  const permission =
    browser.permission() === "default" ? await browser.requestPermission() : browser.permission();
  if (permission === "default") throw new PushError("permission-default");
  if (permission === "denied") throw new PushError("permission-blocked");
  await storeSubscription(await getOrCreateSubscription(browser), uid, "token-subscribe-failed");
}

/** Turns push off in this browser. Throws PushError if the browser fails to. */
export async function turnOffPush(browser: PushBrowser, uid: string): Promise<void> {
  try {
    const subscription = await getSubscription(browser);
    if (subscription) {
      await call(notificationChannels.unsubscribe, { body: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    }
    removeStoredPush(uid);
  } catch (error) {
    throw new PushError("token-unsubscribe-failed", error);
  }
}

/**
 * Registers this browser's subscription again after 7 days, after each sign-in, and when the subscription has changed.
 * Does nothing if this user never turned push on, or if notifications are no longer allowed. Never asks the user.
 * Throws PushError.
 */
export async function refreshPush(
  browser: PushBrowser,
  uid: string,
  now = Date.now(),
): Promise<void> {
  const storedPush = readStoredPush(uid);
  if (!storedPush || !browser.supported() || browser.permission() !== "granted") return;
  const isFresh =
    now - storedPush.at < PUSH_TOKEN_REFRESHED_AFTER_MS &&
    storedPush.session === currentSessionId() &&
    (await getSubscription(browser))?.endpoint === storedPush.endpoint;
  if (!isFresh)
    await storeSubscription(
      await getOrCreateSubscription(browser),
      uid,
      "token-update-failed",
      now,
    );
}

/**
 * Subscribes again if the server no longer knows a subscription of this browser, for example because its push service
 * reported it as gone. Never asks the user. Throws PushError.
 */
export async function renewPush(browser: PushBrowser, uid: string): Promise<void> {
  await orPushError(
    "token-update-failed",
    getSubscription(browser).then((existing) => existing?.unsubscribe()),
  );
  await storeSubscription(await getOrCreateSubscription(browser), uid, "token-update-failed");
}

/** Whether this user gets pushes in this browser, as far as the browser knows. */
export const isPushOn = (browser: PushBrowser, uid: string): boolean =>
  browser.supported() && browser.permission() === "granted" && readStoredPush(uid) !== undefined;

const getSubscription = async (browser: PushBrowser) =>
  (await browser.installed())?.pushManager.getSubscription();

async function getOrCreateSubscription(browser: PushBrowser): Promise<BrowserSubscription> {
  const registration = await orPushError(
    "failed-service-worker-registration",
    withTimeout(browser.install()),
  );
  return orPushError("token-subscribe-failed", withTimeout(subscribe(registration)));
}

async function subscribe({ pushManager }: PushRegistration): Promise<BrowserSubscription> {
  const { publicKey } = await call(notificationChannels.pushKey, {});
  const options = {
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  };
  const existing = await pushManager.getSubscription();
  // A subscription made with other keys, such as those of a previous server, is useless for us.
  if (existing && keyOf(existing) !== publicKey) await existing.unsubscribe();
  return pushManager.subscribe(options);
}

function keyOf({ options }: BrowserSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function storeSubscription(
  subscription: BrowserSubscription,
  uid: string,
  errorCode: PushErrorCode,
  now = Date.now(),
) {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (!endpoint || !p256dh || !auth) throw new PushError("token-subscribe-no-token");
  const replaces = readStoredPush(uid)?.endpoint;
  await orPushError(
    errorCode,
    call(notificationChannels.subscribe, {
      body: {
        endpoint,
        keys: { p256dh, auth },
        replaces,
      },
    }),
  );
  storePush(uid, {
    endpoint,
    at: now,
    session: currentSessionId(),
  });
}

/** A subscription attempt can hang forever, for example offline. */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, PUSH_TIMEOUT_MS, new Error("timed out"));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const orPushError = <T>(code: PushErrorCode, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new PushError(code, error);
  });

/** What this browser remembers about a user's push subscription. */
const StoredPush = z.object({
  endpoint: z.string(),
  /** Time of the last registration with the server, in milliseconds since the epoch. */
  at: z.number(),
  /** Session that registered the subscription. The server deletes a subscription together with its session. */
  session: z.string(),
});
type StoredPush = z.infer<typeof StoredPush>;

const storageKey = (uid: string) => `commonlane.push.${uid}`;

/** Undefined if push was never turned on here, or if the browser has no storage. */
function readStoredPush(uid: string): StoredPush | undefined {
  try {
    return StoredPush.safeParse(JSON.parse(localStorage.getItem(storageKey(uid)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

function storePush(uid: string, storedPush: StoredPush): void {
  try {
    localStorage.setItem(storageKey(uid), JSON.stringify(storedPush));
  } catch {
    // Without storage, the browser forgets this on reload; the server still knows it.
  }
}

function removeStoredPush(uid: string): void {
  try {
    localStorage.removeItem(storageKey(uid));
  } catch {
    // Storage is unavailable, so nothing was stored.
  }
}

const TokenClaims = z.object({ sid: z.string() });

/** Session id, read from the access token. */
function currentSessionId(): string {
  const [, claims = ""] = tokenSource().peek()?.split(".") ?? [];
  try {
    const tokenClaims: unknown = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return TokenClaims.parse(tokenClaims).sid;
  } catch {
    return "";
  }
}
