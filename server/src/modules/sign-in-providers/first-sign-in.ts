import type { ParsedInput } from "@commonlane/contract/endpoint";
import { joinNames } from "@commonlane/contract/person-names";
import type { signInProviders } from "@commonlane/contract/sign-in-providers";
import {
  checkPasswordAndFactor,
  checkSecondFactorCode,
} from "#modules/accounts/second-factor/index.ts";
import type { ClientInfo } from "#modules/accounts/sign-in/index.ts";
import {
  createVerifiedAccountWithSession,
  NO_PASSWORD,
  recordAccountEvents,
} from "#modules/accounts/index.ts";
import { markConfirmedBySignIn } from "#modules/accounts/sessions/index.ts";
import { admitMember } from "#modules/community/index.ts";
import { assertNotCommunityName, updateProfile } from "#modules/profiles/index.ts";
import { applyClaims } from "#modules/trust-marks/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { lockCaller } from "#platform/db/locks.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  findLinkedAccount,
  insertLinkedIdentity,
  insertProviderSession,
} from "./linked-identities.store.ts";
import { emailIdentityLinked } from "./linked-identities.ts";
import {
  findUnconfirmedIdentity,
  takeUnconfirmedIdentity,
  type UnconfirmedIdentity,
} from "./pending-sign-ins.store.ts";
import { signInLinked } from "./sign-in.ts";

interface InBrowser {
  /** Secrets of this browser; empty if no provider has identified a person in it. */
  readonly browserHashes: readonly string[];
  readonly client: ClientInfo;
  readonly previousToken?: string | undefined;
}

/**
 * Creates an account without a password, verified, for the person a provider has just identified; the rules for joining
 * apply. A refusal uses nothing up. Throws sign_in_over, invalid_input, email_taken or what `admitMember` throws.
 */
export function createProvidedAccount(
  ctx: Context,
  { firstName, lastName, inviteCode }: ParsedInput<typeof signInProviders.createAccount>["body"],
  { browserHashes, client }: InBrowser,
) {
  assertNotCommunityName(ctx.community, [firstName, lastName], "firstName");
  return transaction(ctx, async (ctx) => {
    const taken = await takeOrThrow(ctx, browserHashes, "new-account");
    const { identity } = taken;
    const providerId = taken.provider_id;
    const { email } = identity;
    if (email === null || !identity.isEmailVerified) throw new Problem("sign_in_over");
    await admitMember(ctx, { email, inviteCode });
    const account = {
      email,
      passwordHash: NO_PASSWORD,
    };
    const opened = await createVerifiedAccountWithSession(
      ctx,
      account,
      joinNames(firstName, lastName),
      client,
    );
    const { uid } = opened.session.user;
    await updateProfile(ctx, uid, {
      firstName,
      lastName,
      adultDeclared: true,
    });
    const identityId = await insertLinkedIdentity(ctx, {
      providerId,
      uid,
      identity,
    });
    await insertProviderSession(ctx, {
      sessionId: opened.sessionId,
      identityId,
      identity,
    });
    await markConfirmedBySignIn(ctx, opened.sessionId);
    await applyClaims(ctx, {
      uid,
      providerId,
      markIds: identity.markIds ?? [],
    });
    return {
      opened,
      returnTo: taken.return_to,
      browserHash: taken.browser_hash,
    };
  });
}

/**
 * Links the identity with the account of its verified address, for a person who could also sign in there with the
 * password, and signs in. Throws sign_in_over, account_suspended, identity_taken or what `checkPasswordAndFactor`
 * throws.
 */
export async function linkWithPassword(
  ctx: Context,
  proof: ParsedInput<typeof signInProviders.linkWithPassword>["body"],
  { browserHashes, client, previousToken }: InBrowser,
) {
  const waiting = await findUnconfirmedIdentity(ctx, browserHashes, "password");
  if (!waiting || waiting.uid === null) throw new Problem("sign_in_over");
  const { uid } = waiting;
  const hasSecondFactor = await checkPasswordAndFactor(ctx, uid, proof, client);
  return transaction(ctx, async (ctx) => {
    const taken = await takeOrThrow(ctx, browserHashes, "password", uid);
    const id = await link(ctx, uid, taken, client);
    const linked = {
      id,
      uid,
      providerId: taken.provider_id,
    };
    const opened = await signInLinked(ctx, linked, taken.identity, client, {
      previousToken,
      hasSecondFactor,
    });
    return {
      opened,
      returnTo: taken.return_to,
      browserHash: taken.browser_hash,
    };
  });
}

/**
 * Signs in the owner of a linked identity whose account has an authenticator app. Throws sign_in_over,
 * account_suspended, code_wrong or too_many.
 */
export async function signInWithCode(
  ctx: Context,
  code: string,
  { browserHashes, client, previousToken }: InBrowser,
) {
  const waiting = await findUnconfirmedIdentity(ctx, browserHashes, "code");
  if (!waiting || waiting.uid === null) throw new Problem("sign_in_over");
  const { uid } = waiting;
  await checkSecondFactorCode(ctx, uid, code, client);
  return transaction(ctx, async (ctx) => {
    const taken = await takeOrThrow(ctx, browserHashes, "code", uid);
    const { identity } = taken;
    const providerId = taken.provider_id;
    const linked = await findLinkedAccount(ctx, {
      providerId,
      ...identity,
    });
    // The owner may have unlinked it since.
    if (linked?.uid !== uid) throw new Problem("sign_in_over");
    const proof = {
      previousToken,
      hasSecondFactor: true,
    };
    const opened = await signInLinked(
      ctx,
      {
        ...linked,
        providerId,
      },
      identity,
      client,
      proof,
    );
    return {
      opened,
      returnTo: taken.return_to,
      browserHash: taken.browser_hash,
    };
  });
}

/** Links the identity with the account whose signed-in owner started this. Throws sign_in_over, identity_taken or signed_out. */
export function confirmLink(
  ctx: Context,
  caller: Caller,
  { browserHashes, client }: InBrowser,
): Promise<{ browserHash: string }> {
  return transaction(ctx, async (ctx) => {
    await lockCaller(ctx, caller);
    const { uid } = caller;
    const taken = await takeOrThrow(ctx, browserHashes, "link", uid);
    await link(ctx, uid, taken, client);
    await applyClaims(ctx, {
      uid,
      providerId: taken.provider_id,
      markIds: taken.identity.markIds ?? [],
    });
    return { browserHash: taken.browser_hash };
  });
}

async function link(
  ctx: InTransaction,
  uid: string,
  { identity, provider_id: providerId }: UnconfirmedIdentity,
  client: ClientInfo,
): Promise<string> {
  const id = await insertLinkedIdentity(ctx, {
    providerId,
    uid,
    identity,
  });
  await recordAccountEvents(ctx, {
    uid,
    kind: "institution-linked",
    client,
    reason: providerId,
  });
  await emailIdentityLinked(ctx, uid, providerId);
  return id;
}

async function takeOrThrow(
  ctx: InTransaction,
  browserHashes: readonly string[],
  step: UnconfirmedIdentity["step"],
  uid?: string,
): Promise<UnconfirmedIdentity> {
  const waiting = await findUnconfirmedIdentity(ctx, browserHashes, step);
  const key = {
    step,
    ...(uid !== undefined && { uid }),
  };
  const taken =
    waiting &&
    (await takeUnconfirmedIdentity(ctx, {
      browserHash: waiting.browser_hash,
      ...key,
    }));
  if (!taken) throw new Problem("sign_in_over");
  return taken;
}
