import type { Input } from "@commonlane/contract/endpoint";
import type { LatLng } from "@commonlane/contract/shapes";
import { transit } from "@commonlane/contract/transit";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { toInstant, tomorrowInTimeZone } from "#shared/formatting/time-zones.ts";

/** Trains and buses of the night belong to the evening until then. */
const NIGHT_ENDS = "04:00";

export type JourneyQuery = Input<typeof transit.journeys>["query"];
export type RouteTime = Input<typeof transit.routeTrains>["body"]["points"][number];
export type ConnectionQuery = Input<typeof transit.connections>["query"];

/** Journeys beside the rides of a search. */
export function searchJourneys(query: JourneyQuery) {
  return endpointQuery(transit.journeys, { query });
}

/** The first or last connections of a period. */
export const findConnections = (query: ConnectionQuery) =>
  endpointQuery(transit.connections, { query });

interface WayHomeQuery {
  readonly rideId: string;
  /** Where the passenger is after the ride, and where home is. */
  readonly from: LatLng;
  readonly to: LatLng;
  readonly arrivesAt: string;
  readonly timeZone: string;
}

/** The last connections back on the day of a ride. Those of bookings are kept offline. */
export function findWayHome({ rideId, from, to, arrivesAt, timeZone }: WayHomeQuery) {
  const nextDay = tomorrowInTimeZone(timeZone, new Date(arrivesAt));
  const until = toInstant(timeZone, nextDay, NIGHT_ENDS) ?? new Date(arrivesAt);
  const query: ConnectionQuery = {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: to.lat,
    toLng: to.lng,
    after: arrivesAt,
    before: until.toISOString(),
    which: "last",
  };
  return endpointQuery(transit.connections, { query }, { meta: { neededOnRide: rideId } });
}

/** Trains and buses that fit a ride. They change only with the timetable. */
export const findRouteTrains = (points: readonly RouteTime[]) =>
  endpointQuery(
    transit.routeTrains,
    { body: { points: [...points] } },
    {
      staleTime: Infinity,
      enabled: points.length >= 2,
    },
  );
