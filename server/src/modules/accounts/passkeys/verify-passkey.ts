import { isIP } from "node:net";
import type { PasskeyResponse } from "@commonlane/contract/passkeys";
import type { Context } from "#platform/context.ts";
import type { Exchange } from "#platform/http/endpoints/exchange.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Settings } from "#platform/settings.ts";
import { consumeChallenge } from "./challenges.ts";
import { findPasskeyByCredential } from "./passkeys.store.ts";

/** Kinds of keys that are accepted: Ed25519, ECDSA with P-256, and RSA for older Windows devices (COSE numbers). */
export const KEY_ALGORITHMS = [-8, -7, -257];

/** The website to which passkeys belong: a browser shows them only there. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The address in PUBLIC_URL; without it, the one by which the client reached this server. That cannot be forged: the
 * browser signs the address of its page, and it must be the same. Throws passkeys_unavailable for an IP address, for
 * which no browser makes passkeys.
 */
export function relyingPartyOf(
  { PUBLIC_URL }: Pick<Settings, "PUBLIC_URL">,
  exchange: Exchange,
): RelyingParty {
  const url = URL.parse(PUBLIC_URL ?? exchange.origin);
  if (!url || url.hostname === "" || isIP(url.hostname.replaceAll(/^\[|\]$/g, "")) !== 0)
    throw new Problem("passkeys_unavailable");
  return { id: url.hostname, origin: url.origin };
}

/** The library that checks passkeys. Loaded with the first one, because it is large and most starts never need it. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

/** Where an answer comes from. */
export interface PasskeySource {
  readonly party: RelyingParty;
  /** The browser's cookie; undefined without one. */
  readonly browserHash: string | undefined;
}

/** A correct signature that has not been recorded. */
export interface CheckedPasskey {
  readonly id: string;
  readonly uid: string;
  readonly counter: number;
  readonly synced: boolean;
}

/** The user handle of an account: its id, which says nothing about the person. */
export const userHandleOf = (uid: string): Buffer<ArrayBuffer> =>
  Buffer.from(uid.replaceAll("-", ""), "hex");

/**
 * Checks the signature of a challenge, which is used up in any case: made at our address, by a passkey of an account
 * here (of `uid`, if given), whose owner was verified by fingerprint, face or PIN. Throws passkey_wrong. Record the
 * signature with `markPasskeyUsed`.
 */
export async function verifyPasskey(
  ctx: Context,
  {
    response,
    uid,
  }: {
    response: PasskeyResponse;
    uid: string | null;
  },
  { party, browserHash }: PasskeySource,
): Promise<CheckedPasskey> {
  const purpose = uid === null ? "sign-in" : "confirmation";
  const { clientDataJSON, authenticatorData, signature, userHandle } = response.response;
  const challenge = await consumeChallenge(ctx, clientDataJSON, {
    purpose,
    uid,
    browserHash,
  });
  if (challenge === undefined)
    throw refuse(ctx, "its challenge was used, has expired or belongs to another browser");
  const passkey = await findPasskeyByCredential(ctx, response.id);
  if (!passkey || (uid !== null && passkey.uid !== uid)) throw refuse(ctx, "it is unknown here");
  if (userHandle ? userHandle !== userHandleOf(passkey.uid).toString("base64url") : uid === null)
    throw refuse(ctx, "it names another user");
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: {
        clientDataJSON,
        authenticatorData,
        signature,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refuse(ctx, error instanceof Error ? error.message : "it could not be read");
  });
  if (!result.verified) throw refuse(ctx, "its signature is wrong");
  const { newCounter: counter, credentialBackedUp: synced } = result.authenticationInfo;
  return {
    id: passkey.id,
    uid: passkey.uid,
    counter,
    synced,
  };
}

/** The reason goes to the log only: a caller could learn from it. */
function refuse({ log }: Context, reason: string): Problem {
  log.info({ reason }, "a passkey was refused");
  return new Problem("passkey_wrong");
}
