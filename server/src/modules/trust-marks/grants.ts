import type { DomainEvent } from "@commonlane/contract/live";
import type { InTransaction } from "#platform/context.ts";
import { deleteRulesOfProvider } from "./definitions.store.ts";
import {
  type ChangedGrant,
  deleteInstitutionGrants,
  deleteOutdatedEmailGrants,
  upsertEmailGrants,
  upsertInstitutionGrants,
} from "./grants.store.ts";

type MarkChangeKind = Extract<DomainEvent, { type: "trust-mark.changed" }>["change"];

/**
 * Withdraws the marks that only the previous address of an account gave, and grants or renews those of the address that
 * its owner has just proven.
 */
export async function applyVerifiedEmail(ctx: InTransaction, uid: string): Promise<void> {
  announceLost(ctx, await deleteOutdatedEmailGrants(ctx, uid));
  announceGranted(ctx, await upsertEmailGrants(ctx, uid));
}

/** Grants or renews the marks that a provider's claims gave at this sign-in, and withdraws those they did not. */
export async function applyClaims(
  ctx: InTransaction,
  {
    uid,
    providerId,
    markIds,
  }: {
    uid: string;
    providerId: string;
    markIds: readonly string[];
  },
): Promise<void> {
  announceLost(
    ctx,
    await deleteInstitutionGrants(ctx, {
      uid,
      providerId,
      except: markIds,
    }),
  );
  announceGranted(
    ctx,
    await upsertInstitutionGrants(ctx, {
      uid,
      providerId,
      markIds,
    }),
  );
}

/** Withdraws what a provider said about a member who no longer belongs to it, or about everyone. */
export async function withdrawInstitutionMarks(
  ctx: InTransaction,
  of: { uid?: string; providerId: string },
): Promise<void> {
  announceLost(ctx, await deleteInstitutionGrants(ctx, of));
}

/** Withdraws all marks of a provider that is about to be removed, and its rules. */
export async function removeProviderFromMarks(
  ctx: InTransaction,
  providerId: string,
): Promise<void> {
  await withdrawInstitutionMarks(ctx, { providerId });
  await deleteRulesOfProvider(ctx, providerId);
}

export const announceGranted = (ctx: InTransaction, grants: readonly ChangedGrant[]): void => {
  for (const grant of grants) announce(ctx, grant.is_only ? "gained" : "renewed", grant);
};

/** Members who hold the mark for another reason lose nothing. Several lost reasons of one mark are one loss. */
export function announceLost(ctx: InTransaction, grants: readonly ChangedGrant[]): void {
  const lost = new Map(
    grants
      .filter(({ is_only }) => is_only)
      .map((grant) => [`${grant.uid} ${grant.mark_id}`, grant]),
  );
  for (const grant of lost.values()) announce(ctx, "lost", grant);
}

export function announce(
  ctx: InTransaction,
  change: MarkChangeKind,
  { uid, mark_id: markId, name, expires_at }: Omit<ChangedGrant, "is_only">,
): void {
  const until = change === "lost" ? ctx.now() : expires_at;
  ctx.publish(`user:${uid}`, {
    type: "trust-mark.changed",
    markId,
    change,
    name,
    until: until.toISOString(),
  });
}
