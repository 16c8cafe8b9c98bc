import { sql } from "kysely";
import { isForOthers } from "#modules/groups/index.ts";
import type { Context } from "#platform/context.ts";

/** Users who have something upcoming that is for the members of a mark or group that they do not have. */
export async function findFormerMembers({ db, now }: Context, limit: number): Promise<string[]> {
  const at = now();
  const isLost = (uid: string) => isForOthers(sql`members_of`, sql.ref(uid), at);
  const upcoming = sql`
    ride.members_of is not null
    and ride.status = 'scheduled'
    and departs_at > ${at}`;
  const { rows } = await sql<{ uid: string }>`
    select host_id as uid from ride where ${upcoming} and ${isLost("host_id")}
    union select seeker_id from seat_request join ride on ride.id = ride_id
      where ${upcoming}
        and seat_request.status in ('pending', 'accepted')
        and ${isLost("seeker_id")}
    union select seeker_id from standby join ride on ride.id = ride_id
      where ${upcoming}
        and standby.status = 'waiting'
        and ${isLost("seeker_id")}
    union select seeker_id from ride_request
      where members_of is not null
        and status = 'open'
        and ${isLost("seeker_id")}
    limit ${limit}`.execute(db);
  return rows.map(({ uid }) => uid);
}
