import { DAY_MS } from "@commonlane/contract/durations";
import * as oidc from "openid-client";
import { endSessionsById } from "#modules/accounts/index.ts";
import { withdrawInstitutionMarks } from "#modules/trust-marks/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { claimSessionsToCheck, replaceRefreshToken, type SessionToCheck } from "./membership-check.store.ts";
import { ProviderConfigurations } from "./openid-client.ts";
import { findEnabledProvider } from "./providers.store.ts";

const CHECK_AFTER_MS = DAY_MS;
const BATCH = 20;

/**
 * Asks providers once a day whether they still know the people of sessions that began there, and ends the sessions and
 * withdraws the trust marks of those they do not. A provider that cannot be reached ends nothing. Returns true if there may be more to check.
 */
export async function checkMemberships(ctx: Context): Promise<boolean> {
  const before = new Date(ctx.now().getTime() - CHECK_AFTER_MS);
  const sessions = await claimSessionsToCheck(ctx, { before, limit: BATCH });
  const configurations = new ProviderConfigurations();
  for (const session of sessions) {
    if (await isStillMember(ctx, configurations, session)) continue;
    const reason = "no longer known at the institution";
    const { uid, provider_id: providerId } = session;
    await transaction(ctx, async (ctx) => {
      await endSessionsById(ctx, [session.session_id], reason);
      await withdrawInstitutionMarks(ctx, { uid, providerId });
    });
  }
  return sessions.length === BATCH;
}

/** False only if the provider itself refuses the token, or now gives it to another person. */
async function isStillMember(
  ctx: Context,
  configurations: ProviderConfigurations,
  { session_id, provider_id, subject, refresh_token }: SessionToCheck,
): Promise<boolean> {
  const provider = await findEnabledProvider(ctx, provider_id);
  if (!provider) return true;
  try {
    const tokens = await oidc.refreshTokenGrant(await configurations.read(ctx, provider), refresh_token);
    if (tokens.refresh_token !== undefined) await replaceRefreshToken(ctx, session_id, tokens.refresh_token);
    return (tokens.claims()?.sub ?? subject) === subject;
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === "invalid_grant") return false;
    ctx.log.warn({ provider: provider_id, reason: String(error) }, "a member could not be checked at a provider");
    return true;
  }
}
