import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { onConstraintViolation } from "#platform/db/on-constraint-violation.ts";
import type { ProvidedIdentity } from "#platform/db/schema/sign-in-columns.ts";
import { Problem } from "#platform/http/problem.ts";

const taken = () => new Problem("identity_taken");

interface IdentityKey {
  readonly providerId: string;
  readonly issuer: string;
  readonly subject: string;
}

/** The account that an identity signs in to. */
export function findLinkedAccount(
  { db }: Context,
  { providerId, issuer, subject }: IdentityKey,
): Promise<{ id: string; uid: string } | undefined> {
  return db
    .selectFrom("linked_identity")
    .select(["id", "uid"])
    .where("provider_id", "=", providerId)
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
}

/** Records that an identity was used, and the address that the provider reports now. */
export async function markIdentityUsed(
  { db, now }: InTransaction,
  id: string,
  email: string | null,
): Promise<void> {
  await db
    .updateTable("linked_identity")
    .set({ last_used_at: now(), email })
    .where("id", "=", id)
    .execute();
}

/**
 * Links an identity with an account and returns its id. Throws identity_taken if either has another link at this
 * provider.
 */
export async function insertLinkedIdentity(
  { db, now }: InTransaction,
  {
    providerId,
    uid,
    identity,
  }: {
    providerId: string;
    uid: string;
    identity: ProvidedIdentity;
  },
): Promise<string> {
  const row = db
    .insertInto("linked_identity")
    .values({
      provider_id: providerId,
      issuer: identity.issuer,
      subject: identity.subject,
      uid,
      email: identity.email,
      linked_at: now(),
      last_used_at: now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const inserted = onConstraintViolation("linked_identity_once", row, taken);
  return (await onConstraintViolation("linked_identity_one_per_provider", inserted, taken)).id;
}

/** Remembers that a session began at a provider. */
export async function insertProviderSession(
  { db, now }: InTransaction,
  {
    sessionId,
    identityId,
    identity,
  }: {
    sessionId: string;
    identityId: string;
    identity: ProvidedIdentity;
  },
): Promise<void> {
  await db
    .insertInto("provider_session")
    .values({
      session_id: sessionId,
      identity_id: identityId,
      provider_sid: identity.providerSid,
      sign_out_url: identity.signOutUrl,
      refresh_token: identity.refreshToken,
      checked_at: now(),
    })
    .execute();
}

/** The identities of an account. */
export function findOwnIdentities({ db }: Context, uid: string) {
  return db
    .selectFrom("linked_identity")
    .innerJoin("sign_in_provider", "sign_in_provider.id", "linked_identity.provider_id")
    .select(["linked_identity.id", "provider_id", "name", "email", "linked_at", "last_used_at"])
    .select(sql<boolean>`logo is not null`.as("has_logo"))
    .where("uid", "=", uid)
    .orderBy("linked_at")
    .orderBy("linked_identity.id")
    .execute();
}

/**
 * Removes an identity of this account if its owner can still sign in: with a password, a passkey, or at another enabled provider.
 * Locks the account, so that two calls do not remove the last two.
 */
export async function deleteIdentity(
  { db }: InTransaction,
  {
    id,
    uid,
    hasPassword,
  }: {
    id: string;
    uid: string;
    hasPassword: boolean;
  },
): Promise<{ provider_id: string } | undefined> {
  const { rows } = await sql<{ provider_id: string }>`
    delete from linked_identity where id = ${id} and uid = ${uid} and (${hasPassword} or exists (select from passkey where passkey.uid = ${uid}) or exists (
      select from linked_identity as other join sign_in_provider on sign_in_provider.id = other.provider_id
      where other.uid = ${uid} and other.id <> ${id} and enabled))
    returning provider_id`.execute(db);
  return rows[0];
}

/** Deletes identities that were linked after an instant, except the one with which the account was created. */
export async function deleteIdentitiesLinkedAfter(
  { db }: InTransaction,
  uid: string,
  linkedAfter: Date,
): Promise<{ provider_id: string }[]> {
  const { rows } = await sql<{ provider_id: string }>`
    delete from linked_identity using account
    where linked_identity.uid = ${uid}
      and account.uid = linked_identity.uid
      and linked_at > ${linkedAfter}
      and linked_at > account.created_at + interval '1 minute'
    returning provider_id`.execute(db);
  return rows;
}

export async function hasIdentity(
  { db }: Context,
  { id, uid }: { id: string; uid: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("linked_identity")
    .select("id")
    .where("id", "=", id)
    .where("uid", "=", uid)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * At most `limit` open sessions that began at a provider; with an issuer, those of people whom another one has
 * identified.
 */
export async function findOpenSessionsOfProvider(
  { db, now }: Context,
  {
    providerId,
    exceptIssuer,
    limit,
  }: {
    providerId: string;
    exceptIssuer?: string | undefined;
    limit: number;
  },
): Promise<string[]> {
  const rows = await db
    .selectFrom("provider_session")
    .innerJoin("linked_identity", "linked_identity.id", "provider_session.identity_id")
    .innerJoin("session", "session.id", "provider_session.session_id")
    .select("session.id")
    .where("provider_id", "=", providerId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now())
    .$if(exceptIssuer !== undefined, (query) => query.where("issuer", "<>", exceptIssuer ?? ""))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

interface SignedOutAtProvider {
  readonly providerId: string;
  readonly issuer: string;
  readonly subject: string | null;
  readonly providerSid: string | null;
  /** Sessions that began later are not meant: the token may be a copy of an old one. */
  readonly startedBefore: Date;
}

/** Open sessions that began at a provider and that it has ended: one of its sessions, or all of a person. */
export async function findSessionsEndedAtProvider(
  { db }: Context,
  { providerId, issuer, subject, providerSid, startedBefore }: SignedOutAtProvider,
): Promise<string[]> {
  const rows = await db
    .selectFrom("provider_session")
    .innerJoin("linked_identity", "linked_identity.id", "provider_session.identity_id")
    .innerJoin("session", "session.id", "provider_session.session_id")
    .select("session.id")
    .where("provider_id", "=", providerId)
    .where("issuer", "=", issuer)
    .where("ended_at", "is", null)
    .where("created_at", "<", startedBefore)
    .$if(subject !== null, (query) => query.where("subject", "=", subject ?? ""))
    .$if(providerSid !== null, (query) => query.where("provider_sid", "=", providerSid ?? ""))
    .execute();
  return rows.map(({ id }) => id);
}
