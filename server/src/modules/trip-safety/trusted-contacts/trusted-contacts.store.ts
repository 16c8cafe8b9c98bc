import { type Selectable, sql } from "kysely";
import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockCaller, lockName } from "#platform/db/locks.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type ContactRow = Selectable<Schema["trusted_contact"]>;

export function findContacts({ db }: Context, ownerId: string): Promise<ContactRow[]> {
  return db
    .selectFrom("trusted_contact")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
}

export type ConfirmedContact = ContactRow & { readonly email: string };

/** Contacts who accepted, with their e-mail address. */
export async function findConfirmedContacts(
  ctx: Context,
  ownerId: string,
): Promise<ConfirmedContact[]> {
  return (await findContacts(ctx, ownerId)).flatMap((row) =>
    row.status === "confirmed" && row.email !== null
      ? [
          {
            ...row,
            email: row.email,
          },
        ]
      : [],
  );
}

export async function countConfirmedContacts(ctx: Context, ownerId: string): Promise<number> {
  return (await findConfirmedContacts(ctx, ownerId)).length;
}

/** The owner's contact with this address, including one that declined and was removed. */
export function findContactByEmailHash(
  { db }: Context,
  ownerId: string,
  emailHash: string,
): Promise<ContactRow | undefined> {
  return db
    .selectFrom("trusted_contact")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("email_hash", "=", emailHash)
    .executeTakeFirst();
}

interface NewContact {
  readonly name: string;
  readonly email: string;
  readonly emailHash: string;
}

/** Locks the caller, who is the owner, so that concurrent contacts are counted. Returns undefined at the limit. */
export async function insertContact(
  ctx: InTransaction,
  caller: Caller,
  { name, email, emailHash }: NewContact,
  max: number,
): Promise<ContactRow | undefined> {
  await lockCaller(ctx, caller);
  const ownerId = caller.uid;
  const { rows } = await sql<ContactRow>`
    insert into trusted_contact (owner_id, name, email, email_hash, created_at)
    select ${ownerId}::uuid, ${name}, ${email}, ${emailHash},
      ${ctx.now()}::timestamptz
    where (
      select count(*)
      from trusted_contact
      where owner_id = ${ownerId} and removed_at is null) < ${max}
    on conflict do nothing returning *`.execute(ctx.db);
  return rows[0];
}

/**
 * Number of unanswered invitations to this address since an instant. Takes a lock on the address, so that the number
 * holds until the transaction ends.
 */
export async function countUnansweredSince(
  ctx: InTransaction,
  emailHash: string,
  since: Date,
): Promise<number> {
  await lockName(ctx, `asked ${emailHash}`);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from trusted_contact
    where email_hash = ${emailHash}
      and status = 'invited'
      and created_at > ${since}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** Removes a contact from the list. One that declined stays as a hash, so that they cannot be invited again. */
export async function removeContactRow(
  { db, now }: InTransaction,
  id: string,
  ownerId: string,
): Promise<boolean> {
  const { rows } = await sql`
    with hidden as (update trusted_contact set removed_at = ${now()}, name = '-'
      where id = ${id} and owner_id = ${ownerId} and status = 'declined' and removed_at is null returning id),
    gone as (delete from trusted_contact
      where id = ${id} and owner_id = ${ownerId} and status <> 'declined' returning id)
    select id from hidden union all select id from gone`.execute(db);
  return rows.length > 0;
}

export function findContact({ db }: Context, id: string): Promise<ContactRow | undefined> {
  return db
    .selectFrom("trusted_contact")
    .selectAll()
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/**
 * Accepts, or declines and deletes the address. Returns undefined if nothing changes or the contact declined before.
 */
export async function setContactStatus(
  { db }: InTransaction,
  id: string,
  status: Exclude<TrustedContactStatus, "invited">,
): Promise<ContactRow | undefined> {
  const { rows } = await sql<ContactRow>`
    update trusted_contact
    set status = ${status}, email = case
      when ${status} = 'confirmed' then email end
    where id = ${id}
      and removed_at is null
      and status <> ${status}
      and status <> 'declined'
    returning *`.execute(db);
  return rows[0];
}

export async function deleteContactsAddedAfter(
  { db }: InTransaction,
  ownerId: string,
  addedAfter: Date,
): Promise<void> {
  await db
    .deleteFrom("trusted_contact")
    .where("owner_id", "=", ownerId)
    .where("created_at", ">", addedAfter)
    // Who declined stays as a hash, so that they cannot be invited again.
    .where("status", "<>", "declined")
    .execute();
}

/** Deletes up to `limit` invitations that were not answered since an instant. */
export async function deleteUnanswered(
  { db }: InTransaction,
  before: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from trusted_contact where id in (
      select id from trusted_contact where status = 'invited' and created_at <= ${before} limit ${limit})
    returning id`.execute(db);
  return rows.length;
}
