import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** The accounts whose e-mail ends like that, by e-mail. */
export async function findAccountsByEmailSuffix({ db }: Context, suffix: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("account")
    .select(["email", "uid"])
    .where("email", "like", `%${suffix}`)
    .where("email_verified", "=", true)
    .execute();
  return new Map(rows.map(({ email, uid }) => [email, uid]));
}

/** Whether the database has accounts but none of the demo's: then it belongs to a real community. */
export async function isCommunityDatabase({ db }: Context, demoDomain: string): Promise<boolean> {
  const { accounts, demoAccounts } = await db
    .selectFrom("account")
    .select(({ fn }) => [
      fn.countAll<string>().as("accounts"),
      fn.countAll<string>().filterWhere("email", "like", `%${demoDomain}`).as("demoAccounts"),
    ])
    .executeTakeFirstOrThrow();
  return Number(accounts) > 0 && Number(demoAccounts) === 0;
}

/** When the last of all rides leaves. */
export async function findLastDeparture({ db }: Context): Promise<Date | null> {
  const { last } = await db
    .selectFrom("ride")
    .select(sql<Date | null>`max(departs_at)`.as("last"))
    // What repeats reaches further, and goes on by itself.
    .where("series_id", "is", null)
    .executeTakeFirstOrThrow();
  return last;
}

/** What people were told long ago they have read long ago. */
export async function deleteNotificationsBefore({ db }: Context, before: Date): Promise<void> {
  await db.deleteFrom("notification").where("created_at", "<", before).execute();
}
