import type { EventColumns } from "#platform/db/outbox/event-columns.ts";
import { eventRecipients } from "../app/event-recipients.ts";
import { sql } from "kysely";
import type { Context } from "#platform/context.ts";
import type { Load } from "./load.ts";

const eventTypeByStatus: Record<string, string> = { pending: "seat-request.created" };

/**
 * Compares the database with the replies that the load's users received; returns descriptions of contradictions.
 * Ignores rides of hosts who are not part of the load, and requests for them.
 */
export async function findContradictions(
  ctx: Context,
  load: Load,
  excludedHostIds: readonly string[] = [],
): Promise<string[]> {
  const rides = await ridesByMark(ctx, excludedHostIds);
  const requests = await requestsByMark(ctx, excludedHostIds);
  const pending = load.unanswered;
  const underWay = new Set(pending.flatMap(({ marker: mark }) => mark ?? []));
  const isKnownMark = (mark: string) =>
    load.rides.has(mark) || load.requests.has(mark) || underWay.has(mark);
  const problems: string[] = [];
  for (const [mark, id] of load.rides) {
    if (rides.get(mark)?.join() !== id)
      problems.push(`ride ${id} is ${rides.get(mark)?.join() ?? "gone"}`);
  }
  for (const [mark, { id, status }] of load.requests) {
    const found = requests.get(mark) ?? [];
    const may = [
      status,
      ...pending.flatMap(({ changes }) => (changes?.request.id === id ? changes.to : [])),
    ];
    if (found.length !== 1 || found[0]?.id !== id || !may.some((one) => one === found[0]?.status)) {
      problems.push(`request ${id}, last reported as ${status}, is ${JSON.stringify(found)}`);
    }
  }
  for (const [mark, found] of [...rides, ...requests]) {
    if (found.length > 1) problems.push(`${mark} happened ${found.length} times`);
    if (!isKnownMark(mark) || load.refused.has(mark))
      problems.push(`${mark} happened although it was refused`);
  }
  return [...problems, ...(await findWrongSeatCounts(ctx)), ...(await findWrongEvents(ctx))];
}

async function ridesByMark(
  { db }: Context,
  excludedHostIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom("ride").select(["id", "note", "host_id"]).execute();
  return grouped(
    rows
      .filter(({ host_id }) => !excludedHostIds.includes(host_id ?? ""))
      .map(({ id, note }) => [note ?? "", id]),
  );
}

async function requestsByMark(
  { db }: Context,
  excludedHostIds: readonly string[],
): Promise<Map<string, { id: string; status: string }[]>> {
  const rows = await db
    .selectFrom("seat_request")
    .innerJoin("ride", "ride.id", "seat_request.ride_id")
    .select(["seat_request.id", "message", "seat_request.status", "host_id"])
    .execute();
  // Those without a message come from the standby queue, which passengers join when their host cancels.
  const ofLoad = rows.filter(
    ({ host_id, message }) => message !== null && !excludedHostIds.includes(host_id ?? ""),
  );
  return grouped(ofLoad.map(({ id, message, status }) => [message ?? "", { id, status }]));
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, item] of pairs) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}

/**
 * Checks every leg of future rides: free seats are all seats less those of accepted requests; also checks the sum of
 * contributions.
 */
export async function findWrongSeatCounts({ db }: Context): Promise<string[]> {
  const { rows: owing } = await sql<{ id: string; promised: number; owed: number }>`
    select ride.id, promised_minor as promised,
      coalesce(sum(seat_request.seats * seat_request.contribution_minor)::int, 0) as owed
    from ride left join seat_request on ride_id = ride.id and seat_request.status = 'accepted'
    where ride.status = 'scheduled' group by ride.id`.execute(db);
  const { rows } = await sql<{ id: string; leg: number; left: number; owed: number }>`
    select ride.id, ledger.leg::int, ledger.seats as left, ride.seats_total - coalesce((
        select sum(aboard.seats)::int from seat_request aboard
        where aboard.ride_id = ride.id and aboard.status = 'accepted'
          and ledger.leg - 1 between aboard.first_leg and aboard.last_leg), 0) as owed
    from ride, unnest(ride.seats_left) with ordinality as ledger (seats, leg) where ride.status = 'scheduled'`.execute(
    db,
  );
  return [
    ...rows
      .filter(({ left, owed }) => left !== owed)
      .map(
        ({ id, leg, left, owed }) =>
          `leg ${leg} of ride ${id} has ${left} free seats instead of ${owed}`,
      ),
    ...owing
      .filter(({ promised, owed }) => promised !== owed)
      .map(
        ({ id, promised, owed }) =>
          `the contributions to ride ${id} sum up to ${promised} instead of ${owed}`,
      ),
  ];
}

/**
 * Checks that every change sent one event to each side, and nothing else. Events that only ask to reload may repeat.
 */
async function findWrongEvents({ db }: Context): Promise<string[]> {
  const { rows: twice } = await sql<EventColumns & { topic: string }>`
    select told.topic, type, ids, details::text as details from event cross join ${eventRecipients}
    where type not in ('ride.changed', 'notification.changed', 'chat.conversation-changed', 'standby.changed')
    group by told.topic, type, ids, details::text having count(*) > 1`.execute(db);
  const { rows: told } = await sql<{ id: string; status: string; payloads: string[] }>`
    select seat_request.id, seat_request.status, coalesce(told.payloads, '{}') as payloads
    from seat_request left join (
      select ids[1] as id, array_agg(type order by xid desc, event.id desc) as payloads
      from event cross join ${eventRecipients} where type like 'seat-request.%' group by 1) as told on told.id = seat_request.id`.execute(
    db,
  );
  const { rows: unhosted } = await sql<{ id: string }>`
    select ride.id from ride left join event
      on topic = 'rides' and type = 'ride.hosted' and ids[1] = ride.id
    group by ride.id having count(event.id) <> 1`.execute(db);
  return [
    ...twice.map(({ topic, ...columns }) => `${topic} received ${JSON.stringify(columns)} twice`),
    ...told
      .filter(
        ({ status, payloads }) =>
          payloads.length % 2 ||
          payloads[0] !== (eventTypeByStatus[status] ?? `seat-request.${status}`),
      )
      .map(
        ({ id, status, payloads }) =>
          `request ${id} is ${status}, but its events were ${payloads.join()}`,
      ),
    ...unhosted.map(({ id }) => `ride ${id} did not have exactly one event`),
  ];
}
