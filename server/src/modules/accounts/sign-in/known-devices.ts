import { DAY_MS } from "@commonlane/contract/durations";
import type { Context, InTransaction } from "#platform/context.ts";
import { createSecret, hashToken } from "#platform/hashes.ts";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import {
  deleteDevices,
  deleteDevicesBefore,
  findDeviceHash,
  deleteSharedDevicesBefore,
  insertDevice,
  insertSharedDevices,
  markDeviceUsed,
} from "./known-devices.store.ts";

const COOKIE = "commonlane_devices";
const PATH = "/api";
/** Days that a browser is remembered after its last sign-in. */
const DEVICE_VALID_DAYS = 400;
const DEVICES_PER_ACCOUNT_MAX = 20;
/** Each user of a shared browser has a secret of their own in its cookie. */
const SECRETS_PER_BROWSER_MAX = 4;
const SECRET_FORMAT = /^[\w-]{43}$/;

/** Device secrets of the accounts that have signed in with this browser. */
export function readDeviceCookie(exchange: Pick<Exchange, "cookie">): readonly string[] {
  return (exchange.cookie(COOKIE) ?? "")
    .split(".")
    .filter((secret) => SECRET_FORMAT.test(secret))
    .slice(0, SECRETS_PER_BROWSER_MAX);
}

/** Throttling key of this browser if it has signed in to the verified account of this address. */
export const findOwnDevice = async (
  ctx: Context,
  email: string,
  { devices }: { readonly devices: readonly string[] },
): Promise<string | undefined> =>
  devices.length === 0 ? undefined : findDeviceHash(ctx, email, devices.map(hashToken));

/**
 * Remembers that this browser has signed in to the account and returns its cookie value. Secrets are always generated
 * here for this account, so a planted cookie is of no use.
 */
export async function rememberDevice(
  ctx: InTransaction,
  uid: string,
  { devices }: { readonly devices: readonly string[] },
): Promise<readonly string[]> {
  const hashes = devices.map(hashToken);
  if (hashes.length > 0) {
    await insertSharedDevices(ctx, uid, hashes);
    if (await markDeviceUsed(ctx, uid, hashes)) return devices;
  }
  const secret = createSecret();
  await insertDevice(ctx, {
    uid,
    tokenHash: hashToken(secret),
    maxPerAccount: DEVICES_PER_ACCOUNT_MAX,
  });
  return [secret, ...devices].slice(0, SECRETS_PER_BROWSER_MAX);
}

/** After a password change, only the browser that made it stays known. */
export const deleteKnownDevices = (
  ctx: InTransaction,
  uid: string,
  exceptSecrets: readonly string[] = [],
): Promise<void> => deleteDevices(ctx, uid, exceptSecrets.map(hashToken));

export function setDeviceCookie(exchange: Exchange, devices: readonly string[]): void {
  return exchange.setCookie(COOKIE, devices.join("."), {
    path: PATH,
    maxAgeS: (DEVICE_VALID_DAYS * DAY_MS) / 1000,
  });
}

/** Deletes devices that have not signed in for DEVICE_VALID_DAYS. */
export const sweepKnownDevices = (ctx: Context): Promise<boolean> =>
  deleteDevicesBefore(ctx, new Date(ctx.now().getTime() - DEVICE_VALID_DAYS * DAY_MS));

/** Forgets accounts that have not shared a browser for ACCOUNT_EVENT_RETENTION_DAYS. */
export const sweepSharedDevices = (ctx: Context): Promise<boolean> =>
  deleteSharedDevicesBefore(
    ctx,
    new Date(ctx.now().getTime() - ctx.settings.ACCOUNT_EVENT_RETENTION_DAYS * DAY_MS),
  );
