import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { RenderedEmail } from "./render-email.ts";

const MAX_STORED = 1_000;
const PAGE_SIZE = 100;

export interface StoredEmail extends Omit<RenderedEmail, "language"> {
  readonly id: string;
  readonly sentAt: Date;
}

export async function storeDevMail(
  db: Db,
  emails: readonly Omit<RenderedEmail, "language">[],
  at: Date,
): Promise<void> {
  const rows = emails.map(({ to, subject, text, html }) => ({
    recipient: to,
    subject,
    body_text: text,
    body_html: html,
    sent_at: at,
  }));
  if (rows.length > 0) await db.insertInto("dev_email").values(rows).execute();
}

/** The newest 100 e-mails, or those to one address, newest first. */
export function listDevMail(db: Db, to?: string): Promise<StoredEmail[]> {
  return db
    .selectFrom("dev_email")
    .select([
      "id",
      "recipient as to",
      "subject",
      "body_text as text",
      "body_html as html",
      "sent_at as sentAt",
    ])
    .$if(to !== undefined, (all) => all.where("recipient", "=", to ?? ""))
    .orderBy("id", "desc")
    .limit(PAGE_SIZE)
    .execute();
}

/** One e-mail; undefined if there is none with this id. */
export function findDevMail(db: Db, id: string): Promise<{ html: string } | undefined> {
  return db
    .selectFrom("dev_email")
    .select("body_html as html")
    .where(sql<boolean>`id::text = ${id}`)
    .executeTakeFirst();
}

/** Keeps the newest 1,000 e-mails. */
export async function pruneDevMail(db: Db): Promise<void> {
  await sql`
    delete from dev_email
    where id <= (
      select id from dev_email order by id desc offset ${MAX_STORED} limit 1)`.execute(db);
}
