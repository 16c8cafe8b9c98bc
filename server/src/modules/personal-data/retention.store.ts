import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import type { InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

const BATCH = 200;
const daysAgo = ({ now }: InTransaction, days: number) => new Date(now().getTime() - days * DAY_MS);

/** Forgets conversations in which nobody said anything for long; true when there may be more. A ride that is still to come keeps its own. */
export async function deleteInactiveConversations(ctx: InTransaction): Promise<boolean> {
  const { MESSAGE_RETENTION_DAYS } = ctx.settings;
  if (MESSAGE_RETENTION_DAYS === 0) return false;
  const { numAffectedRows = 0n } = await sql`
    delete from conversation where id in (
      select conversation.id from conversation left join ride on ride.id = ride_id
      where last_at < ${daysAgo(ctx, MESSAGE_RETENTION_DAYS)} and coalesce(ride.arrives_at < ${ctx.now()}, true)
      limit ${BATCH})`.execute(ctx.db);
  return numAffectedRows >= BATCH;
}

/** Forgets reports that were settled long ago; true when there may be more. */
export function deleteClosedReports(ctx: InTransaction): Promise<boolean> {
  const closedBefore = daysAgo(ctx, ctx.settings.REPORT_RETENTION_DAYS);
  return deleteBatch(ctx.db, "report", {
    key: ["id"],
    limit: BATCH,
    where: (row) => row.and([row("state", "=", "closed"), row("closed_at", "<", closedBefore)]),
  });
}
