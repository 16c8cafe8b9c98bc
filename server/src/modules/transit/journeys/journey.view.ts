import type { JourneyLeg, TransitJourney, TripLeg } from "@commonlane/contract/transit";
import type { RideMatch } from "@commonlane/contract/ride-search";
import type { LatLng } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { distanceM } from "@commonlane/matching/geo";
import type { Mode } from "../feed/feed.ts";
import type { Network } from "../network/network.ts";
import type { TripLeg as PlannedTrip } from "../planner/search-network.ts";
import type { PlannedTransit } from "./plan-transit.ts";

/**
 * Grams of CO₂ per person and kilometre, well to wheel: European Environment Agency, "Rail and waterborne", 2021, for
 * trains and buses in the EU; ferries and cable cars are rough values of that order.
 */
const CO2_G_PER_KM: Readonly<Record<Mode, number>> = {
  tram: 33,
  metro: 33,
  train: 33,
  bus: 80,
  ferry: 61,
  cableCar: 33,
};
/** Two people in a car that has 1.6 on average. */
const SHARED_CAR_FACTOR = 0.8;

interface Ends {
  readonly from: LatLng;
  readonly to: LatLng;
}

export const toIso = (seconds: number): string => shownTime(seconds * 1000);

/** Public transport with the walks at its ends. */
export function viewTransit(
  network: Network,
  planned: PlannedTransit,
  { from, to }: Ends,
): TransitJourney {
  return {
    departsAt: toIso(planned.departsS),
    arrivesAt: toIso(planned.arrivesS),
    legs: viewTransitLegs(network, planned, {
      from,
      to,
    }),
    changes: planned.trips.length - 1,
    co2Grams: Math.round(transitCo2(network, planned)),
  };
}

export function viewTransitLegs(
  network: Network,
  { trips, walkFromS, walkToS, departsS, arrivesS }: PlannedTransit,
  { from, to }: Ends,
): JourneyLeg[] {
  const legs: JourneyLeg[] = [];
  trips.forEach((trip, n) => {
    const view = viewTrip(network, trip);
    const before = legs.at(-1);
    if (n === 0 && walkFromS > 0)
      legs.push(
        walkLeg(
          {
            label: "",
            ...from,
          },
          view.from,
          departsS,
          trip.departsS,
        ),
      );
    if (before && trips[n - 1]?.to !== trip.from)
      legs.push(walkLeg(before.to, view.from, trips[n - 1]?.arrivesS ?? 0, trip.departsS));
    legs.push(view);
  });
  const last = trips.at(-1);
  if (last && walkToS > 0)
    legs.push(
      walkLeg(
        placeOf(network, last.to),
        {
          label: "",
          ...to,
        },
        last.arrivesS,
        arrivesS,
      ),
    );
  return legs;
}

export function walkLeg(
  from: JourneyLeg["from"],
  to: JourneyLeg["to"],
  departsS: number,
  arrivesS: number,
  walkM = distanceM(from, to),
): JourneyLeg {
  return {
    kind: "walk",
    from: {
      label: from.label,
      lat: from.lat,
      lng: from.lng,
    },
    to: {
      label: to.label,
      lat: to.lat,
      lng: to.lng,
    },
    departsAt: toIso(departsS),
    arrivesAt: toIso(arrivesS),
    distanceM: Math.round(walkM),
  };
}

function viewTrip(network: Network, trip: PlannedTrip): TripLeg {
  const { line } = trip.pattern;
  return {
    kind: "trip",
    from: placeOf(network, trip.from),
    to: placeOf(network, trip.to),
    departsAt: toIso(trip.departsS),
    arrivesAt: toIso(trip.arrivesS),
    mode: line.mode,
    line: line.name,
    headsign: trip.pattern.headsign(trip.trip),
    fromPlatform: network.platform(trip.from),
    toPlatform: network.platform(trip.to),
    operator: line.operator,
    operatorUrl: line.url,
    stopsBetween: trip.toPosition - trip.fromPosition - 1,
    ...delaysOf(trip),
  };
}

function delaysOf({ pattern, trip, day, fromPosition, toPosition }: PlannedTrip) {
  const departsLateS = pattern.delayS(trip, day, fromPosition);
  const arrivesLateS = pattern.delayS(trip, day, toPosition);
  if (departsLateS === undefined || arrivesLateS === undefined) return {};
  return {
    departsLateMinutes: Math.round(departsLateS / 60),
    arrivesLateMinutes: Math.round(arrivesLateS / 60),
  };
}

const placeOf = (network: Network, stop: number) => ({
  label: network.station(stop).name,
  ...network.stops.position(stop),
});

export function transitCo2(network: Network, { trips }: PlannedTransit): number {
  return trips.reduce(
    (sum, trip) => sum + tripKm(network, trip) * CO2_G_PER_KM[trip.pattern.line.mode],
    0,
  );
}

export const rideCo2 = ({ distanceM }: RideMatch, gramsPerKm: number): number =>
  (distanceM / 1000) * gramsPerKm * SHARED_CAR_FACTOR;

/** From stop to stop, as the crow flies. */
function tripKm(network: Network, { pattern, fromPosition, toPosition }: PlannedTrip): number {
  let metres = 0;
  for (let position = fromPosition; position < toPosition; position++)
    metres += distanceM(
      network.stops.position(pattern.stopAt(position)),
      network.stops.position(pattern.stopAt(position + 1)),
    );
  return metres / 1000;
}
