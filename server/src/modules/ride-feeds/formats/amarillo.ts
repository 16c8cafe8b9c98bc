import type { FeedSource } from "../feed.ts";
import { deepLink } from "../feed.ts";
import { listTrips, type ListedTrip } from "../listed-trips.ts";
import { serviceClock, type ServiceClock } from "./service-clock.ts";

/**
 * Offers as Amarillo imports them: an array at one address. A ride that is missing at the next import is deleted there;
 * a changed one is read again because `lastUpdated` differs.
 */
export function writeAmarillo(source: FeedSource): Buffer {
  const offers = source.listed.flatMap(({ ride, changed_at }) => {
    // The local time at the first stop.
    const clock = serviceClock(ride.timeZone);
    return listTrips(ride).map((trip) => toOffer(source, clock, trip, changed_at));
  });
  return Buffer.from(JSON.stringify(offers));
}

function toOffer(source: FeedSource, clock: ServiceClock, trip: ListedTrip, changedAt: Date) {
  const { ride, firstLeg, stops } = trip;
  const start = stops[0]?.at ?? new Date(ride.departsAt);
  const day = clock.dayOf(start);
  return {
    id: firstLeg === 0 ? ride.id : `${ride.id}-${firstLeg}`,
    agency: source.listing.agencyId,
    deeplink: deepLink(source, ride.id),
    departureDate: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    departureTime: clock.timeOf(start, start),
    stops: stops.map((stop, n) => {
      const time = clock.timeOf(stop.at, start);
      return {
        id: `cl:${stop.id}`,
        name: stop.name,
        lat: stop.lat,
        lon: stop.lng,
        arrivalTime: time,
        departureTime: time,
        pickup_dropoff: pickupDropoff(n, stops.length),
      };
    }),
    lastUpdated: changedAt.toISOString(),
  };
}

function pickupDropoff(n: number, count: number): string {
  if (n === 0) return "only_pickup";
  return n === count - 1 ? "only_dropoff" : "pickup_and_dropoff";
}
