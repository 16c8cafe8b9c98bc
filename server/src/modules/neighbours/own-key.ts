import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { findOwnKey, insertOwnKey } from "./neighbours.store.ts";

/** The key that signs our requests. */
export interface OwnKey {
  readonly privateKey: KeyObject;
  /** Ed25519, base64url: `x` of its JWK. */
  readonly publicKey: string;
  /** Names this server and the key. */
  readonly keyId: string;
}

/** Made at its first use; the same in every process. */
export async function getOwnKey(ctx: Context): Promise<OwnKey> {
  const stored = (await findOwnKey(ctx)) ?? (await insertOwnKey(ctx, generatePrivateKey()));
  const privateKey = createPrivateKey({
    key: Buffer.from(stored, "base64"),
    format: "der",
    type: "pkcs8",
  });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return {
    privateKey,
    publicKey: x,
    keyId: `${siteUrl(ctx.settings)}#${shortIdOf(x)}`,
  };
}

const generatePrivateKey = (): string =>
  generateKeyPairSync("ed25519")
    .privateKey.export({
      format: "der",
      type: "pkcs8",
    })
    .toString("base64");

/** Short enough for a header; the fingerprint is what people compare. */
export const shortIdOf = (publicKey: string): string => digestOf(publicKey).slice(0, 8);

/** What administrators compare: half of the SHA-256 of the key, in groups of four. */
export const fingerprintOf = (publicKey: string): string =>
  digestOf(publicKey).slice(0, 32).match(/.{4}/g)?.join(" ") ?? "";

const digestOf = (publicKey: string): string =>
  createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex");

/** A public key as it comes in descriptors. @throws Error if it is none. */
export const readPublicKey = (publicKey: string): KeyObject =>
  createPublicKey({
    key: {
      kty: "OKP",
      crv: "Ed25519",
      x: publicKey,
    },
    format: "jwk",
  });
