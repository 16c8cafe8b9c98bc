import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { WrittenLetter } from "./letter.ts";

const KEPT = 1_000;
const PAGE = 100;

export interface KeptLetter extends WrittenLetter {
  readonly id: string;
  readonly sentAt: Date;
}

export async function keepDevMail(db: Db, letters: readonly WrittenLetter[], at: Date): Promise<void> {
  const rows = letters.map(({ to, subject, text, html }) => ({
    recipient: to,
    subject,
    body_text: text,
    body_html: html,
    sent_at: at,
  }));
  if (rows.length > 0) await db.insertInto("dev_mail").values(rows).execute();
}

/** The newest 100 letters, or those to one address, newest first. */
export function listDevMail(db: Db, to?: string): Promise<KeptLetter[]> {
  return db
    .selectFrom("dev_mail")
    .select(["id", "recipient as to", "subject", "body_text as text", "body_html as html", "sent_at as sentAt"])
    .$if(to !== undefined, (all) => all.where("recipient", "=", to ?? ""))
    .orderBy("id", "desc")
    .limit(PAGE)
    .execute();
}

/** Keeps the newest 1,000. */
export async function pruneDevMail(db: Db): Promise<void> {
  await sql`delete from dev_mail where id <= (select id from dev_mail order by id desc offset ${KEPT} limit 1)`.execute(
    db,
  );
}
