import type { Ride, RideFound } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import type { MapPin, MapScene, MapStop } from "#shared/map/map-types.ts";
import { timeText, townOf } from "#shared/wording/wording.ts";
import { partOfMatch } from "./match-wording.ts";
import { lineOf, pointsOf } from "./ride-part.ts";
import type { WholeWish } from "./search-url.ts";
import { metresBetween, sameAs, stretchOf } from "./way.ts";

interface DrawnPart {
  readonly pickup: Place;
  readonly dropoff: Place;
  readonly pickupAt: string;
  readonly dropoffAt: string;
}

/** A ride as the map draws it: its way and stops, and the part that somebody travels where that is not all of it. */
export function rideScene(ride: Ride, part?: DrawnPart): MapScene {
  const route = lineOf(ride);
  const own = rideStops(ride);
  if (!part || isWholeWay(ride, part)) return { route, stops: own };
  const { pickup, dropoff } = part;
  const mine: MapStop[] = [
    { ...tag(ride, pickup, part.pickupAt), kind: "pickup" },
    { ...tag(ride, dropoff, part.dropoffAt), kind: "dropoff" },
  ];
  // The reader's own points stand for the stops they lie on.
  const others = own.filter((stop) => sameAs([pickup, dropoff], stop) < 0);
  return { route, part: stretchOf(route, pickup, dropoff), stops: [...others, ...mine] };
}

function isWholeWay(ride: Ride, { pickup, dropoff }: DrawnPart): boolean {
  return sameAs([ride.origin], pickup) === 0 && sameAs([ride.destination], dropoff) === 0;
}

function rideStops(ride: Ride): MapStop[] {
  const points = pointsOf(ride);
  return points.map((point, n): MapStop => {
    const kind = n === 0 ? "start" : n === points.length - 1 ? "end" : "stop";
    return { ...tag(ride, point, ride.eta[n] ?? ride.departsAt), kind };
  });
}

const tag = (ride: Ride, { lat, lng, label }: Place, at: string) => ({
  lat,
  lng,
  label: townOf(label),
  time: timeText(at, ride.timeZone),
});

const APART_M = 2000;

/** A pin where each ride starts; rides from one town share the pin of the first of them. */
export function startPins(rides: readonly Ride[], selectedId: string | null): MapPin[] {
  const shown: Ride[] = [];
  for (const ride of rides)
    if (!shown.some(({ origin }) => metresBetween(origin, ride.origin) < APART_M)) shown.push(ride);
  return shown.map(({ id, origin, destination, departsAt, timeZone }) => ({
    id,
    lat: origin.lat,
    lng: origin.lng,
    label: `${timeText(departsAt, timeZone)} ${townOf(origin.label)} – ${townOf(destination.label)}`,
    selected: id === selectedId,
  }));
}

/** The selected one of the found rides with the part that fits; the two places alone while none is found. */
export function foundScene(found: RideFound | undefined, wish: WholeWish): MapScene {
  const { from, to } = wish;
  if (!found) {
    const stops: MapStop[] = [
      { lat: from.lat, lng: from.lng, label: townOf(from.label), kind: "pickup" },
      { lat: to.lat, lng: to.lng, label: townOf(to.label), kind: "dropoff" },
    ];
    return { stops };
  }
  const { ride, match } = found;
  const { pickup, dropoff } = partOfMatch(ride, match, wish);
  return rideScene(ride, { ...match, pickup, dropoff });
}
