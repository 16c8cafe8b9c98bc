import { type Insertable, type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import type { ProvidedIdentity } from "#platform/db/schema/sign-in-columns.ts";

const BATCH = 500;

export type PendingSignIn = Selectable<Schema["pending_sign_in"]>;
export type UnconfirmedIdentity = Selectable<Schema["unconfirmed_identity"]>;
type Step = UnconfirmedIdentity["step"];

export async function insertPendingSignIn(
  { db }: Context,
  row: Insertable<Schema["pending_sign_in"]>,
): Promise<void> {
  await db.insertInto("pending_sign_in").values(row).execute();
}

interface AnswerKey {
  readonly stateHash: string;
  /** Secrets of this browser, one for each sign-in that it started. */
  readonly browserHashes: readonly string[];
  readonly providerId: string;
}

/**
 * Takes a sign-in that this browser started at this provider; of several calls, one gets it. Undefined if there is none
 * or its time is over.
 */
export function takePendingSignIn(
  { db, now }: Context,
  { stateHash, browserHashes, providerId }: AnswerKey,
): Promise<PendingSignIn | undefined> {
  return db
    .deleteFrom("pending_sign_in")
    .where("state_hash", "=", stateHash)
    .where(isOfBrowser(browserHashes))
    .where("provider_id", "=", providerId)
    .where("expires_at", ">", now())
    .returningAll()
    .executeTakeFirst();
}

export async function insertUnconfirmedIdentity(
  { db }: Context,
  {
    identity,
    ...row
  }: Omit<UnconfirmedIdentity, "identity"> & { readonly identity: ProvidedIdentity },
): Promise<void> {
  await db
    .insertInto("unconfirmed_identity")
    .values({
      ...row,
      identity: JSON.stringify(identity),
    })
    .execute();
}

/** Rows of one of these secrets. */
const isOfBrowser = (hashes: readonly string[]) =>
  sql<boolean>`browser_hash = any(${[...hashes]}::text[])`;

/**
 * Reads the identity that waits in this browser to be confirmed, the newest if there are several. It can be read again.
 */
export function findUnconfirmedIdentity(
  { db, now }: Context,
  browserHashes: readonly string[],
  step: Step,
): Promise<UnconfirmedIdentity | undefined> {
  return db
    .selectFrom("unconfirmed_identity")
    .selectAll()
    .where(isOfBrowser(browserHashes))
    .where("step", "=", step)
    .where("expires_at", ">", now())
    .orderBy("expires_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Takes the identity of this secret for one of several calls. With a uid, only if it is to be linked with that. */
export function takeUnconfirmedIdentity(
  { db, now }: InTransaction,
  {
    browserHash,
    step,
    uid,
  }: {
    browserHash: string;
    step: Step;
    uid?: string;
  },
): Promise<UnconfirmedIdentity | undefined> {
  return db
    .deleteFrom("unconfirmed_identity")
    .where("browser_hash", "=", browserHash)
    .where("step", "=", step)
    .where("expires_at", ">", now())
    .where((row) =>
      row.exists(
        row
          .selectFrom("sign_in_provider")
          .select(sql`1`.as("found"))
          .whereRef("sign_in_provider.id", "=", "unconfirmed_identity.provider_id")
          .where("enabled", "=", true),
      ),
    )
    .$if(uid !== undefined, (query) => query.where("uid", "=", uid ?? null))
    .returningAll()
    .executeTakeFirst();
}

/** Deletes what waits for this account: links, and sign-ins that wait for its password or code. */
export async function deletePendingSignInsOf({ db }: InTransaction, uid: string): Promise<void> {
  await db.deleteFrom("pending_sign_in").where("link_uid", "=", uid).execute();
  await db.deleteFrom("unconfirmed_identity").where("uid", "=", uid).execute();
}

/** Deletes batches of what has expired; returns true if there may be more. */
export async function deleteExpiredSignIns({ db, now }: Context): Promise<boolean> {
  const pending = await deleteBatch(db, "pending_sign_in", {
    key: ["state_hash"],
    limit: BATCH,
    where: (row) => row("expires_at", "<", now()),
  });
  const unconfirmed = await deleteBatch(db, "unconfirmed_identity", {
    key: ["browser_hash"],
    limit: BATCH,
    where: (row) => row("expires_at", "<", now()),
  });
  return pending || unconfirmed;
}
