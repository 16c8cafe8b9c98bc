import { sql } from "kysely";
import type { Context } from "#platform/context.ts";

/** How two accounts are linked: they used the same browser, or signed in from the same network (/24 or /48). */
interface SharedSignIn {
  readonly uid: string;
  readonly other_uid: string;
  readonly device: boolean;
  readonly network: boolean;
}

/** Of these pairs, those that shared a browser or a network since `since`. */
export async function findSharedSignIns(
  { db }: Context,
  pairs: readonly {
    readonly uid: string;
    readonly other_uid: string;
  }[],
  since: Date,
): Promise<SharedSignIn[]> {
  const { rows } = await sql<SharedSignIn>`
    select * from (
      select pair.uid, pair.other_uid,
        exists (
          select from shared_device where shared_device.uid = least(pair.uid, pair.other_uid)
            and shared_device.other_uid = greatest(pair.uid, pair.other_uid) and last_seen_at > ${since}) as device,
        exists (
          select from account_event as own join account_event as other using (network)
          where own.uid = pair.uid and other.uid = pair.other_uid and own.at > ${since} and other.at > ${since}
            and own.kind <> 'sign-in-failed' and other.kind <> 'sign-in-failed') as network
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (uid uuid, other_uid uuid)) as link
    where device or network`.execute(db);
  return rows;
}
