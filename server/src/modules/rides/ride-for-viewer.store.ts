import type { MembersOf } from "@commonlane/contract/audiences";
import { sql } from "kysely";
import { describeAudience, toMembersOf } from "#modules/groups/index.ts";
import { type PublicPersonRow, publicPersonColumns } from "#modules/profiles/index.ts";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import { shownMarks } from "#modules/trust-marks/index.ts";
import { createDataLoader } from "#platform/dataloader.ts";
import type { Context } from "#platform/context.ts";
import { PREPARED } from "#platform/db/prepared-statements.ts";
import { spareTimeOf } from "./rules/double-booking.store.ts";
import type { RidePassenger } from "./route/ride-forms.ts";
import {
  isHiddenRide,
  isVisibleRide,
  type VisibleLinks,
  visibleLinks,
} from "./ride-visibility.store.ts";
import type { RideRow } from "./rides.store.ts";

/** A user's part in a ride: the confirmed seat of a passenger, or that they were accepted once but no longer are. */
export type Participation = RidePassenger | "former-passenger" | undefined;

export function isPassenger(participation: Participation): participation is RidePassenger {
  return participation !== undefined && participation !== "former-passenger";
}

export interface RideForViewer {
  readonly row: RideRow;
  readonly participation: Participation;
  /** False if the ride does not exist for this user. */
  readonly isVisible: boolean;
  /**
   * True if host and viewer have a contact restriction or moderators hid the ride. Only participants may see it then.
   */
  readonly isHidden: boolean;
  readonly links: VisibleLinks;
  /** By how many seconds the ride can become longer before its host travels again; null if they do not. */
  readonly spareTimeS: number | null;
  readonly host: PublicPersonRow;
  /** The mark or group whose members can join; undefined if everyone can. */
  readonly membersOf: MembersOf | undefined;
  /** Changes with every change of the ride, its audience, its host's profile or the trust marks that the host shows. */
  readonly version: string;
}

/** A ride with its host and the user's part in it. */
export function findRideForViewer(
  { db, now }: Context,
  id: string,
  uid: string,
): Promise<RideForViewer | undefined> {
  return loadRideBatched(db, {
    id,
    uid,
    at: now(),
  });
}

/** Reads those of the rides that exist, in one statement for all concurrent callers. */
export async function findRidesForViewer(
  { db, now }: Context,
  ids: readonly string[],
  uid: string,
): Promise<RideForViewer[]> {
  const at = now();
  const rides = await Promise.all(
    ids.map((id) =>
      loadRideBatched(db, {
        id,
        uid,
        at,
      }),
    ),
  );
  return rides.filter((ride) => ride !== undefined);
}

/** What differs between the viewers of a ride, and its version. */
export type RideState = Pick<RideForViewer, "version" | "participation" | "isVisible" | "links">;

/** Reads just enough to know whether a cached ride is unchanged. Cheap, because no call is more frequent. */
export function findRideState(
  { db, now }: Context,
  id: string,
  uid: string,
): Promise<RideState | undefined> {
  return loadStateBatched(db, {
    id,
    uid,
    at: now(),
  });
}

type ViewerQueries = readonly {
  readonly id: string;
  readonly uid: string;
  readonly at: Date;
}[];

const AUDIENCE = sql<Omit<
  MembersOf,
  "id"
> | null>`(case when members_of is not null then ${describeAudience(sql`members_of`)} end)`;
// A row's xmin is the transaction that wrote it, so it differs after every change. Trust marks also end by time alone.
const VERSION = sql<string>`
  ride.xmin || ' ' || profile.xmin || coalesce(
    ${shownMarks(sql`ride.host_id`, sql`asked.at`)}::text,
    '') || coalesce(${AUDIENCE}::text, '')`;
/** Needs `ride`, and the viewer as `asked.uid`. */
const PARTICIPATION = sql<Participation | null>`(
  select case
    when ${isConfirmedBooking} then json_build_object(
      'id', id, 'pickup', pickup, 'dropoff', dropoff)
    else '"former-passenger"'::json end
  from seat_request where ride_id = ride.id and seeker_id = asked.uid
    and (${isConfirmedBooking} or status = 'cancelled')
  order by ${isConfirmedBooking} desc limit 1)`;
