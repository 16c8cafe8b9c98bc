import * as oidc from "openid-client";
import { DAY_MS, HOUR_MS } from "@commonlane/contract/durations";
import { endSessionsById } from "#modules/accounts/sessions/index.ts";
import { withdrawInstitutionMarks } from "#modules/trust-marks/index.ts";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import {
  claimSessionsToCheck,
  finishCheck,
  markCheckBegun,
  postponeChecks,
  type SessionToCheck,
} from "./membership-check.store.ts";
import { ProviderConfigurations } from "./openid-client.ts";
import { findProvider } from "./providers.store.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteExpiredSignIns } from "./pending-sign-ins.store.ts";

const EVERY_S = 600;

const CHECK_AFTER_MS = DAY_MS;

/** A provider that could not be reached is asked again after this time. */
const AWAY_MS = HOUR_MS;

const BATCH = 20;

/** `away`: the provider gave no answer about anybody. */
type Answer = "member" | "left" | "unclear" | "away";

/**
 * Asks providers once a day whether they still know the people of sessions that began there, and ends the sessions and
 * withdraws the trust marks of those they do not. A provider that cannot be reached ends nothing. Each answer is stored
 * as soon as it is there, because it may carry the only token for the next question. Returns true if there may be more
 * to check.
 */
export async function checkMemberships(ctx: OutsideContext): Promise<boolean> {
  const claimedAt = ctx.now();
  const dueBefore = new Date(claimedAt.getTime() - CHECK_AFTER_MS);
  const sessions = await claimSessionsToCheck(ctx, {
    before: dueBefore,
    limit: BATCH,
  });
  const configurations = new ProviderConfigurations();
  const away = new Set<string>();

  for (const session of sessions) {
    const { uid } = session;
    const providerId = session.provider_id;
    if (away.has(providerId)) continue;
    const answer = await askProvider(ctx, configurations, session);
    if (answer === "away") {
      away.add(providerId);
      const checkedAt = new Date(dueBefore.getTime() + AWAY_MS);
      await postponeChecks(ctx, providerId, {
        claimedAt,
        dueBefore,
        checkedAt,
      });
    }
    if (answer !== "left") continue;
    await transaction(ctx, async (ctx) => {
      await endSessionsById(ctx, [session.session_id], "no longer known at the institution");
      await withdrawInstitutionMarks(ctx, {
        uid,
        providerId,
      });
    });
  }
  return sessions.length === BATCH;
}

/** Someone has left only if the provider itself refuses the token, or now gives it to another person. */
async function askProvider(
  ctx: OutsideContext,
  configurations: ProviderConfigurations,
  { session_id, provider_id, subject, refresh_token, check_began_at }: SessionToCheck,
): Promise<Answer> {
  // Also one that is disabled: its people may still be signed in.
  const provider = await findProvider(ctx, provider_id);
  if (!provider) return "unclear";
  try {
    const configuration = await configurations.read(ctx, provider);
    await markCheckBegun(ctx, session_id);
    const tokens = await oidc.refreshTokenGrant(configuration, refresh_token);
    await finishCheck(ctx, session_id, tokens.refresh_token ?? refresh_token);
    return (tokens.claims()?.sub ?? subject) === subject ? "member" : "left";
  } catch (error) {
    if (isRefused(error)) return decideRefused(ctx, session_id, check_began_at !== null);
    ctx.log.warn(
      {
        provider: provider_id,
        reason: String(error),
      },
      "a member could not be checked at a provider",
    );
    return error instanceof oidc.ResponseBodyError ? "unclear" : "away";
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError && error.error === "invalid_grant";

/** A token that an earlier check may have spent says nothing; without another one, no one can be asked. */
async function decideRefused(
  ctx: Context,
  sessionId: string,
  mayBeSpent: boolean,
): Promise<Answer> {
  if (!mayBeSpent) return "left";
  await finishCheck(ctx, sessionId, null);
  return "unclear";
}

export const signInProviderSweeps: readonly Sweep[] = [
  {
    name: "sign-in.pruned",
    everyS: EVERY_S,
    run: deleteExpiredSignIns,
  },
  {
    name: "provider-session.checked",
    everyS: EVERY_S,
    runOutside: checkMemberships,
  },
];
