import type { LatLng, Place, RidePlace } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import type { SeenPlan } from "#platform/db/schema/ride-columns.ts";
import { approximatePlace, isPublicPlace } from "#modules/privacy/approximate/index.ts";
import { type RideRoute, areSamePlaces, calculateRoute, shiftDeparture } from "./ride-route.ts";
import { findOwnPlaces, type RideRow, findPublicRoutesOfHost } from "../rides.store.ts";

/** A place that a driver learned from a seeker (domain.md, Privacy by stage). */
export interface LearnedPlace {
  readonly exact: Place;
  readonly approximate: Place;
}
export type HostedRoute = RideRoute & Pick<RideRow, "public_route">;

const SAME_PLACE_M = 25;

/**
 * Calculates the route through `points`, and its public form. In that, places that this host learned from a seeker,
 * also in later rides, and places that the host does not show exactly are approximate.
 */
export async function calculateHostedRoute(
  ctx: Context,
  points: RidePlace[],
  departsAt: Date,
  {
    hostId,
    learned,
  }: {
    readonly hostId: string;
    readonly learned: readonly LearnedPlace[];
  },
): Promise<HostedRoute> {
  const route = calculateRoute(ctx, points, departsAt);
  const publicPoints = await calculatePublicPoints(ctx, points, {
    hostId,
    learned,
  });
  const publicPlaces = publicPoints
    .map(({ approximate }, n) => approximate ?? points[n])
    .flatMap((place) => place ?? []);
  if (areSamePlaces(publicPlaces, points))
    return {
      ...route,
      public_route: null,
    };

  const publicRoute = calculateRoute(ctx, publicPlaces, departsAt);
  const pointsForPassengers = publicPoints.flatMap((point, n) => {
    const seen = point.learned ? point.approximate : points[n];
    return seen ? [seen] : [];
  });
  const learnedFrom = publicPoints.map((point) => point.learned);
  const isPublicForPassengers =
    !learnedFrom.includes(true) || areSamePlaces(pointsForPassengers, publicPlaces);
  const forPassengers = isPublicForPassengers
    ? undefined
    : calculateRoute(ctx, pointsForPassengers, departsAt);
  return {
    ...route,
    public_route: {
      ...toSeenPlan(publicRoute),
      learned: learnedFrom,
      ...(forPassengers && { forPassengers: toSeenPlan(forPassengers) }),
    },
  };
}

/** The columns of a route that others see. */
const toSeenPlan = ({
  points,
  leg_distance_m,
  leg_duration_s,
  leg_points,
  polyline,
}: RideRoute): SeenPlan => ({
  points,
  leg_distance_m,
  leg_duration_s,
  leg_points,
  polyline,
});

/** The route of a ride, at another departure. */
export function toHostedRoute(ride: RideRow, departsAt: Date): HostedRoute {
  const { points, leg_distance_m, leg_duration_s, leg_points, polyline, public_route } = ride;
  const { partly_estimated, roads_missing } = ride;
  const line = {
    points,
    leg_distance_m,
    leg_duration_s,
    leg_points,
    polyline,
    public_route,
  };
  return {
    ...line,
    partly_estimated,
    roads_missing,
    ...shiftDeparture(ride, departsAt),
  };
}

/** The public points in place of these. */
export async function getPublicPoints(
  ctx: Context,
  points: RidePlace[],
  hostId: string,
): Promise<RidePlace[]> {
  const publicPoints = await calculatePublicPoints(ctx, points, {
    hostId,
    learned: [],
  });
  return points.map((point, n) => publicPoints[n]?.approximate ?? point);
}

interface PublicPoint {
  /** Undefined if the place itself is shown. */
  readonly approximate: Place | undefined;
  readonly learned: boolean;
}

async function calculatePublicPoints(
  ctx: Context,
  points: readonly RidePlace[],
  {
    hostId,
    learned,
  }: {
    readonly hostId: string;
    readonly learned: readonly LearnedPlace[];
  },
): Promise<PublicPoint[]> {
  const learnedEarlier = (await findPublicRoutesOfHost(ctx, hostId))
    .flatMap(findLearnedPlaces)
    .filter(({ exact }) => !isTown(exact));
  const ownPlaces = await findOwnPlaces(ctx, hostId);
  return Promise.all(
    points.map(async (point, n) => {
      const learnedPlace = [...learned, ...learnedEarlier].find(
        ({ exact }) => distanceM(exact, point) < SAME_PLACE_M,
      );
      if (learnedPlace)
        return {
          approximate: learnedPlace.approximate,
          learned: true,
        };
      const isEnd = n === 0 || n === points.length - 1;
      const isExact = await isShownExactly(ctx, point, {
        isEnd,
        ownPlaces,
      });
      return {
        approximate: isExact ? undefined : await approximatePlace(ctx, point),
        learned: false,
      };
    }),
  );
}

const OWN_PLACE_M = 300;

/**
 * Follows the host's choice. By default an end is shown if it is a town or a public place and not near the host's own
 * places.
 */
async function isShownExactly(
  ctx: Context,
  point: RidePlace,
  {
    isEnd,
    ownPlaces,
  }: {
    readonly isEnd: boolean;
    readonly ownPlaces: readonly LatLng[];
  },
): Promise<boolean> {
  if (point.shown) return point.shown === "exact";
  if (ownPlaces.some((place) => distanceM(place, point) < OWN_PLACE_M)) return false;
  return !isEnd || isPublicPlace(ctx, point);
}

/** Places of a ride that its host learned from a seeker and that strangers see approximately. */
export const findLearnedPlaces = ({
  points,
  public_route,
}: Pick<RideRow, "points" | "public_route">): LearnedPlace[] =>
  points.flatMap((exact, n) => {
    const approximate = public_route?.points[n];
    const learned = public_route?.learned?.[n] ?? true;
    return approximate && learned && !areSamePlaces([exact], [approximate])
      ? [{ exact, approximate }]
      : [];
  });

/** A town is never private, no matter who chose it. */
function isTown({ placeId }: Place): boolean {
  return placeId?.startsWith("gn:") ?? false;
}
