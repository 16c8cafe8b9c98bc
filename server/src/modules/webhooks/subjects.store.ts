import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import { deleteBatch } from "#platform/db/delete-batch.ts";

export type SubjectKind = "ride" | "request" | "event";

/** The form of a ride, request or event that left. */
export interface StoredSubject {
  readonly aboutId: string;
  readonly digest: string;
  readonly endsAt: Date;
}

/** The digest of a subject that was announced as withdrawn; it is announced again when it is back. */
const WITHDRAWN = "";

/** Stores forms, and returns those that are new, back or different. Of two callers with the same form one gets it. */
export async function saveSubjects(
  { db }: InTransaction,
  kind: SubjectKind,
  subjects: readonly StoredSubject[],
): Promise<{ aboutId: string; isNew: boolean }[]> {
  if (subjects.length === 0) return [];
  await moveEnds(db, kind, subjects);
  const aboutIds = subjects.map(({ aboutId }) => aboutId);
  // What is back is inserted again, as new.
  await sql`
    delete from webhook_subject
    where kind = ${kind} and about_id = any(${aboutIds}::uuid[]) and digest = ${WITHDRAWN}`.execute(
    db,
  );
  const { rows } = await sql<{
    aboutId: string;
    isNew: boolean;
  }>`
    insert into webhook_subject (kind, about_id, digest, ends_at)
    select ${kind}, *
    from unnest(
      ${aboutIds}::uuid[],
      ${subjects.map(({ digest }) => digest)}::text[],
      ${subjects.map(({ endsAt }) => endsAt)}::timestamptz[])
    on conflict (kind, about_id) do update set digest = excluded.digest,
      ends_at = excluded.ends_at
    where webhook_subject.digest <> excluded.digest
    returning about_id as "aboutId", xmax = 0 as "isNew"`.execute(db);
  return rows;
}

/** What leaves may stay the same although it ends later, as of a request whose window was widened. */
async function moveEnds(
  db: Context["db"],
  kind: SubjectKind,
  subjects: readonly StoredSubject[],
): Promise<void> {
  await sql`
    update webhook_subject as known set ends_at = subject.ends_at
    from unnest(
      ${subjects.map(({ aboutId }) => aboutId)}::uuid[],
      ${subjects.map(({ digest }) => digest)}::text[],
      ${subjects.map(({ endsAt }) => endsAt)}::timestamptz[]
    ) as subject (about_id, digest, ends_at)
    where known.kind = ${kind} and known.about_id = subject.about_id
      and known.digest = subject.digest and known.ends_at <> subject.ends_at`.execute(db);
}

/** Marks those of these that have not ended by themselves as withdrawn, and returns those that were not yet. */
export async function withdrawSubjects(
  { db, now }: Context,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ about_id: string }>`
    update webhook_subject set digest = ${WITHDRAWN}
    where kind = ${kind}
      and digest <> ${WITHDRAWN}
      and about_id = any(${ids}::uuid[])
      and ends_at > ${now()}
    returning about_id`.execute(db);
  return rows.map(({ about_id }) => about_id);
}

/** The announced subjects of a kind that have not ended, also the withdrawn ones. */
export async function findSubjects(
  { db, now }: Context,
  kind: SubjectKind,
): Promise<{ aboutId: string; isWithdrawn: boolean }[]> {
  const { rows } = await sql<{
    aboutId: string;
    isWithdrawn: boolean;
  }>`
    select about_id as "aboutId", digest = ${WITHDRAWN} as "isWithdrawn"
    from webhook_subject
    where kind = ${kind} and ends_at > ${now()}`.execute(db);
  return rows;
}

export const deletePastSubjects = (
  { db }: Context,
  before: Date,
  limit: number,
): Promise<boolean> =>
  deleteBatch(db, "webhook_subject", {
    key: ["kind", "about_id"],
    limit,
    where: (row) => row("ends_at", "<", before),
  });
