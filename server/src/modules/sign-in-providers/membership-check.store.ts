import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

export interface SessionToCheck {
  readonly session_id: string;
  readonly uid: string;
  readonly provider_id: string;
  readonly subject: string;
  readonly refresh_token: string;
  /** Set if an earlier check was broken off: the provider may have replaced the token then. */
  readonly check_began_at: Date | null;
}

/** Claims at most `limit` open sessions that were last checked before `before`; each goes to one process. */
export async function claimSessionsToCheck(
  { db, now }: Context,
  { before, limit }: { before: Date; limit: number },
): Promise<SessionToCheck[]> {
  const { rows } = await sql<SessionToCheck>`
    update provider_session set checked_at = ${now()} from linked_identity
    where linked_identity.id = identity_id and session_id in (
      select due.session_id
      from provider_session as due
      join session on session.id = due.session_id
      where due.refresh_token is not null and due.checked_at < ${before}
        and ended_at is null and expires_at > ${now()}
      order by due.checked_at limit ${limit} for update of due skip locked)
    returning session_id, linked_identity.uid, provider_id, subject,
      refresh_token, check_began_at`.execute(db);
  return rows;
}

export async function markCheckBegun({ db, now }: Context, sessionId: string): Promise<void> {
  await db
    .updateTable("provider_session")
    .set({ check_began_at: now() })
    .where("session_id", "=", sessionId)
    .execute();
}

/** Stores the token with which to ask the next time; null if there is none. */
export async function finishCheck(
  { db }: Context,
  sessionId: string,
  refreshToken: string | null,
): Promise<void> {
  await db
    .updateTable("provider_session")
    .set({
      refresh_token: refreshToken,
      check_began_at: null,
    })
    .where("session_id", "=", sessionId)
    .execute();
}

/** Makes all sessions at a provider that were claimed since `claimedAt` or are due wait as if checked at `checkedAt`. */
export async function postponeChecks(
  { db }: Context,
  providerId: string,
  {
    claimedAt,
    dueBefore,
    checkedAt,
  }: Readonly<Record<"claimedAt" | "dueBefore" | "checkedAt", Date>>,
): Promise<void> {
  await sql`
    update provider_session set checked_at = ${checkedAt} from linked_identity
    where linked_identity.id = identity_id
      and provider_id = ${providerId}
      and refresh_token is not null
      and (checked_at < ${dueBefore} or checked_at = ${claimedAt})`.execute(db);
}
