import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { domainOf } from "@commonlane/contract/email-address";

export interface EnforcingProvider {
  readonly name: string;
  /** The domain of the address, or one above it. */
  readonly domain: string;
  /** Whether the given account belongs to an administrator. */
  readonly is_administrator: boolean;
}

/** The enabled provider where people at the domain of this address sign in instead of with a password. */
export async function findEnforcingProvider(
  { db }: Context,
  email: string,
  uid: string | null,
): Promise<EnforcingProvider | undefined> {
  const domain = domainOf(email);
  const { rows } = await sql<EnforcingProvider>`${PREPARED}
    select name, enforced as domain,
      exists (
        select
        from moderator
        where uid = ${uid}::uuid and role = 'administrator') as is_administrator
    from sign_in_provider, unnest(email_domains) as enforced
    where enabled
      and (enforced = ${domain}
        or right(${domain}, length(enforced) + 1) = '.' || enforced)
    order by length(enforced) desc, id limit 1`.execute(db);
  return rows[0];
}

/** The address that also ends the session at the provider where a session began. */
export async function findProviderSignOutUrl(
  { db }: Context,
  sessionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("provider_session")
    .select("sign_out_url")
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return row?.sign_out_url ?? undefined;
}