const VIEWING = {
  ride: "ride",
  uid: sql`asked.uid`,
  at: sql`asked.at`,
};
const VISIBILITY = sql`${isVisibleRide(VIEWING)} as visible, ${visibleLinks(VIEWING)} as links`;
const requestedRides = (queries: ViewerQueries) => sql`
  unnest(
    ${queries.map(({ id }) => id)}::uuid[],
    ${queries.map(({ uid }) => uid)}::uuid[],
    ${queries.map(({ at }) => at)}::timestamptz[])
  with ordinality as asked (id, uid, at, nth)
  join ride on ride.id = asked.id
  join profile on profile.uid = ride.host_id`;

const loadRideBatched = createDataLoader(async (db, queries: ViewerQueries) => {
  const { rows } = await sql<
    RideRow &
      PublicPersonRow & {
        nth: number;
        part: Participation | null;
        visible: boolean;
        links: VisibleLinks;
        hidden: boolean;
        spare_s: number | null;
        version: string;
      } & {
        for_members: Omit<MembersOf, "id"> | null;
      }
  >`${PREPARED}
    select ride.*, nth, ${publicPersonColumns(sql`asked.at`)},
      ${VERSION} as version,
      ${PARTICIPATION} as part, ${VISIBILITY},
      ${isHiddenRide(VIEWING)} as hidden, ${spareTimeOf("ride")} as spare_s,
      ${AUDIENCE} as for_members
    from ${requestedRides(queries)}`.execute(db);
  const byQuery = new Map(
    rows.map((row) => [
      row.nth,
      {
        row,
        participation: row.part ?? undefined,
        isVisible: row.visible,
        isHidden: row.hidden,
        links: row.links,
        spareTimeS: row.spare_s,
        host: row,
        membersOf:
          row.members_of === null ? undefined : toMembersOf(row.members_of, row.for_members),
        version: row.version,
      },
    ]),
  );
  return queries.map((_, n) => byQuery.get(n + 1));
});

interface StateRow {
  readonly nth: number;
  readonly version: string;
  readonly part: Participation | null;
  readonly visible: boolean;
  readonly links: VisibleLinks;
}

const loadStateBatched = createDataLoader(async (db, queries: ViewerQueries) => {
  const { rows } = await sql<StateRow>`${PREPARED}
    select nth, ${VERSION} as version, ${PARTICIPATION} as part, ${VISIBILITY}
    from ${requestedRides(queries)}`.execute(db);
  const states = new Map(
    rows.map(({ nth, part, visible, links, version }) => [
      nth,
      {
        version,
        isVisible: visible,
        links,
        participation: part ?? undefined,
      },
    ]),
  );
  return queries.map((_, n) => states.get(n + 1));
});

/** Where the passengers of a ride get in and out, and whether that is agreed or was until `since`. */
export async function findSeatPlaces(
  { db }: Context,
  rideId: string,
  since: Date,
): Promise<(RidePassenger & { readonly agreed: boolean })[]> {
  const { rows } = await sql<RidePassenger & { agreed: boolean }>`
    select id, pickup, dropoff, ${isConfirmedBooking}
      and dropoff_at > ${since} as agreed
    from seat_request where ride_id = ${rideId}`.execute(db);
  return rows;
}

export function findParticipation(
  { db }: Context,
  rideId: string,
  uid: string,
): Promise<Participation> {
  return loadParticipationBatched(db, {
    rideId,
    uid,
  });
}

const loadParticipationBatched = createDataLoader(
  async (
    db,
    queries: readonly {
      rideId: string;
      uid: string;
    }[],
  ): Promise<Participation[]> => {
    const pairs = sql<{
      ride_id: string;
      uid: string;
    }>`
      unnest(
        ${queries.map(({ rideId }) => rideId)}::uuid[],
        ${queries.map(({ uid }) => uid)}::uuid[])`;
    const rows = await db
      .selectFrom("seat_request")
      .innerJoin(pairs.as<"asked">(sql`asked (ride_id, uid)`), (join) =>
        join
          .onRef("asked.ride_id", "=", "seat_request.ride_id")
          .onRef("asked.uid", "=", "seeker_id"),
      )
      .select(["seat_request.ride_id", "seeker_id", "status", "id", "pickup", "dropoff"])
      .where(sql<boolean>`(${isConfirmedBooking} or status = 'cancelled')`)
      .execute();
    const participations = new Map<string, Participation>();
    for (const { ride_id, seeker_id, status, id, pickup, dropoff } of rows) {
      const pair = `${ride_id} ${seeker_id}`;
      if (status !== "cancelled")
        participations.set(pair, {
          id,
          pickup,
          dropoff,
        });
      else if (!participations.has(pair)) participations.set(pair, "former-passenger");
    }
    return queries.map(({ rideId, uid }) => participations.get(`${rideId} ${uid}`));
  },
);
