import { type Kysely, sql } from "kysely";

/** Columns that identify people, their devices and their links, by table. */
const KEYS = {
  account: ["email"],
  calendar_feed: ["token_hash"],
  email_link: ["token_hash"],
  invite: ["code_hash"],
  known_device: ["token_hash"],
  linked_identity: ["provider_id", "issuer", "subject"],
  login_attempt: ["key"],
  mark_grant: ["provider_id"],
  member_group: ["invitation_hash"],
  one_time_code: ["email", "purpose", "flow_hash"],
  passkey: ["credential_id"],
  passkey_challenge: ["challenge_hash"],
  pending_sign_in: ["state_hash"],
  photo: ["id"],
  pow_rate: ["network_hash"],
  push_subscription: ["endpoint"],
  rate_count: ["key"],
  recovery_code: ["code_hash"],
  ride_share: ["token_hash"],
  ride_template: ["name"],
  saved_search: ["criteria_key"],
  sign_in_provider: ["id"],
  signing_key: ["kid"],
  stranger_contact: ["contact_hash"],
  text_message: ["account_hash", "phone_hash"],
  trusted_contact: ["email_hash"],
  unconfirmed_identity: ["browser_hash"],
  used_pow: ["nonce"],
};

/**
 * Keys are compared byte by byte. In the order of a language, which is that of the operating system in an operator's own
 * PostgreSQL, an upgrade of that system leaves an index in an order that no longer holds: accounts are not found, and
 * addresses can be used twice. The type stays the same, so the previous release goes on.
 */
export const up = (db: Kysely<unknown>): Promise<void> => sortInByteOrder(db, KEYS);

/** Sorts the columns of each table byte by byte, with all indexes that they are in. Rows are not written again. */
export async function sortInByteOrder(
  db: Kysely<unknown>,
  keys: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [table, columns] of Object.entries(keys)) {
    const triggers = await findTriggers(db, table, columns);
    const changes = columns.map((column) => `alter column ${column} type text collate "C"`);

    // PostgreSQL changes no column that a trigger compares.
    for (const { name } of triggers) await sql.raw(`drop trigger ${name} on ${table}`).execute(db);
    await sql.raw(`alter table ${table} ${changes.join(", ")}`).execute(db);
    for (const { definition } of triggers) await sql.raw(definition).execute(db);
  }
}

/** Triggers of a table that read one of these columns. */
async function findTriggers(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
): Promise<readonly { readonly name: string; readonly definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select distinct tgname as name, pg_get_triggerdef(pg_trigger.oid) as definition
    from pg_trigger
    join pg_depend on classid = 'pg_trigger'::regclass and objid = pg_trigger.oid
      and refclassid = 'pg_class'::regclass and refobjid = tgrelid
    join pg_attribute on attrelid = tgrelid and attnum = refobjsubid
    where tgrelid = ${table}::regclass and not tgisinternal and attname = any(${columns})
    order by name`.execute(db);
  return rows;
}
