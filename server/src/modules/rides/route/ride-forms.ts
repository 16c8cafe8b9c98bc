import type { LatLng } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { PublicRouteColumns } from "#platform/db/schema/ride-columns.ts";
import { rideEtas, toSeenDrive } from "./driven-route/driven-route.ts";
import type { RideRow } from "../rides.store.ts";

/*
 * The three forms of a ride (domain.md, Privacy by stage). Each is an ordinary row, so everything that is shown,
 * measured or decided with it depends only on the places that its viewer may know.
 *
 * exact:         as the host drives it
 * a passenger's: their own stops exactly, those of other passengers as strangers see them
 * public:        approximate places throughout; what every search measures, no matter who searches
 */

/** A seat request, and where its passenger gets in and out. */
export interface RidePassenger {
  readonly id: string;
  readonly pickup: LatLng;
  readonly dropoff: LatLng;
}

type RideWithForms = Pick<RideRow, "points" | "public_route" | "departs_at" | "leg_duration_s"> &
  Partial<Pick<RideRow, "driven_route" | "arrives_at">>;

/** The ride as its host drives it. The stored arrival is the one that all passengers may know. */
export function toExactRide<Row extends RideWithForms>(row: Row): Row {
  return row.driven_route ? withArrival(row) : row;
}

/** The ride as its host sees it once the seeker whose address it goes to is no passenger any more. */
export function toRideWithoutAddresses<Row extends RideWithForms & Pick<RideRow, "polyline">>(
  row: Row,
): Row {
  const { points, polyline } = withPlanForPassengers(row);
  return {
    ...toExactRide(row),
    points,
    polyline,
  };
}

/** The ride as one of its passengers sees it. */
export function toPassengerRide<Row extends RideWithForms>(
  row: Row,
  passenger: RidePassenger,
): Row {
  return toFormOnRide(row, {
    id: passenger.id,
    knowsLearned: knowsLearnedPlaces(row, passenger),
  });
}

/** The ride as users see it who are not on it. */
export function toPublicRide<Row extends RideWithForms>(row: Row): Row {
  const { public_route, driven_route } = row;
  if (!public_route && !driven_route) return row;
  const seenDrive = driven_route ? toSeenDrive(driven_route, driven_route.approximate) : null;
  return withArrival({
    ...row,
    ...public_route,
    public_route: null,
    driven_route: seenDrive,
  });
}

/**
 * The arrival that everyone on the ride may know. It is stored with the ride, because deadlines, lists and overlaps
 * with other rides depend on it, and anyone can find out when something happens.
 *
 * It is computed from the drive alone: the arrival stored so far may belong to a seat that was given back.
 */
export function sharedArrival(row: RideWithForms & Pick<RideRow, "arrives_at">): Date {
  return withArrival(
    toFormOnRide(row, {
      id: undefined,
      knowsLearned: false,
    }),
  ).arrives_at;
}

/** What a passenger knows of a ride. */
interface KnownStops {
  /** Their own seat request, whose stops they know. */
  readonly id: string | undefined;
  /** True if every address that the host learned from a seeker is their own. */
  readonly knowsLearned: boolean;
}

function toFormOnRide<Row extends RideWithForms>(row: Row, { id, knowsLearned }: KnownStops): Row {
  const planned = knowsLearned ? row : withPlanForPassengers(row);
  const { driven_route } = row;
  if (!driven_route) return planned === row ? row : withArrival(planned);

  const drives = (knowsLearned && driven_route.forLearnedFrom) || driven_route.forPassengers;
  const ownDrive = id === undefined ? undefined : drives?.byId[id];
  // Rides from before this form: no one's stops are exact.
  const drive = ownDrive ?? drives?.withoutStops ?? driven_route.approximate;
  return withArrival({
    ...planned,
    driven_route: toSeenDrive(driven_route, drive, ownDrive && id),
  });
}

/** The planned route for passengers: exact, but for addresses that the host learned from another seeker. */
export function withPlanForPassengers<Row extends RideWithForms>(row: Row): Row {
  const { public_route } = row;
  if (!public_route || !hasLearnedPlaces(public_route)) return row;
  return {
    ...row,
    ...(public_route.forPassengers ?? public_route),
    public_route,
  };
}

/** True if the planned route goes to an address that the host learned from a seeker. */
export function hasLearnedPlaces(public_route: PublicRouteColumns | null): boolean {
  return public_route !== null && (public_route.learned?.includes(true) ?? true);
}

const SAME_PLACE_M = 1;

/** True if all addresses that the host learned from a seeker are where this passenger gets in or out. */
const knowsLearnedPlaces = (
  row: Pick<RideRow, "points" | "public_route">,
  passenger: SeatPlaces,
): boolean => learnedPoints(row).every((point) => isPlaceOf(passenger, point));

type SeatPlaces = Pick<RidePassenger, "pickup" | "dropoff">;

/** Points at addresses that the host learned from a seeker. */
export const learnedPoints = ({
  points,
  public_route,
}: Pick<RideRow, "points" | "public_route">): LatLng[] =>
  points.filter((point, n) => {
    const shown = public_route?.points[n];
    return shown && (public_route.learned?.[n] ?? true) && distanceM(shown, point) >= SAME_PLACE_M;
  });

/** True if a passenger gets in or out there. */
export function isPlaceOf({ pickup, dropoff }: SeatPlaces, point: LatLng): boolean {
  return [pickup, dropoff].some((place) => distanceM(place, point) < SAME_PLACE_M);
}

function withArrival<Row extends RideWithForms>(row: Row): Row {
  const { departs_at, leg_duration_s, driven_route = null } = row;
  const arrives_at = rideEtas({
    departs_at,
    leg_duration_s,
    driven_route,
  }).at(-1);
  return arrives_at ? { ...row, arrives_at } : row;
}
