import type { MembersOf } from "@commonlane/contract/audiences";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { Money, Place, RidePlace } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import {
  findParticipation,
  findSeatPlaces,
  isPassenger,
  type Participation,
  type RideForViewer,
} from "./ride-for-viewer.store.ts";
import { findVisibility, type VisibleLinks } from "./ride-visibility.store.ts";
import type { RideRow } from "./rides.store.ts";
import { findAudience } from "#modules/groups/index.ts";
import { findPublicPerson, viewPublicPerson } from "#modules/profiles/index.ts";
import { maskPlace, maskVehicle, maskText, type Seen, whatIsSeen } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { rideEtas, totalDistanceAndDuration } from "./route/driven-route/driven-route.ts";
import {
  isPlaceOf,
  learnedPoints,
  toExactRide,
  toPassengerRide,
  toPublicRide,
  toRideWithoutAddresses,
} from "./route/ride-forms.ts";

/** Rides as one user may see them, depending on their part in each (domain.md, Privacy by stage). */
export function viewRides(
  ctx: Context,
  rows: readonly RideRow[],
  viewerUid: string,
): Promise<Ride[]> {
  return Promise.all(rows.map((row) => viewRide(ctx, row, viewerUid)));
}

/** A single ride. */
export async function viewRide(ctx: Context, row: RideRow, viewerUid: string): Promise<Ride> {
  const [host, membersOf, participation, visibility] = await Promise.all([
    findPublicPerson(ctx, row.host_id),
    findAudience(ctx, row.members_of),
    row.host_id === viewerUid ? undefined : findParticipation(ctx, row.id, viewerUid),
    findVisibility(ctx, row.id, viewerUid),
  ]);
  const links = visibility?.links ?? NO_LINKS;
  return toRide(
    {
      row,
      host,
      membersOf,
      links,
    },
    await rideViewer(ctx, row, viewerUid, participation),
  );
}

/** A ride as users see it who have no part in it. */
export const viewRideAsStranger = async (ctx: Context, row: RideRow): Promise<Ride> =>
  toRide(
    {
      row,
      host: await findPublicPerson(ctx, row.host_id),
      membersOf: await findAudience(ctx, row.members_of),
      links: NO_LINKS,
    },
    STRANGER,
  );

/** A ride whose data is loaded already. */
export const viewLoadedRide = (
  { row, host, membersOf, links }: Pick<RideForViewer, "row" | "host" | "membersOf" | "links">,
  viewer: RideViewer,
): Ride =>
  toRide(
    {
      row,
      host: viewPublicPerson(host),
      membersOf,
      links,
    },
    viewer,
  );

/** Who looks at a ride, with the form of it that they see. */
interface RideViewer {
  /** Equal for viewers who see the same. */
  readonly key: string;
  readonly isHost: boolean;
  readonly seen: Seen;
  readonly formOf: (row: RideRow) => RideRow;
}

/** True if the ride goes to the address of a seeker who has no agreed seat any more. */
async function isPastAddress(ctx: Context, row: RideRow, since: Date): Promise<boolean> {
  const addresses = learnedPoints(row);
  if (addresses.length === 0) return false;
  const seats = await findSeatPlaces(ctx, row.id, since);
  return addresses.some((address) => {
    const seatsThere = seats.filter((seat) => isPlaceOf(seat, address));
    return seatsThere.length > 0 && seatsThere.every(({ agreed }) => !agreed);
  });
}

const HOST: RideViewer = {
  key: "host",
  isHost: true,
  seen: whatIsSeen("ride", "host", "agreed"),
  formOf: toExactRide,
};
const STRANGER: RideViewer = {
  key: "stranger",
  isHost: false,
  seen: whatIsSeen("ride", "stranger", "before"),
  formOf: toPublicRide,
};

const HOST_WITHOUT_ADDRESSES: RideViewer = {
  ...HOST,
  key: "host later",
  formOf: toRideWithoutAddresses,
};

