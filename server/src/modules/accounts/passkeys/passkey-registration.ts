import type { HandlerResult } from "@commonlane/contract/endpoint";
import { PASSKEYS_MAX } from "@commonlane/contract/limits";
import type { NewPasskeyResponse, Passkey, passkeys } from "@commonlane/contract/passkeys";
import { emailOwner } from "#platform/account-access/owner-emails.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { recordAccountEvents } from "../account-events.ts";
import { findTokenUser } from "../accounts.store.ts";
import { passkeyAddedEmail } from "../second-factor/security-emails.ts";
import { markSecondFactorShown } from "../sessions/session-proofs.store.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { CHALLENGE_VALID_S, consumeChallenge, createChallenge } from "./challenges.ts";
import { toPasskey } from "./own-passkeys.ts";
import { findPasskeys, insertPasskey } from "./passkeys.store.ts";
import {
  KEY_ALGORITHMS,
  loadWebAuthn,
  type PasskeySource,
  type RelyingParty,
  userHandleOf,
} from "./verify-passkey.ts";

/**
 * What the browser needs to create a passkey that can sign in by itself. Throws passkeys_enough.
 */
export async function startRegistration(
  ctx: Context,
  caller: Caller,
  {
    party,
    browserHash,
  }: {
    party: RelyingParty;
    browserHash: string;
  },
): Promise<HandlerResult<typeof passkeys.startRegistration>> {
  const { uid } = caller;
  const user = await findTokenUser(ctx, uid);
  const existing = await findPasskeys(ctx, uid);
  if (!user) throw new Problem("signed_out");
  if (existing.length >= PASSKEYS_MAX) throw new Problem("passkeys_enough");
  const challenge = await createChallenge(ctx, {
    purpose: "registration",
    uid,
    browserHash,
  });
  return {
    challenge,
    rp: { id: party.id, name: ctx.community.name },
    user: {
      id: userHandleOf(uid).toString("base64url"),
      name: user.email,
      displayName: user.displayName ?? user.email,
    },
    pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({
      alg,
      type: "public-key",
    })),
    timeout: CHALLENGE_VALID_S * 1000,
    excludeCredentials: existing.map(({ credential_id: id, transports }) => ({
      id,
      type: "public-key",
      transports,
    })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/**
 * Adds a passkey and e-mails the owner. The session has shown a second factor by it. Throws
 * passkey_wrong, passkeys_enough or signed_out.
 */
export async function registerPasskey(
  ctx: Context,
  caller: Caller,
  {
    name,
    response,
  }: {
    name?: string | undefined;
    response: NewPasskeyResponse;
  },
  { party, browserHash, ...client }: PasskeySource & ClientInfo,
): Promise<Passkey> {
  const { uid, sessionId } = caller;
  const { clientDataJSON, attestationObject, transports = [] } = response.response;
  const challenge = await consumeChallenge(ctx, clientDataJSON, {
    purpose: "registration",
    uid,
    browserHash,
  });
  if (challenge === undefined || !(await hasNoCertificate(attestationObject)))
    throw new Problem("passkey_wrong");
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await verifyRegistrationResponse({
    response: {
      ...response,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: KEY_ALGORITHMS,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    ctx.log.info(
      { reason: error instanceof Error ? error.message : undefined },
      "a new passkey was refused",
    );
    throw new Problem("passkey_wrong");
  });
  if (!result.verified) throw new Problem("passkey_wrong");
  const { credential, credentialBackedUp } = result.registrationInfo;
  const passkey = {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports,
    synced: credentialBackedUp,
    name: name ?? client.device ?? "Passkey",
  };
  return transaction(ctx, async (ctx) => {
    const inserted = await insertPasskey(ctx, caller, passkey, PASSKEYS_MAX);
    if (!inserted)
      throw new Problem(
        (await findPasskeys(ctx, uid)).length >= PASSKEYS_MAX ? "passkeys_enough" : "passkey_wrong",
      );
    await markSecondFactorShown(ctx, sessionId);
    await recordAccountEvents(ctx, {
      uid,
      kind: "passkey-added",
      client,
      sessionId,
      reason: inserted.name,
    });
    await emailOwner(ctx, uid, (recipient) =>
      passkeyAddedEmail(ctx.community, recipient, inserted.name),
    );
    return toPasskey(inserted);
  });
}

/**
 * Whether a new passkey comes without a certificate of its maker, as asked. To check one, the library would follow the
 * addresses in it, so anyone could make this server call any address.
 */
async function hasNoCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(attestationObject, "base64url")),
    );
    const format = attestation.get("fmt");
    // Some authenticators sign with the new key itself instead.
    return (
      format === "none" ||
      (format === "packed" && attestation.get("attStmt").get("x5c") === undefined)
    );
  } catch {
    return false;
  }
}
