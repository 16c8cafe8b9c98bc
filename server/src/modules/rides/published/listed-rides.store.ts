import { sql } from "kysely";
import { maskText } from "#modules/privacy/index.ts";
import { viewFirstName } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { INDEXED_COLUMNS, type IndexedRide, ROAD_LINE } from "../lists/ride-lists.store.ts";
import { isVisibleToVisitors } from "./public-ride.store.ts";
import type { RideRow } from "../rides.store.ts";

/** A listed ride, and a text that changes with every change of it. */
export interface ListedRideVersion {
  readonly id: string;
  readonly version: string;
}

/** All rides that may leave now and depart before `until`, for statements that compare them. */
export const selectListedVersions = (ctx: Context, until: Date) =>
  ctx.db
    .selectFrom("ride")
    .select(["ride.id", sql<string>`ride.xmin::text`.as("version")])
    .where("ride.is_listed", "=", true)
    .where("ride.departs_at", "<", until)
    .where(isVisibleToVisitors(ctx));

/** The ids of those of these rides that may leave now. */
export async function findListedIds(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom("ride")
    .select("id")
    .where("id", "=", (id) => id.fn.any(sql<string[]>`${ids}::uuid[]`))
    .where("is_listed", "=", true)
    .where(isVisibleToVisitors(ctx))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const COLUMNS = [
  ...INDEXED_COLUMNS,
  "time_zone",
  "seats_total",
  "contribution_minor",
  "currency",
  "partly_estimated",
] as const;

/** Of a ride what its listed form is made from. */
export type ListedRow = IndexedRide & Pick<RideRow, (typeof COLUMNS)[number]>;

/** Those of these rides that may leave now. */
export async function findListedRows(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, ListedRow>> {
  const rows = await ctx.db
    .selectFrom("ride")
    .select([...COLUMNS, ROAD_LINE])
    .where("id", "=", (id) => id.fn.any(sql<string[]>`${ids}::uuid[]`))
    .where("is_listed", "=", true)
    .where(isVisibleToVisitors(ctx))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The host of a listed ride as visitors may know them. */
export interface ListedHost {
  readonly uid: string;
  readonly firstName: string;
}

/** The hosts of those of these rides that may leave now, by ride. */
export async function findListedHosts(
  ctx: Context,
  rideIds: readonly string[],
): Promise<Map<string, ListedHost>> {
  const rows = await ctx.db
    .selectFrom("ride")
    .innerJoin("profile", "profile.uid", "ride.host_id")
    .select([
      "ride.id",
      "profile.uid",
      "profile.display_name",
      "profile.first_name",
      "profile.last_name",
    ])
    .where("ride.id", "=", (id) => id.fn.any(sql<string[]>`${rideIds}::uuid[]`))
    .where("is_listed", "=", true)
    .where(isVisibleToVisitors(ctx))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        uid: row.uid,
        firstName: maskText(viewFirstName(row), false),
      },
    ]),
  );
}
