import type { Context } from "#platform/context.ts";

interface TestResult {
  /** Hash of the mail server and sender. */
  readonly mailServer: string;
  readonly failure: string | undefined;
}

export async function storeTestResult(
  { db, now }: Context,
  { mailServer, failure }: TestResult,
): Promise<void> {
  const row = { sent_at: now(), mail_server: mailServer, failure: failure ?? null };
  await db
    .insertInto("test_email")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** The latest test of this mail server, if the latest test was one of it. */
export function findTestResult({ db }: Context, mailServer: string) {
  return db
    .selectFrom("test_email")
    .select(["sent_at", "failure"])
    .where("mail_server", "=", mailServer)
    .executeTakeFirst();
}
