import { sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";

/** A host who may answer a request, and the passing ride. */
export interface RequestAlert {
  readonly hostId: string;
  readonly requestId: string;
  readonly rideId: string;
}

/**
 * Records alerts of a request and returns those to send: no host is alerted of a request twice, or of more than `limitPerHost`
 * requests since an instant.
 */
export async function insertRequestAlerts(
  { db, now }: InTransaction,
  alerts: readonly RequestAlert[],
  {
    limitPerHost,
    since,
  }: {
    readonly limitPerHost: number;
    readonly since: Date;
  },
): Promise<RequestAlert[]> {
  if (alerts.length === 0) return [];
  const { rows } = await sql<RequestAlert>`
    insert into request_alert (host_id, request_id, ride_id, at)
    select host_id, request_id, ride_id, ${now()}::timestamptz
    from unnest(
      ${alerts.map(({ hostId }) => hostId)}::uuid[],
      ${alerts.map(({ requestId }) => requestId)}::uuid[],
      ${alerts.map(({ rideId }) => rideId)}::uuid[])
      as alert (host_id, request_id, ride_id)
    where (
      select count(*)
      from request_alert before
      where before.host_id = alert.host_id and before.at > ${since})
    < ${limitPerHost}
    on conflict do nothing
    returning host_id as "hostId", request_id as "requestId",
      ride_id as "rideId"`.execute(db);
  return rows;
}

/** Deletes records of requests whose time had passed by an instant; at most `limit`. */
export async function deleteOldRequestAlerts(
  { db }: Context,
  endedBefore: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from request_alert
    where (host_id, request_id) in (
      select host_id, request_id
      from request_alert
      join ride_request on ride_request.id = request_id
      where request_alert.at < ${endedBefore}
        and ride_request.departs_before < ${endedBefore}
      limit ${limit})
    returning request_id`.execute(db);
  return rows.length;
}
