import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import { deleteBatch } from "./delete-batch.ts";
import { OFTEN } from "./often.ts";
import { digestOf, idsIn, smallAnswer, wholeAnswer } from "./small-answers.ts";

/** Who asks what under which key. */
export interface IdempotencyClaim {
  readonly uid: string;
  readonly key: string;
  readonly call: string;
  readonly bodyHash: string;
}
export interface KeptAnswer {
  /** False where the key was used for another call, or for the same one with another body. */
  readonly isOfCall: boolean;
  readonly status: number;
  readonly text: string;
}

const callOf = ({ call, bodyHash }: IdempotencyClaim): string => digestOf(call, bodyHash);

/**
 * Holds the key until the transaction of `db` ends and reads what was answered under it since `since`. The one statement
 * may read just before another process commits and lock just after; `keepAnswer` then finds that out.
 */
export async function claimKey(
  db: Db,
  claim: IdempotencyClaim,
  since: Date,
): Promise<{ held: boolean; kept: KeptAnswer | undefined }> {
  const { uid, key } = claim;
  const { rows } = await sql<{ held: boolean; call: string | null; status: number; answer: Buffer }>`${OFTEN}
    select lock.held, kept.call, kept.status, kept.answer
    from (select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${uid} ${key}`}, 0)) as held) as lock
    left join idempotency_key as kept on kept.uid = ${uid} and kept.key = ${digestOf(key)} and kept.created_at > ${since}`.execute(
    db,
  );
  const row = rows[0];
  if (!row || row.call === null) return { held: row?.held ?? false, kept: undefined };
  const { held, status, answer } = row;
  return { held, kept: { isOfCall: row.call === callOf(claim), status, text: wholeAnswer(answer) } };
}

const COLUMNS = sql.raw("uid, key, call, status, answer, names, created_at");
const valuesOf = (claim: IdempotencyClaim, { status, text }: { status: number; text: string }, at: Date) =>
  sql`${claim.uid}::uuid, ${digestOf(claim.key)}::uuid, ${callOf(claim)}::uuid, ${status}::smallint,
    ${smallAnswer(text)}::bytea, array(select hashtext(id) from unnest(${idsIn(text)}::text[]) as id), ${at}::timestamptz`;

/** False, and nothing kept, where an answer given since `since` stands under that key already. */
export async function keepAnswer(
  db: Db,
  claim: IdempotencyClaim,
  answer: { status: number; text: string },
  at: Date,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`${OFTEN}
    insert into idempotency_key (${COLUMNS}) values (${valuesOf(claim, answer, at)})
    on conflict (uid, key) do update set call = excluded.call, status = excluded.status, answer = excluded.answer,
      names = excluded.names, created_at = excluded.created_at
      where idempotency_key.created_at <= ${since}
    returning key`.execute(db);
  return rows.length > 0;
}

/**
 * keepAnswer as a part of a statement that other parts of it belong to, once for each row of `source`. Where an answer
 * stands under the key, whatever its age, the whole statement is refused.
 */
export const keepingAnswer = (
  claim: IdempotencyClaim,
  answer: { status: number; text: string },
  at: Date,
  source: string,
): RawBuilder<unknown> => sql`
  insert into idempotency_key (${COLUMNS}) select ${valuesOf(claim, answer, at)} from ${sql.table(source)}`;

/** How many kept answers one statement deletes. */
const BATCH = 2_000;

/** Deletes a batch of old answers; true when there may be more. */
export const pruneAnswers = (db: Db, before: Date, limit = BATCH): Promise<boolean> =>
  deleteBatch(db, "idempotency_key", {
    key: ["uid", "key"],
    limit,
    where: (row) => row("created_at", "<=", before),
  });
