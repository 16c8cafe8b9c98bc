import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

export interface SessionToCheck {
  readonly session_id: string;
  readonly uid: string;
  readonly provider_id: string;
  readonly subject: string;
  readonly refresh_token: string;
}

/** Claims at most `limit` open sessions that were last checked before `before`; each goes to one process. */
export async function claimSessionsToCheck(
  { db, now }: Context,
  { before, limit }: { before: Date; limit: number },
): Promise<SessionToCheck[]> {
  const { rows } = await sql<SessionToCheck>`
    update provider_session set checked_at = ${now()} from linked_identity
    where linked_identity.id = identity_id and session_id in (
      select due.session_id from provider_session as due join session on session.id = due.session_id
      where due.refresh_token is not null and due.checked_at < ${before}
        and ended_at is null and expires_at > ${now()}
      order by due.checked_at limit ${limit} for update of due skip locked)
    returning session_id, linked_identity.uid, provider_id, subject, refresh_token`.execute(db);
  return rows;
}

/** Providers may replace a refresh token at each use. */
export async function replaceRefreshToken({ db }: Context, sessionId: string, refreshToken: string): Promise<void> {
  await db
    .updateTable("provider_session")
    .set({ refresh_token: refreshToken })
    .where("session_id", "=", sessionId)
    .execute();
}
