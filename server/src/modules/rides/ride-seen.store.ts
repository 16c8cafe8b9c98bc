import { sql } from "kysely";
import type { NamesRow } from "#modules/profiles/index.ts";
import { areApart, hiddenNow, isAgreed } from "#modules/safety/index.ts";
import { batched } from "#platform/batched.ts";
import type { Context } from "#platform/context.ts";
import { OFTEN } from "#platform/db/often.ts";
import type { RideRow } from "./rides.store.ts";

/** How far a person is, or was, with a ride: "aboard" may see more of it, "left" was accepted once and is not any more. */
export type Part = "aboard" | "left" | undefined;

export interface RideSeen {
  readonly row: RideRow;
  readonly part: Part;
  /** Host and viewer keep away from each other, or moderators hid the ride: it is for who is aboard, and nobody else. */
  readonly apart: boolean;
  readonly host: NamesRow;
  /** Changes with every change of the ride or of its host's profile. */
  readonly version: string;
}

/** A ride, its host, and how far this person is with it. */
export function findRideFor({ db }: Context, id: string, uid: string): Promise<RideSeen | undefined> {
  return oneRideFor(db, { id, uid });
}

/** Those of these rides that there are, in one statement with whoever else asks at the same moment. */
export async function findRidesFor({ db }: Context, ids: readonly string[], uid: string): Promise<RideSeen[]> {
  const seen = await Promise.all(ids.map((id) => oneRideFor(db, { id, uid })));
  return seen.filter((ride) => ride !== undefined);
}

/** What is needed to know whether a ride seen before is still as it was: cheap, because no call is made as often. */
export function rideStateFor(
  { db }: Context,
  id: string,
  uid: string,
): Promise<Pick<RideSeen, "version" | "part" | "apart"> | undefined> {
  return oneState(db, { id, uid });
}

type Asked = readonly { readonly id: string; readonly uid: string }[];

// A row's xmin is the transaction that wrote it: another one after every change.
const VERSION = sql<string>`ride.xmin || ' ' || profile.xmin`;
const PART = sql<Part | null>`(
  select case when bool_and(status = 'cancelled') then 'left' when count(*) > 0 then 'aboard' end
  from seat_request where ride_id = ride.id and seeker_id = asked.uid
    and (${isAgreed} or status = 'cancelled'))`;
const APART = sql`(${areApart(sql`asked.uid`, sql`ride.host_id`)} or ${hiddenNow(sql`ride.id`)})`;
const ridesAsked = (asked: Asked) => sql`
  unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ uid }) => uid)}::uuid[]) with ordinality as asked (id, uid, nth)
  join ride on ride.id = asked.id join profile on profile.uid = ride.host_id`;

const oneRideFor = batched(async (db, asked: Asked) => {
  const { rows } = await sql<
    RideRow & NamesRow & { nth: number; part: Part | null; apart: boolean; version: string }
  >`${OFTEN}
    select ride.*, nth, profile.uid, display_name, first_name, last_name, photo_id,
      rating_count, rating_sum, reliability, ${VERSION} as version, ${PART} as part, ${APART} as apart
    from ${ridesAsked(asked)}`.execute(db);
  const seen = new Map(
    rows.map((row) => [
      row.nth,
      { row, part: row.part ?? undefined, apart: row.apart, host: row, version: row.version },
    ]),
  );
  return asked.map((_, n) => seen.get(n + 1));
});

const oneState = batched(async (db, asked: Asked) => {
  const { rows } = await sql<{ nth: number; part: Part | null; apart: boolean; version: string }>`${OFTEN}
    select nth, ${VERSION} as version, ${PART} as part, ${APART} as apart from ${ridesAsked(asked)}`.execute(db);
  const states = new Map(
    rows.map(({ nth, part, apart, version }) => [nth, { version, apart, part: part ?? undefined }]),
  );
  return asked.map((_, n) => states.get(n + 1));
});

export function partIn({ db }: Context, rideId: string, uid: string): Promise<Part> {
  return onePart(db, { rideId, uid });
}

const onePart = batched(async (db, asked: readonly { rideId: string; uid: string }[]): Promise<Part[]> => {
  const pairs = sql<{ ride_id: string; uid: string }>`unnest(
    ${asked.map(({ rideId }) => rideId)}::uuid[], ${asked.map(({ uid }) => uid)}::uuid[])`;
  const rows = await db
    .selectFrom("seat_request")
    .innerJoin(pairs.as<"asked">(sql`asked (ride_id, uid)`), (join) =>
      join.onRef("asked.ride_id", "=", "seat_request.ride_id").onRef("asked.uid", "=", "seeker_id"),
    )
    .select(["seat_request.ride_id", "seeker_id", "status"])
    .where(sql<boolean>`(${isAgreed} or status = 'cancelled')`)
    .execute();
  const parts = new Map<string, Part>();
  for (const { ride_id, seeker_id, status } of rows) {
    const pair = `${ride_id} ${seeker_id}`;
    if (status !== "cancelled") parts.set(pair, "aboard");
    else if (!parts.has(pair)) parts.set(pair, "left");
  }
  return asked.map(({ rideId, uid }) => parts.get(`${rideId} ${uid}`));
});
