import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type ProviderRow = Selectable<Schema["sign_in_provider"]>;

/** A provider at which people can sign in. */
export function findEnabledProvider({ db }: Context, id: string): Promise<ProviderRow | undefined> {
  return db
    .selectFrom("sign_in_provider")
    .selectAll()
    .where("id", "=", id)
    .where("enabled", "=", true)
    .executeTakeFirst();
}

export function findProvider({ db }: Context, id: string): Promise<ProviderRow | undefined> {
  return db.selectFrom("sign_in_provider").selectAll().where("id", "=", id).executeTakeFirst();
}

export type CountedProvider = ProviderRow & { readonly linked_accounts: number };

/** All providers with their number of linked accounts, by name. */
export function findProviders({ db }: Context): Promise<CountedProvider[]> {
  return db
    .selectFrom("sign_in_provider")
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from linked_identity where provider_id = sign_in_provider.id)`.as(
        "linked_accounts",
      ),
    )
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** Providers are changed one at a time. */
export async function lockProviders({ db }: InTransaction): Promise<void> {
  await sql`lock table sign_in_provider in share row exclusive mode`.execute(db);
}

export async function saveProvider({ db }: InTransaction, row: ProviderRow): Promise<void> {
  await db
    .insertInto("sign_in_provider")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** Returns the provider that was removed, if there was one. */
export function deleteProvider({ db }: InTransaction, id: string): Promise<ProviderRow | undefined> {
  return db.deleteFrom("sign_in_provider").where("id", "=", id).returningAll().executeTakeFirst();
}
