import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** Accounts whose e-mail address ends with `suffix`, by address. */
export async function findAccountsByEmailSuffix({ db }: Context, suffix: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("account")
    .select(["email", "uid"])
    .where("email", "like", `%${suffix}`)
    .where("email_verified", "=", true)
    .execute();
  return new Map(rows.map(({ email, uid }) => [email, uid]));
}

/** True if the database has accounts but no demo accounts, so it belongs to a real community. */
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

/** Departure of the last ride. */
export async function findLastDeparture({ db }: Context): Promise<Date | null> {
  const { last } = await db
    .selectFrom("ride")
    .select(sql<Date | null>`max(departs_at)`.as("last"))
    // Ignores series, which reach further and continue automatically.
    .where("series_id", "is", null)
    .executeTakeFirstOrThrow();
  return last;
}
