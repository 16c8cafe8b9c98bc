import type { MeetingPointDetails } from "@commonlane/contract/meeting-points";
import type { LatLng, PickupKind } from "@commonlane/contract/shapes";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Box } from "#modules/places/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { lockName } from "#platform/db/locks.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import type { Schema } from "#platform/db/schema/schema.ts";

export type MeetingPointRow = Selectable<Schema["meeting_point"]>;

/** User id of a host; null for the community. */
export type Owner = string | null;

/** The meeting points that moderators defined and those of one host, by name; not the imported ones. */
export function findMeetingPoints({ db }: Context, ownerId: string): Promise<MeetingPointRow[]> {
  return db
    .selectFrom("meeting_point")
    .selectAll()
    .where((row) => row.or([row("owner_id", "is", null), row("owner_id", "=", ownerId)]))
    .where("source_id", "is", null)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

export async function findRideHost(
  { db }: InTransaction,
  rideId: string,
): Promise<string | undefined> {
  return (await db.selectFrom("ride").select("host_id").where("id", "=", rideId).executeTakeFirst())
    ?.host_id;
}

interface NewMeetingPoint {
  readonly owner: Owner;
  readonly rideId: string | null;
  readonly details: MeetingPointDetails;
}

/** Counts one call after the other. Returns undefined if the owner has `limit` meeting points. */
export async function insertMeetingPoint(
  ctx: InTransaction,
  {
    owner,
    rideId,
    details: { name, kind, lat, lng, note = null, capacity = null },
  }: NewMeetingPoint,
  limit: number,
): Promise<MeetingPointRow | undefined> {
  await lockName(ctx, `meeting-points ${owner ?? ""}`);
  const { rows } = await sql<MeetingPointRow>`
    insert into meeting_point (
      owner_id, ride_id, name, kind, lat, lng, note, capacity, created_at)
    select ${owner}::uuid, ${rideId}::uuid, ${name}, ${kind}, ${lat}::float8,
      ${lng}::float8, ${note}, ${capacity}::int,
      ${ctx.now()}::timestamptz
    where (
      select count(*)
      from meeting_point
      where owner_id is not distinct from ${owner}::uuid and source_id is null)
    < ${limit}
    returning *`.execute(ctx.db);
  return rows[0];
}

/** Returns undefined if this owner has no such meeting point. */
export function updateMeetingPoint(
  { db }: Context,
  owner: Owner,
  id: string,
  { name, kind, lat, lng, note = null, capacity = null }: MeetingPointDetails,
): Promise<MeetingPointRow | undefined> {
  return db
    .updateTable("meeting_point")
    .set({
      name,
      kind,
      lat,
      lng,
      note,
      capacity,
    })
    .where("id", "=", id)
    .where("owner_id", "is not distinct from", owner)
    .where("source_id", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Returns true if this owner had it. */
export async function deleteMeetingPoint(
  { db }: Context,
  owner: Owner,
  id: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom("meeting_point")
    .where("id", "=", id)
    .where("owner_id", "is not distinct from", owner)
    .where("source_id", "is", null)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

interface NearRides {
  /** Areas in which points of the community are wanted. */
  readonly boxes: readonly Box[];
  readonly rides: readonly {
    readonly id: string;
    readonly host_id: string;
  }[];
}

/** The community's meeting points in these boxes, and those of the hosts for these rides. */
export async function findMeetingPointsNear(
  { db }: Pick<Context, "db">,
  { boxes, rides }: NearRides,
): Promise<MeetingPointRow[]> {
  const { rows } = await sql<MeetingPointRow>`${PREPARED}
    select * from meeting_point where owner_id is null and ${isInBox(boxes)}
    union all
    select *
    from meeting_point
    where owner_id = any (${[...new Set(rides.map(({ host_id }) => host_id))]}::uuid[])
      and (ride_id is null
        or ride_id = any (${rides.map(({ id }) => id)}::uuid[]))
    order by id`.execute(db);
  return rows;
}

/** At most `limit` places of meeting points in these boxes, also of hosts, who may offer other rides. */
export async function findMeetingPlaces(
  { db }: Pick<Context, "db">,
  boxes: readonly Box[],
  limit: number,
): Promise<LatLng[]> {
  const { rows } = await sql<LatLng>`${PREPARED}
    select lat, lng from meeting_point where ${isInBox(boxes)} limit ${limit}`.execute(db);
  return rows;
}

/** SQL: a meeting point is in one of these boxes. */
function isInBox(boxes: readonly Box[]): RawBuilder<boolean> {
  const side = (of: keyof Box) => sql`${boxes.map((box) => box[of])}::float8[]`;
  return sql`exists (
    select
    from unnest(
      ${side("south")}, ${side("north")}, ${side("west")}, ${side("east")})
      as box (south, north, west, east)
    where lat between south and north and lng between west and east)`;
}

/** A meeting point of the community from open data. */
export interface ImportedPoint extends LatLng {
  /** Its id in the source. */
  readonly key: string;
  readonly kind: PickupKind;
  readonly name: string;
  readonly capacity: number | null;
}

const BATCH = 1000;

/** Makes these the meeting points of a source; one with the same key stays the same row. Returns how many were removed. */
export async function replaceImportedPoints(
  { db, now }: InTransaction,
  sourceId: string,
  points: readonly ImportedPoint[],
): Promise<number> {
  const keys = points.map(({ key }) => key);
  const { rows } = await sql`
    delete from meeting_point where source_id = ${sourceId}
      and source_key not in (select unnest(${keys}::text[]))
      returning id`.execute(db);
  for (let from = 0; from < points.length; from += BATCH)
    await sql`
      insert into meeting_point (
        source_id, source_key, name, kind, lat, lng, capacity, created_at)
      select ${sourceId}, point.key, point.name, point.kind, point.lat,
        point.lng, point.capacity, ${now()}::timestamptz
      from json_to_recordset(${JSON.stringify(points.slice(from, from + BATCH))}::json)
        as point (
          key text, name text, kind text, lat float8, lng float8, capacity int)
      on conflict (source_id, source_key) where source_id is not null do update
        set name = excluded.name, kind = excluded.kind, lat = excluded.lat,
          lng = excluded.lng, capacity = excluded.capacity`.execute(db);
  return rows.length;
}
