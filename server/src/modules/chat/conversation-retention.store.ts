import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import type { InTransaction } from "#platform/context.ts";

const BATCH = 200;

/** Deletes inactive conversations, except those of upcoming rides; returns true if there may be more. */
export async function deleteInactiveConversations(ctx: InTransaction): Promise<boolean> {
  const { MESSAGE_RETENTION_DAYS } = ctx.settings;
  if (MESSAGE_RETENTION_DAYS === 0) return false;
  const inactiveSince = new Date(ctx.now().getTime() - MESSAGE_RETENTION_DAYS * DAY_MS);
  const { numAffectedRows = 0n } = await sql`
    delete from conversation where id in (
      select conversation.id from conversation left join ride on ride.id = ride_id
      where last_at < ${inactiveSince} and coalesce(ride.arrives_at < ${ctx.now()}, true)
      limit ${BATCH})`.execute(ctx.db);
  return numAffectedRows >= BATCH;
}
