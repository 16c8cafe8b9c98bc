import * as oidc from "openid-client";
import type { HandlerResult } from "@commonlane/contract/endpoint";
import type { signInProviders } from "@commonlane/contract/sign-in-providers";
import { type ClientInfo, signInOwner } from "#modules/accounts/sign-in/index.ts";
import { findVerifiedUid } from "#modules/accounts/index.ts";
import { hasAuthenticatorApp } from "#modules/accounts/second-factor/index.ts";
import { applyClaims } from "#modules/trust-marks/index.ts";
import {
  type Context,
  type InTransaction,
  type OutsideContext,
  transaction,
} from "#platform/context.ts";
import type { ProvidedIdentity } from "#platform/db/schema/sign-in-columns.ts";
import { Problem } from "#platform/http/problem.ts";
import { hashSecret, SIGN_IN_VALID_S } from "./browser-cookie.ts";
import {
  findLinkedAccount,
  insertProviderSession,
  markIdentityUsed,
} from "./linked-identities.store.ts";
import { callbackUrl, type ProviderConfigurations, signInProblem } from "./openid-client.ts";
import {
  insertPendingSignIn,
  insertUnconfirmedIdentity,
  type PendingSignIn,
  takePendingSignIn,
  type UnconfirmedIdentity,
} from "./pending-sign-ins.store.ts";
import { identifyPerson } from "./identify-person.ts";
import { findEnabledProvider } from "./providers.store.ts";

/** Resolved against it, a path of our own keeps this origin. */
const OWN = "http://own.invalid";

type Outcome = HandlerResult<typeof signInProviders.finish>;

interface Start {
  readonly providerId: string;
  readonly browserHash: string;
  readonly returnTo: string | null;
  /** The signed-in owner who wants to link this account. */
  readonly linkUid: string | null;
}

/**
 * Starts a sign-in in this browser and returns the address of the provider. Throws not_found or provider_unavailable.
 */
export async function startSignIn(
  ctx: OutsideContext,
  configurations: ProviderConfigurations,
  { providerId, browserHash, returnTo, linkUid }: Start,
): Promise<{ url: string }> {
  const provider = await findEnabledProvider(ctx, providerId);
  if (!provider) throw new Problem("not_found");
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const codeVerifier = oidc.randomPKCECodeVerifier();
  const parameters = {
    redirect_uri: callbackUrl(ctx, providerId),
    scope: provider.scopes,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  };
  // Fails also for metadata without an address to send the browser to.
  const url = await configurations
    .read(ctx, provider)
    .then((configuration) => oidc.buildAuthorizationUrl(configuration, parameters))
    .catch((error: unknown) => {
      throw new Problem("provider_unavailable", { cause: signInProblem(ctx, providerId, error) });
    });
  await insertPendingSignIn(ctx, {
    state_hash: hashSecret(state),
    browser_hash: browserHash,
    provider_id: providerId,
    nonce,
    code_verifier: codeVerifier,
    return_to: toOwnPath(returnTo),
    link_uid: linkUid,
    expires_at: expiry(ctx),
  });
  return { url: url.href };
}

interface Answer {
  readonly providerId: string;
  readonly answer: string;
  /** Secrets of this browser; empty if it has not started a sign-in. */
  readonly browserHashes: readonly string[];
  /** Binds what is left to confirm to this browser, with a new secret. */
  readonly rebind: (replacedHash: string) => string;
  readonly callerUid: string | undefined;
  readonly client: ClientInfo;
  readonly previousToken: string | undefined;
}

/** What a sign-in has brought: the reply, and the session if there is one already. */
interface Finished {
  readonly outcome: Outcome;
  /** The secret of the sign-in that has ended. */
  readonly browserHash: string;
  readonly opened?: Awaited<ReturnType<typeof signInOwner>>;
}

/**
 * Checks a provider's answer. It counts once, at the provider and in the browser for which it was started. Signs in a
 * linked account without an authenticator app; for others says what the person has to confirm. Throws sign_in_over,
 * sign_in_refused, provider_unavailable, account_suspended or identity_taken.
 */