/** How this user sees a ride at this moment (domain.md, Privacy by stage). */
export async function rideViewer(
  ctx: Context,
  row: RideRow,
  uid: string,
  participation: Participation,
): Promise<RideViewer> {
  // Shared contacts, exact places and plates end together.
  const since = new Date(ctx.now().getTime() - ctx.settings.PHONE_VISIBLE_AFTER_H * HOUR_MS);
  if (row.host_id === uid)
    return (await isPastAddress(ctx, row, since)) ? HOST_WITHOUT_ADDRESSES : HOST;
  if (!isPassenger(participation)) return STRANGER;
  const isPast = row.arrives_at <= since;
  const stage = isPast ? "past" : "agreed";
  const seen = whatIsSeen("ride", "passenger", stage);
  const formOf = (row: RideRow) =>
    seen.place === "exact" ? toPassengerRide(row, participation) : toPublicRide(row);
  return {
    key: `${participation.id} ${stage}`,
    isHost: false,
    seen,
    formOf,
  };
}

interface LoadedRide {
  readonly row: RideRow;
  readonly host: PublicPerson | undefined;
  readonly membersOf: MembersOf | undefined;
  readonly links: VisibleLinks;
}

const NO_LINKS: VisibleLinks = {
  returnOf: null,
  returnId: null,
};

function toRide(
  { row, host, membersOf, links }: LoadedRide,
  { isHost, seen, formOf }: RideViewer,
): Ride {
  if (!host) throw new Error("A ride has no host.");
  const route = formOf(row);
  const isWhole = seen.text === "whole";
  const { origin, destination, stops } = splitPoints(
    route.points.map((point) => maskPlace(point, isWhole)),
  );
  return {
    id: row.id,
    host,
    hostId: row.host_id,
    origin,
    destination,
    stops,
    polyline: route.polyline,
    routed: route.leg_points !== null && !row.partly_estimated,
    ...(isWhole && row.roads_missing && { roadsMissing: true }),
    ...totalDistanceAndDuration(route),
    departsAt: shownTime(row.departs_at),
    arrivesAt: shownTime(route.arrives_at),
    timeZone: row.time_zone,
    destinationTimeZone: timeZoneAt(destination),
    eta: rideEtas(route).map(shownTime),
    seatsTotal: row.seats_total,
    seatsLeft: Math.min(...row.seats_left),
    seatsLeftByLeg: row.seats_left,
    contribution: toMoney(row),
    vehicle: row.vehicle && {
      ...maskVehicle(row.vehicle, isWhole),
      plate: seen.plate ? row.vehicle.plate : null,
    },
    approval: row.approval,
    maxDetourM: row.max_detour_m,
    maxDetourS: row.max_detour_s,
    luggage: row.luggage,
    preferences: row.preferences,
    audience: row.audience,
    ...(membersOf && { membersOf }),
    maxTwoInBack: row.max_two_in_back,
    note: maskText(row.note, isWhole),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    // A series is its host's own.
    seriesId: isHost ? row.series_id : null,
    seriesDay: isHost ? row.series_day : null,
    ...links,
    isPublic: row.is_public && row.audience === "everyone" && row.members_of === null,
    ...(row.is_listed && { isListed: true }),
    ...(row.shows_rating && { showsRating: true }),
  };
}

/** Points of a ride by role. */
export function splitPoints<P extends Place = RidePlace>(
  points: readonly P[],
): {
  origin: P;
  destination: P;
  stops: P[];
} {
  const origin = points.at(0);
  const destination = points.at(-1);
  if (!origin || !destination) throw new Error("A ride needs at least two points.");
  return {
    origin,
    destination,
    stops: points.slice(1, -1),
  };
}

export const toMoney = ({
  contribution_minor,
  currency,
}: {
  contribution_minor: number | null;
  currency: string | null;
}): Money | null =>
  contribution_minor === null || currency === null
    ? null
    : { amountMinor: contribution_minor, currency };
