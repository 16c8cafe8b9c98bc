import type { LatLng, PickupKind } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import type { InTransaction } from "#platform/context.ts";

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