export async function finishSignIn(
  ctx: OutsideContext,
  configurations: ProviderConfigurations,
  { providerId, answer, browserHashes, rebind, callerUid, client, previousToken }: Answer,
): Promise<Finished> {
  const state = new URLSearchParams(answer).get("state");
  if (!state) throw new Problem("sign_in_over");
  const pending = await takePendingSignIn(ctx, {
    stateHash: hashSecret(state),
    browserHashes,
    providerId,
  });
  const provider = pending && (await findEnabledProvider(ctx, providerId));
  if (!provider) throw new Problem("sign_in_over");
  const checks = {
    answer,
    state,
    nonce: pending.nonce,
    codeVerifier: pending.code_verifier,
  };
  const identity = await identifyPerson(ctx, configurations, provider, checks);
  const linked = await findLinkedAccount(ctx, { providerId, ...identity });
  const browserHash = pending.browser_hash;
  const toConfirm = async (next: Pick<ToConfirm, "uid" | "step">): Promise<Finished> => ({
    browserHash,
    outcome: await askToConfirm(ctx, {
      pending,
      identity,
      rebind,
      ...next,
    }),
  });
  if (pending.link_uid !== null) {
    // The session may have changed hands while the browser was at the provider.
    if (pending.link_uid !== callerUid) throw new Problem("sign_in_over");
    if (linked) throw new Problem("identity_taken");
    return toConfirm({ uid: pending.link_uid, step: "link" });
  }
  if (linked && (await hasAuthenticatorApp(ctx, linked.uid)))
    return toConfirm({ uid: linked.uid, step: "code" });
  if (linked) {
    const opened = await transaction(ctx, (ctx) =>
      signInLinked(ctx, { ...linked, providerId }, identity, client, { previousToken }),
    );
    const outcome = {
      ...EMPTY,
      step: "signed-in",
      session: opened.session,
      returnTo: pending.return_to,
    } as const;
    return { opened, browserHash, outcome };
  }
  if (identity.email === null || !identity.isEmailVerified) {
    // Administrators have to know: it is a setting of the provider, and each of its people is asked for an address.
    ctx.log.warn(
      {
        provider: providerId,
        hasAddress: identity.email !== null,
      },
      UNVERIFIED,
    );
    return toConfirm({ uid: null, step: "email" });
  }
  const uid = await findVerifiedUid(ctx, identity.email);
  return uid === undefined
    ? toConfirm({ uid: null, step: "new-account" })
    : toConfirm({ uid, step: "password" });
}

const UNVERIFIED = "a provider did not confirm an e-mail address (email_verified is not true)";

const EMPTY = {
  session: null,
  returnTo: null,
  person: null,
};

interface ToConfirm {
  readonly pending: PendingSignIn;
  readonly identity: ProvidedIdentity;
  readonly rebind: (replacedHash: string) => string;
  readonly uid: string | null;
  readonly step: UnconfirmedIdentity["step"];
}

async function askToConfirm(
  ctx: Context,
  { pending, identity, rebind, uid, step }: ToConfirm,
): Promise<Outcome> {
  const { provider_id, return_to } = pending;
  await insertUnconfirmedIdentity(ctx, {
    browser_hash: rebind(pending.browser_hash),
    step,
    uid,
    provider_id,
    identity,
    return_to,
    expires_at: expiry(ctx),
  });
  const { firstName, lastName, email } = identity;
  // The form for the code needs nothing of the person.
  const person =
    step === "code"
      ? null
      : {
          firstName,
          lastName,
          email,
        };
  return {
    ...EMPTY,
    step,
    returnTo: return_to,
    person,
  };
}

/** Opens a session for the account of a linked identity. Throws account_suspended or session_ended. */
export async function signInLinked(
  ctx: InTransaction,
  linked: {
    readonly id: string;
    readonly uid: string;
    readonly providerId: string;
  },
  identity: ProvidedIdentity,
  client: ClientInfo,
  more: Parameters<typeof signInOwner>[3],
) {
  const opened = await signInOwner(ctx, linked.uid, client, more);
  await markIdentityUsed(ctx, linked.id, identity.email);
  await applyClaims(ctx, {
    ...linked,
    markIds: identity.markIds ?? [],
  });
  await insertProviderSession(ctx, {
    sessionId: opened.sessionId,
    identityId: linked.id,
    identity,
  });
  return opened;
}

function expiry({ now }: Context) {
  return new Date(now().getTime() + SIGN_IN_VALID_S * 1000);
}

/** The path if it stays in the web app, and null for any other address, so that a sign-in never leads elsewhere. */
function toOwnPath(path: string | null): string | null {
  if (path === null || !path.startsWith("/")) return null;
  const url = URL.parse(path, OWN);
  // Browsers read a backslash as a slash, and ignore tabs and line breaks.
  if (url?.origin !== OWN || /[\\\p{Cc}]/u.test(path)) return null;
  const own = url.pathname + url.search + url.hash;
  return own.startsWith("//") ? null : own;
}
