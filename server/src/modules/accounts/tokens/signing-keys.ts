import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { ID_TOKEN_VALID_S } from "@commonlane/contract/limits";
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
} from "jose";
import type { Context } from "#platform/context.ts";
import {
  insertKeyUnlessRecent,
  deleteKeysRetiredBefore,
  findActiveKeys,
  findPublicKeys,
  retireKeysCreatedBefore,
  type SigningKeyRow,
} from "./signing-keys.store.ts";

export const ALGORITHM = "ES256";
const ROTATION_INTERVAL_MS = 90 * DAY_MS;
/** A key is published this long before it signs, so that verifiers that cache our keys have it by then. */
const PUBLISHED_AHEAD_MS = HOUR_MS;

/** Creates the first signing key if there is none. */
export const ensureSigningKeys = (ctx: Context): Promise<void> =>
  addKeyUnlessRecent(ctx, new Date(0));

/**
 * Called every few hours: adds a key if the newest is 90 days old, retires old keys once the new one has been published
 * for an hour, and deletes retired keys when no token signed with them is valid.
 */
export async function rotateSigningKeys(ctx: Context): Promise<void> {
  const now = ctx.now().getTime();
  await addKeyUnlessRecent(ctx, new Date(now - ROTATION_INTERVAL_MS));
  const { created_at } = await getSigningKeyRow(ctx);
  await retireKeysCreatedBefore(ctx, created_at);
  await deleteKeysRetiredBefore(ctx, new Date(now - 2 * ID_TOKEN_VALID_S * 1000));
}

async function addKeyUnlessRecent(ctx: Context, unlessSince: Date): Promise<void> {
  const inUse = await findActiveKeys(ctx);
  if (inUse.some(({ created_at }) => created_at > unlessSince)) return;
  await insertKeyUnlessRecent(ctx, await generateKey(ctx.now()), unlessSince);
}

async function generateKey(at: Date): Promise<SigningKeyRow> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const header = {
    kid,
    alg: ALGORITHM,
    use: "sig",
  };
  return {
    kid,
    public_jwk: { ...publicJwk, ...header },
    private_jwk: {
      ...(await exportJWK(privateKey)),
      ...header,
    },
    created_at: at,
  };
}

/** The newest key that has been published long enough; on the first day, the first key. */
async function getSigningKeyRow(ctx: Context): Promise<SigningKeyRow> {
  const keys = await findActiveKeys(ctx);
  const publishedBy = ctx.now().getTime() - PUBLISHED_AHEAD_MS;
  const key = keys.findLast(({ created_at }) => created_at.getTime() <= publishedBy) ?? keys[0];
  if (key) return key;
  await ensureSigningKeys(ctx);
  return getSigningKeyRow(ctx);
}

export interface Signer {
  readonly kid: string;
  readonly key: CryptoKey;
}

/** The current signing key; creates the first one if there is none. */
export async function getCurrentSigner(ctx: Context): Promise<Signer> {
  const { kid, private_jwk } = await getSigningKeyRow(ctx);
  return { kid, key: await importKey(private_jwk) };
}

/** All public keys by id. */
export async function getVerificationKeys(ctx: Context): Promise<Map<string, CryptoKey>> {
  const jwks = await findPublicKeys(ctx);
  return new Map(
    await Promise.all(jwks.map(async (jwk) => [String(jwk["kid"]), await importKey(jwk)] as const)),
  );
}

/** Public keys as published for verifiers. */
export async function getPublishedKeys(ctx: Context): Promise<{ keys: Record<string, unknown>[] }> {
  return { keys: await findPublicKeys(ctx) };
}

async function importKey(jwk: Record<string, unknown>): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("The signing key is not an elliptic curve key.");
  return key;
}
