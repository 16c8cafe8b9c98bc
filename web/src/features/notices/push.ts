import { noticeChannels, PUSH_TIMEOUT_MS, PUSH_TOKEN_REFRESHED_AFTER_MS } from "@commonlane/contract/notice-channels";
import { call } from "#shared/api.ts";
import type { PushBrowser, PushRegistration, Subscription } from "./push-browser.ts";
import { PushError, type PushErrorCode } from "./push-errors.ts";
import { forgetPush, keepPush, keptPush, sessionNow } from "./push-record.ts";

/**
 * Turns pushes on in this browser, asking for permission where nobody was asked yet: to be called on a person's wish only.
 * Throws PushError.
 */
export async function turnOnPush(browser: PushBrowser, uid: string): Promise<void> {
  if (!browser.supported()) throw new PushError("unsupported-browser");
  const permission = browser.permission() === "default" ? await browser.ask() : browser.permission();
  if (permission === "default") throw new PushError("permission-default");
  if (permission === "denied") throw new PushError("permission-blocked");
  await store(await subscribed(browser), uid, "token-subscribe-failed");
}

/** Throws PushError when the browser would not. */
export async function turnOffPush(browser: PushBrowser, uid: string): Promise<void> {
  try {
    const subscription = await subscriptionOf(browser);
    if (subscription) {
      await call(noticeChannels.unsubscribe, { body: { endpoint: subscription.endpoint } });
      await subscription.unsubscribe();
    }
    forgetPush(uid);
  } catch (error) {
    throw new PushError("token-unsubscribe-failed", error);
  }
}

/**
 * Stores anew where this browser takes pushes, after 7 days, after each sign-in, and where the browser takes them elsewhere
 * by now; nothing where they were never turned on by this person, or are not allowed any more. Asks nobody anything. Throws
 * PushError.
 */
export async function keepUpPush(browser: PushBrowser, uid: string, now = Date.now()): Promise<void> {
  const kept = keptPush(uid);
  if (!kept || !browser.supported() || browser.permission() !== "granted") return;
  const isFresh =
    now - kept.at < PUSH_TOKEN_REFRESHED_AFTER_MS &&
    kept.session === sessionNow() &&
    (await subscriptionOf(browser))?.endpoint === kept.endpoint;
  if (!isFresh) await store(await subscribed(browser), uid, "token-update-failed", now);
}

/**
 * Begins anew where the server knows no way to this browser any more, as when its push service said that it is gone. Asks
 * nobody anything. Throws PushError.
 */
export async function renewPush(browser: PushBrowser, uid: string): Promise<void> {
  await or(
    "token-update-failed",
    subscriptionOf(browser).then((gone) => gone?.unsubscribe()),
  );
  await store(await subscribed(browser), uid, "token-update-failed");
}

/** Whether this person gets pushes in this browser, as far as it knows. */
export const isPushOn = (browser: PushBrowser, uid: string): boolean =>
  browser.supported() && browser.permission() === "granted" && keptPush(uid) !== undefined;

const subscriptionOf = async (browser: PushBrowser) => (await browser.installed())?.pushManager.getSubscription();

async function subscribed(browser: PushBrowser): Promise<Subscription> {
  const registration = await or("failed-service-worker-registration", inTime(browser.install()));
  return or("token-subscribe-failed", inTime(subscribe(registration)));
}

async function subscribe({ pushManager }: PushRegistration): Promise<Subscription> {
  const { publicKey } = await call(noticeChannels.pushKey, {});
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const before = await pushManager.getSubscription();
  // One that was made for other keys, as of a server before this one, takes nothing of ours.
  if (before && keyOf(before) !== publicKey) await before.unsubscribe();
  return pushManager.subscribe(options);
}

function keyOf({ options }: Subscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

async function store(subscription: Subscription, uid: string, failed: PushErrorCode, now = Date.now()) {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (!endpoint || !p256dh || !auth) throw new PushError("token-subscribe-no-token");
  const replaces = keptPush(uid)?.endpoint;
  await or(failed, call(noticeChannels.subscribe, { body: { endpoint, keys: { p256dh, auth }, replaces } }));
  keepPush(uid, { endpoint, at: now, session: sessionNow() });
}

/** A subscription that nobody answers, as offline, would otherwise be waited for for ever. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, PUSH_TIMEOUT_MS, new Error("too slow"));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const or = <T>(code: PushErrorCode, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw new PushError(code, error);
  });
