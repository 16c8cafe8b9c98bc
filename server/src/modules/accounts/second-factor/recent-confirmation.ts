import { CONFIRMATION_VALID_S } from "@commonlane/contract/limits";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { findSessionProofs } from "../sessions/session-proofs.store.ts";
import { needsFactorNow } from "./needed-factor.ts";

/**
 * Throws confirmation_needed unless the user of this session has confirmed within CONFIRMATION_VALID_S that it is them,
 * with a second factor if the account needs one. Someone else may use an unlocked device.
 */
export async function assertRecentlyConfirmed(ctx: Context, caller: Caller): Promise<void> {
  const proofs = await findSessionProofs(ctx, caller.sessionId);
  if (!isRecent(ctx, proofs?.confirmed_at) || (await needsFactorNow(ctx, caller)))
    throw new Problem("confirmation_needed");
}

export const isRecent = ({ now }: Context, confirmedAt: Date | null | undefined): boolean =>
  confirmedAt != null && confirmedAt.getTime() > now().getTime() - CONFIRMATION_VALID_S * 1000;
