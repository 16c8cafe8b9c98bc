import type { HandlerResult } from "@commonlane/contract/endpoint";
import type { signInProviders } from "@commonlane/contract/sign-in-providers";
import {
  checkProviderEmailCode,
  redeemCode,
  sendProviderEmailCode,
} from "#modules/accounts/email/index.ts";
import { findVerifiedUid } from "#modules/accounts/index.ts";
import { type ClientInfo } from "#modules/accounts/sign-in/index.ts";
import { assertEmailDomainAllowed } from "#modules/community/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  findUnconfirmedIdentity,
  insertUnconfirmedIdentity,
  takeUnconfirmedIdentity,
  type UnconfirmedIdentity,
} from "./pending-sign-ins.store.ts";
import { findProviders } from "./providers.store.ts";
import { findProviderOfEmail } from "@commonlane/contract/email-address";

interface InBrowser {
  readonly browserHashes: readonly string[];
  readonly client: ClientInfo;
}

/**
 * Mails a code to an address that the person of this sign-in says is theirs. Throws sign_in_over, institution_sign_in if
 * people with this address sign in at another institution, email_domain_closed or too_many.
 */
export async function sendEmailCode(
  ctx: Context,
  email: string,
  { browserHashes, client }: InBrowser,
): Promise<void> {
  const waiting = await findWaiting(ctx, browserHashes);
  await assertNotOfOtherProvider(ctx, email, waiting.provider_id);
  await assertEmailDomainAllowed(ctx, email);
  await sendProviderEmailCode(
    ctx,
    {
      email,
      flow: waiting.browser_hash,
    },
    client,
  );
}

/**
 * Confirms the address with the code; the sign-in goes on as if the provider had confirmed it. Throws sign_in_over,
 * code_wrong or too_many.
 */
export async function confirmEmail(
  ctx: Context,
  {
    email,
    otp,
  }: {
    readonly email: string;
    readonly otp: string;
  },
  {
    browserHashes,
    client,
    rebind,
  }: InBrowser & { readonly rebind: (replacedHash: string) => string },
): Promise<HandlerResult<typeof signInProviders.confirmEmail>> {
  const waiting = await findWaiting(ctx, browserHashes);
  const code = await checkProviderEmailCode(
    ctx,
    {
      email,
      otp,
      flow: waiting.browser_hash,
    },
    client,
  );

  return transaction(ctx, async (ctx) => {
    await redeemCode(ctx, code);
    const taken = await takeUnconfirmedIdentity(ctx, {
      browserHash: waiting.browser_hash,
      step: "email",
    });
    if (!taken) throw new Problem("sign_in_over");

    const uid = (await findVerifiedUid(ctx, email)) ?? null;
    const step = uid === null ? "new-account" : "password";
    const identity = {
      ...taken.identity,
      email,
      isEmailVerified: true,
    };
    await insertUnconfirmedIdentity(ctx, {
      ...taken,
      identity,
      uid,
      step,
      browser_hash: rebind(taken.browser_hash),
    });

    const { firstName, lastName } = identity;
    return {
      step,
      session: null,
      returnTo: taken.return_to,
      person: {
        firstName,
        lastName,
        email,
      },
    };
  });
}

async function findWaiting(
  ctx: Context,
  browserHashes: readonly string[],
): Promise<UnconfirmedIdentity> {
  const waiting = await findUnconfirmedIdentity(ctx, browserHashes, "email");
  if (!waiting) throw new Problem("sign_in_over");
  return waiting;
}

/** Another institution vouches for addresses at its domains. */
async function assertNotOfOtherProvider(
  ctx: Context,
  email: string,
  providerId: string,
): Promise<void> {
  const others = (await findProviders(ctx)).filter(
    ({ id, enabled }) => enabled && id !== providerId,
  );
  const enforcing = others.map(({ email_domains }) => ({ emailDomains: email_domains }));
  if (findProviderOfEmail(enforcing, email)) throw new Problem("institution_sign_in");
}
