import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { deleteBatch } from "./delete-batch.ts";
import { PREPARED } from "./prepared-statements.ts";
import { hashToUuid, findIds, compressReply, decompressReply } from "./compressed-replies.ts";

/** Who asks what under which key. */
export interface IdempotencyClaim {
  readonly uid: string;
  readonly key: string;
  readonly endpoint: string;
  readonly bodyHash: string;
}
export interface StoredReply {
  /** False where the key was used for another call, or for the same one with another body. */
  readonly matchesRequest: boolean;
  readonly status: number;
  readonly text: string;
}

const hashCall = ({ endpoint: call, bodyHash }: IdempotencyClaim): string => hashToUuid(call, bodyHash);

/**
 * Holds the key until the transaction of `db` ends and reads what was answered under it since `since`. The one statement
 * may read just before another process commits and lock just after; `storeReply` then finds that out.
 */
export async function claimIdempotencyKey(
  db: Db,
  claim: IdempotencyClaim,
  since: Date,
): Promise<{ held: boolean; stored: StoredReply | undefined }> {
  const { uid, key } = claim;
  const { rows } = await sql<{ held: boolean; call: string | null; status: number; reply: Buffer }>`${PREPARED}
    select lock.held, kept.call, kept.status, kept.reply
    from (select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${uid} ${key}`}, 0)) as held) as lock
    left join idempotency_key as kept on kept.uid = ${uid} and kept.key = ${hashToUuid(key)} and kept.created_at > ${since}`.execute(
    db,
  );
  const row = rows[0];
  if (!row || row.call === null) return { held: row?.held ?? false, stored: undefined };
  const { held, status, reply } = row;
  return { held, stored: { matchesRequest: row.call === hashCall(claim), status, text: decompressReply(reply) } };
}

const COLUMNS = sql.raw("uid, key, call, status, reply, id_hashes, created_at");
const insertValues = (claim: IdempotencyClaim, { status, text }: { status: number; text: string }, at: Date) =>
  sql`${claim.uid}::uuid, ${hashToUuid(claim.key)}::uuid, ${hashCall(claim)}::uuid, ${status}::smallint,
    ${compressReply(text)}::bytea, array(select hashtext(id) from unnest(${findIds(text)}::text[]) as id), ${at}::timestamptz`;

/** False, and nothing kept, where an answer given since `since` stands under that key already. */
export async function storeReply(
  db: Db,
  claim: IdempotencyClaim,
  reply: { status: number; text: string },
  at: Date,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`${PREPARED}
    insert into idempotency_key (${COLUMNS}) values (${insertValues(claim, reply, at)})
    on conflict (uid, key) do update set call = excluded.call, status = excluded.status, reply = excluded.reply,
      id_hashes = excluded.id_hashes, created_at = excluded.created_at
      where idempotency_key.created_at <= ${since}
    returning key`.execute(db);
  return rows.length > 0;
}

/**
 * storeReply as a part of a statement that other parts of it belong to, once for each row of `source`. Where an answer
 * stands under the key, whatever its age, the whole statement is refused.
 */
export const storeReplyFragment = (
  claim: IdempotencyClaim,
  reply: { status: number; text: string },
  at: Date,
  source: string,
): RawBuilder<unknown> => sql`
  insert into idempotency_key (${COLUMNS}) select ${insertValues(claim, reply, at)} from ${sql.table(source)}`;

/** How many kept answers one statement deletes. */
const BATCH = 2_000;

/** Deletes a batch of old answers; true when there may be more. */
export const pruneStoredReplies = (db: Db, before: Date, limit = BATCH): Promise<boolean> =>
  deleteBatch(db, "idempotency_key", {
    key: ["uid", "key"],
    limit,
    where: (row) => row("created_at", "<=", before),
  });
