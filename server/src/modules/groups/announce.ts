import type { DomainEvent } from "@commonlane/contract/live";
import type { InTransaction } from "#platform/context.ts";
import { findManagerUids, findWaitingSince } from "./members.store.ts";

type MembershipEvent = Extract<DomainEvent, { type: "group.membership-changed" }>;

interface MembershipChange extends Pick<MembershipEvent, "change" | "answered" | "uid"> {
  readonly group: {
    readonly id: string;
    readonly name: string;
  };
}

/** Publishes a change to the user it concerns and to the managers. */
export async function announceChange(ctx: InTransaction, change: MembershipChange): Promise<void> {
  publishTo(ctx, [change.uid, ...(await findManagerUids(ctx, change.group.id))], change);
}

/** Publishes a change to the user it concerns only. */
export function announceToUser(ctx: InTransaction, change: MembershipChange): void {
  return publishTo(ctx, [change.uid], change);
}

/** Publishes a new request, with the time since when requests have been waiting: managers are notified once of those. */
export async function announceRequest(
  ctx: InTransaction,
  { uid, group }: Omit<MembershipChange, "change">,
): Promise<void> {
  const since = await findWaitingSince(ctx, group.id);
  publishTo(
    ctx,
    [uid, ...(await findManagerUids(ctx, group.id))],
    {
      uid,
      group,
      change: "requested",
    },
    since,
  );
}

function publishTo(
  ctx: InTransaction,
  uids: readonly string[],
  { group, ...change }: MembershipChange,
  at: Date = ctx.now(),
): void {
  const event = {
    type: "group.membership-changed",
    groupId: group.id,
    name: group.name,
    at: at.toISOString(),
  } as const;
  for (const to of new Set(uids))
    ctx.publish(`user:${to}`, {
      ...event,
      ...change,
    });
}
