import { deepLink, type FeedSource, FeedText } from "../feed.ts";
import { listTrips, type ListedTrip } from "../listed-trips.ts";
import { formatSeconds, serviceClock } from "./service-clock.ts";

/**
 * Offers as Amarillo imports them: an array at one address. A ride that is missing at the next import is deleted there;
 * a changed one is read again because `lastUpdated` differs.
 */
export function writeAmarillo(source: FeedSource): Buffer {
  const text = new FeedText();
  let before = "[";
  for (const { ride, changed_at } of source.listed)
    for (const trip of listTrips(ride)) {
      text.add(before + JSON.stringify(toOffer(source, trip, changed_at)));
      before = ",";
    }
  text.add(before === "[" ? "[]" : "]");
  return text.toBytes();
}

function toOffer(source: FeedSource, { ride, firstLeg, stops }: ListedTrip, changedAt: Date) {
  const startMs = stops[0]?.atMs ?? 0;
  // As a clock at the first stop shows it.
  const { day, seconds } = serviceClock(ride.timeZone).localTimeOf(startMs);
  return {
    id: firstLeg === 0 ? ride.id : `${ride.id}-${firstLeg}`,
    agency: source.listing.agencyId,
    deeplink: deepLink(source, ride.id),
    departureDate: day,
    departureTime: formatSeconds(seconds),
    stops: stops.map((stop, n) => {
      const time = formatSeconds(seconds + (stop.atMs - startMs) / 1000);
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
