import type { LegalPageName } from "@commonlane/contract/community";
import type { Language } from "@commonlane/contract/languages";
import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

/** A page in one language. */
export interface TextKey {
  readonly page: LegalPageName;
  readonly language: Language;
}

export type VersionRow = Omit<Selectable<Schema["legal_text"]>, "page" | "language" | "body">;

/** Versions shown in the editor; all are kept. */
const SHOWN_VERSIONS_MAX = 100;

export function findVersions({ db }: Context, { page, language }: TextKey): Promise<VersionRow[]> {
  return db
    .selectFrom("legal_text")
    .select([
      "version",
      "revision",
      "saved_at",
      "saved_by",
      "published_at",
      "published_by",
      "agree_again",
      "withdrawn_at",
    ])
    .where("page", "=", page)
    .where("language", "=", language)
    .orderBy("version", "desc")
    .limit(SHOWN_VERSIONS_MAX)
    .execute();
}

export async function findVersionBody(
  { db }: Context,
  { page, language }: TextKey,
  version: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("legal_text")
    .select("body")
    .where("page", "=", page)
    .where("language", "=", language)
    .where("version", "=", version)
    .executeTakeFirst();
  return row?.body;
}

export function findDraftKeys({ db }: Context): Promise<TextKey[]> {
  return db
    .selectFrom("legal_text")
    .select(["page", "language"])
    .where("published_at", "is", null)
    .execute();
}

interface Save {
  readonly body: string;
  readonly byUid: string;
}

/** Adds a draft as the next version. Returns false if there is one already. */
export async function insertDraft(
  { db, now }: InTransaction,
  { page, language }: TextKey,
  { body, byUid }: Save,
): Promise<boolean> {
  // Of two at once, the second conflicts with the first, whose number it has.
  const { numAffectedRows } = await sql`
    insert into legal_text (page, language, version, body, saved_at, saved_by)
    select ${page}, ${language}, coalesce(max(version), 0) + 1, ${body},
      ${now()}::timestamptz, ${byUid}::uuid
    from legal_text where page = ${page} and language = ${language}
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Changes the draft if it is still at this revision. */
export async function updateDraft(
  { db, now }: InTransaction,
  { page, language }: TextKey,
  { body, byUid, revision }: Save & { readonly revision: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("legal_text")
    .set({
      body,
      revision: revision + 1,
      saved_at: now(),
      saved_by: byUid,
    })
    .where("page", "=", page)
    .where("language", "=", language)
    .where("published_at", "is", null)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteDraft(
  { db }: InTransaction,
  { page, language }: TextKey,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("legal_text")
    .where("page", "=", page)
    .where("language", "=", language)
    .where("published_at", "is", null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

interface Publication {
  readonly version: number;
  readonly revision: number;
  readonly agreeAgain: boolean;
  readonly byUid: string;
}

/** Publishes the draft if it is still this one. */
export async function publishDraft(
  { db, now }: InTransaction,
  { page, language }: TextKey,
  { version, revision, agreeAgain, byUid }: Publication,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("legal_text")
    .set({
      published_at: now(),
      published_by: byUid,
      agree_again: agreeAgain,
    })
    .where("page", "=", page)
    .where("language", "=", language)
    .where("version", "=", version)
    .where("revision", "=", revision)
    .where("published_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Withdraws the text in force; returns its version, or undefined if there is none. */
export async function withdrawPublished(
  { db, now }: InTransaction,
  { page, language }: TextKey,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update legal_text
    set withdrawn_at = ${now()}::timestamptz
    where page = ${page}
      and language = ${language}
      and withdrawn_at is null
      and version = (
        select max(version)
        from legal_text
        where page = ${page}
          and language = ${language}
          and published_at is not null)
    returning version`.execute(db);
  return rows[0]?.version;
}
