import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { AgreedText } from "./texts-in-force.ts";

/** Idempotent; the text itself is stored with the first consent. */
export async function insertConsents(
  { db, now }: Context,
  uid: string,
  texts: readonly AgreedText[],
): Promise<void> {
  if (texts.length === 0) return;
  const of = <T>(pick: (text: AgreedText) => T) => texts.map(pick);
  await sql`
    with agreed as (
      select *
      from unnest(
        ${of(({ document }) => document)}::text[],
        ${of(({ version }) => version)}::text[],
        ${of(({ updated }) => updated)}::text[],
        ${of(({ body }) => body)}::text[])
        as t (document, version, updated, body)),
      kept as (
        insert into legal_version
        select document, version, updated, body, ${now()}::timestamptz
        from agreed
        on conflict do nothing)
    insert into consent
    select ${uid}::uuid, document, version, ${now()}::timestamptz
    from agreed
    on conflict do nothing`.execute(db);
}

export function findConsents({ db }: Context, uid: string) {
  return db
    .selectFrom("consent")
    .select(["document", "version", "agreed_at"])
    .where("uid", "=", uid)
    .orderBy("agreed_at", "desc")
    .limit(200)
    .execute();
}
