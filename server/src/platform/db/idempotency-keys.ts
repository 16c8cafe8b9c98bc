import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { deleteBatch } from "./delete-batch.ts";
import { PREPARED } from "./prepared-statements.ts";
import { hashToUuid, findIds, compressReply, decompressReply } from "./compressed-replies.ts";

/** An idempotency key, its user and the request. */
export interface IdempotencyClaim {
  readonly uid: string;
  readonly key: string;
  readonly endpoint: string;
  readonly bodyHash: string;
}
export interface StoredReply {
  /** False if the key was used for another endpoint or with another body. */
  readonly matchesRequest: boolean;
  readonly status: number;
  readonly text: string;
}

const hashCall = ({ endpoint, bodyHash }: IdempotencyClaim): string =>
  hashToUuid(endpoint, bodyHash);

/**
 * Locks the key until the transaction of `db` ends and reads the reply stored since `since`, if any. The statement may
 * read just before another process commits and lock just after; `storeReply` detects that.
 */
export async function claimIdempotencyKey(
  db: Db,
  claim: IdempotencyClaim,
  since: Date,
): Promise<{
  held: boolean;
  stored: StoredReply | undefined;
}> {
  const { uid, key } = claim;
  const { rows } = await sql<{
    held: boolean;
    call: string | null;
    status: number;
    reply: Buffer;
  }>`${PREPARED}
    select lock.held, kept.call, kept.status, kept.reply
    from (
      select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${uid} ${key}`}, 0)) as held) as lock
    left join idempotency_key as kept on kept.uid = ${uid}
      and kept.key = ${hashToUuid(key)}
      and kept.created_at > ${since}`.execute(db);
  const row = rows[0];
  if (!row || row.call === null)
    return {
      held: row?.held ?? false,
      stored: undefined,
    };
  const { held, status, reply } = row;
  return {
    held,
    stored: {
      matchesRequest: row.call === hashCall(claim),
      status,
      text: decompressReply(reply),
    },
  };
}

const COLUMNS = sql.raw("uid, key, call, status, reply, id_hashes, created_at");
const insertValues = (
  claim: IdempotencyClaim,
  { status, text }: { status: number; text: string },
  at: Date,
) =>
  sql`
    ${claim.uid}::uuid, ${hashToUuid(claim.key)}::uuid,
    ${hashCall(claim)}::uuid, ${status}::smallint,
    ${compressReply(text)}::bytea,
    array(select hashtext(id) from unnest(${findIds(text)}::text[]) as id),
    ${at}::timestamptz`;

/** Returns false, without storing, if a reply since `since` exists for the key. */
export async function storeReply(
  db: Db,
  claim: IdempotencyClaim,
  reply: { status: number; text: string },
  at: Date,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`${PREPARED}
    insert into idempotency_key (${COLUMNS})
    values (${insertValues(claim, reply, at)})
    on conflict (uid, key) do update set call = excluded.call,
      status = excluded.status, reply = excluded.reply,
      id_hashes = excluded.id_hashes, created_at = excluded.created_at
      where idempotency_key.created_at <= ${since}
    returning key`.execute(db);
  return rows.length > 0;
}

/**
 * `storeReply` as part of a larger statement, executed once per row of `source`. If the key has a reply of any age, the statement fails.
 */
export const storeReplyFragment = (
  claim: IdempotencyClaim,
  reply: { status: number; text: string },
  at: Date,
  source: string,
): RawBuilder<unknown> => sql`
  insert into idempotency_key (${COLUMNS})
  select ${insertValues(claim, reply, at)}
  from ${sql.table(source)}`;

/** Maximum number of stored replies that one statement deletes. */
const BATCH = 2_000;

/** Deletes a batch of old replies; returns true if there may be more. */
export function pruneStoredReplies(db: Db, before: Date, limit = BATCH): Promise<boolean> {
  return deleteBatch(db, "idempotency_key", {
    key: ["uid", "key"],
    limit,
    where: (row) => row("created_at", "<=", before),
  });
}
