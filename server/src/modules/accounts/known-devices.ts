import { createHash, randomBytes } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Exchange } from "#platform/http/exchange.ts";
import { deleteDevices, deleteDevicesBefore, deviceAt, insertDevice, touchDevice } from "./known-devices.store.ts";

const COOKIE = "commonlane_devices";
const PATH = "/api";
/** A browser is remembered for so long after its last sign-in. */
const KEPT_DAYS = 400;
const MOST_OF_ACCOUNT = 20;
/** People who share a browser each have a secret of their own in its cookie. */
const MOST_IN_BROWSER = 4;
const SECRET = /^[\w-]{43}$/;

/** The secrets of the accounts that have signed in with this browser before. */
export const devicesOf = (exchange: Pick<Exchange, "cookie">): readonly string[] =>
  (exchange.cookie(COOKIE) ?? "")
    .split(".")
    .filter((secret) => SECRET.test(secret))
    .slice(0, MOST_IN_BROWSER);

/** What this browser counts as where it has signed in before to the account that proved this address. */
export const ownDeviceAt = async (
  ctx: Context,
  email: string,
  { devices }: { readonly devices: readonly string[] },
): Promise<string | undefined> => (devices.length === 0 ? undefined : deviceAt(ctx, email, devices.map(hashOf)));

/**
 * Remembers that this browser has signed in to the account; gives what its cookie is to hold. A secret is always one that
 * we made for this account, so nobody can have it who planted a cookie of their own.
 */
export async function rememberDevice(
  ctx: InTransaction,
  uid: string,
  { devices }: { readonly devices: readonly string[] },
): Promise<readonly string[]> {
  if (devices.length > 0 && (await touchDevice(ctx, uid, devices.map(hashOf)))) return devices;
  const secret = randomBytes(32).toString("base64url");
  await insertDevice(ctx, { uid, tokenHash: hashOf(secret), most: MOST_OF_ACCOUNT });
  return [secret, ...devices].slice(0, MOST_IN_BROWSER);
}

/** After a change of password only the browser that made it is still known. */
export const forgetDevices = (ctx: InTransaction, uid: string, kept: readonly string[] = []): Promise<void> =>
  deleteDevices(ctx, uid, kept.map(hashOf));

export const setDevices = (exchange: Exchange, devices: readonly string[]): void =>
  exchange.setCookie(COOKIE, devices.join("."), { path: PATH, maxAgeS: (KEPT_DAYS * DAY_MS) / 1000 });

/** Forgets the browsers that nobody has signed in with for long. */
export const sweepDevices = (ctx: Context): Promise<boolean> =>
  deleteDevicesBefore(ctx, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS));

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
