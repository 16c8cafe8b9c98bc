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

export type CountedProvider = ProviderRow & {
  readonly linked_accounts: number;
  /** People with open sessions that began here. */
  readonly signed_in: number;
};

/** All providers with their number of linked accounts, by name. */
export function findProviders({ db, now }: Context): Promise<CountedProvider[]> {
  return db
    .selectFrom("sign_in_provider")
    .selectAll()
    .select(
      sql<number>`
        (
          select count(*)::int
          from linked_identity
          where provider_id = sign_in_provider.id)`.as("linked_accounts"),
    )
    .select(
      sql<number>`
        (
          select count(distinct session.uid)::int
          from provider_session
          join session on session.id = session_id
          join linked_identity on linked_identity.id = identity_id
          where provider_id = sign_in_provider.id
            and ended_at is null
            and expires_at > ${now()})`.as("signed_in"),
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

/** After this, no one can start or finish a sign-in there. */
export async function disableProvider({ db, now }: Context, id: string): Promise<void> {
  await db
    .updateTable("sign_in_provider")
    .set({ enabled: false, changed_at: now() })
    .where("id", "=", id)
    .execute();
}

/** Returns the provider that was removed, if there was one. */
export function deleteProvider(
  { db }: InTransaction,
  id: string,
): Promise<ProviderRow | undefined> {
  return db.deleteFrom("sign_in_provider").where("id", "=", id).returningAll().executeTakeFirst();
}
