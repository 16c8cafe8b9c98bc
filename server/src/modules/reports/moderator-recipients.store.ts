import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** Moderators who are not suspended, without these. */
export async function findModeratorUids(
  { db }: Context,
  without: readonly (string | null)[],
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select moderator.uid from moderator join account on account.uid = moderator.uid
    where suspended_at is null and moderator.uid <> all (${without.filter((uid) => uid !== null)}::uuid[])
    order by moderator.uid`.execute(db);
  return rows.map(({ uid }) => uid);
}
