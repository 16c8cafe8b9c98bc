import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { deleteBatch } from "./delete-batch.ts";
import { OFTEN } from "./often.ts";

/** Who asks what under which key. */
export interface IdempotencyClaim {
  readonly uid: string;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}
export interface KeptAnswer {
  readonly call: string;
  readonly bodyHash: string;
  readonly status: number;
  readonly text: string;
}

/**
 * Holds the key until the transaction of `db` ends and reads what was answered under it since `since`. The one statement
 * may read just before another process commits and lock just after; `keepAnswer` then finds that out.
 */
export async function claimKey(
  db: Db,
  { uid, key }: IdempotencyClaim,
  since: Date,
): Promise<{ held: boolean; kept: KeptAnswer | undefined }> {
  const { rows } = await sql<{ held: boolean } & ({ [K in keyof KeptAnswer]: KeptAnswer[K] } | { call: null })>`${OFTEN}
    select lock.held, kept.call, kept.body_hash as "bodyHash", kept.status, kept.reply as text
    from (select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${uid} ${key}`}, 0)) as held) as lock
    left join idempotency_key as kept on kept.uid = ${uid} and kept.key = ${key} and kept.created_at > ${since}`.execute(
    db,
  );
  const row = rows[0];
  return { held: row?.held ?? false, kept: row && row.call !== null ? row : undefined };
}

/** False, and nothing kept, where an answer given since `since` stands under that key already. */
export async function keepAnswer(
  db: Db,
  { uid, key, call, bodyHash }: IdempotencyClaim,
  { status, text }: { status: number; text: string },
  at: Date,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`${OFTEN}
    insert into idempotency_key (uid, key, call, body_hash, status, reply, created_at)
    values (${uid}, ${key}, ${call}, ${bodyHash}, ${status}, ${text}, ${at})
    on conflict (uid, key) do update set call = excluded.call, body_hash = excluded.body_hash,
      status = excluded.status, reply = excluded.reply, created_at = excluded.created_at
      where idempotency_key.created_at <= ${since}
    returning key`.execute(db);
  return rows.length > 0;
}

/**
 * keepAnswer as a part of a statement that other parts of it belong to, once for each row of `source`. Where an answer
 * stands under the key, whatever its age, the whole statement is refused.
 */
export const keepingAnswer = (
  { uid, key, call, bodyHash }: IdempotencyClaim,
  { status, text }: { status: number; text: string },
  at: Date,
  source: string,
): RawBuilder<unknown> => sql`
  insert into idempotency_key (uid, key, call, body_hash, status, reply, created_at)
  select ${uid}::uuid, ${key}::text, ${call}::text, ${bodyHash}::text, ${status}::int, ${text}::text, ${at}::timestamptz
  from ${sql.table(source)}`;

/** How many kept answers one statement deletes. */
const BATCH = 2_000;

/** Deletes a batch of old answers; true when there may be more. */
export const pruneAnswers = (db: Db, before: Date, limit = BATCH): Promise<boolean> =>
  deleteBatch(db, "idempotency_key", {
    key: ["uid", "key"],
    limit,
    where: (row) => row("created_at", "<=", before),
  });
