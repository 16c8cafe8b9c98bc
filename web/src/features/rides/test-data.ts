import type { RideMatch } from "@commonlane/contract/ride-search";
import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import { encodePolyline } from "@commonlane/contract/polyline";

export const FREIBURG = {
  label: "Freiburg im Breisgau, Germany",
  lat: 47.9959,
  lng: 7.8522,
};
export const KARLSRUHE = {
  label: "Karlsruhe, Germany",
  lat: 49.00937,
  lng: 8.40444,
};
export const MAINZ = {
  label: "Mainz, Germany",
  lat: 49.98419,
  lng: 8.2791,
};
export const BONN = {
  label: "Bonn, Germany",
  lat: 50.73438,
  lng: 7.09549,
};
export const KOELN = {
  label: "Köln, Germany",
  lat: 50.93333,
  lng: 6.95,
};

/** Test ride from Freiburg through Mainz to Köln. */
export function testRide(id: string, overrides: Partial<Ride> = {}): Ride {
  return {
    id,
    host: {
      uid: "host",
      displayName: "Amara L.",
      initials: "AL",
      photo: null,
      rating: { mean: null, count: 0 },
      reliability: null,
    },
    hostId: "host",
    origin: FREIBURG,
    destination: KOELN,
    stops: [MAINZ],
    routed: false,
    polyline: encodePolyline([FREIBURG, MAINZ, KOELN]),
    distanceM: 480_000,
    durationS: 24_000,
    departsAt: "2026-11-21T06:45:00.000Z",
    arrivesAt: "2026-11-21T13:25:00.000Z",
    timeZone: "Europe/Berlin",
    eta: ["2026-11-21T06:45:00.000Z", "2026-11-21T10:53:00.000Z", "2026-11-21T13:25:00.000Z"],
    seatsTotal: 3,
    seatsLeft: 1,
    seatsLeftByLeg: [3, 1],
    contribution: { amountMinor: 1800, currency: "EUR" },
    vehicle: null,
    approval: "manual",
    maxDetourM: 10_000,
    maxDetourS: 600,
    luggage: 1,
    preferences: {},
    audience: "everyone",
    maxTwoInBack: false,
    note: null,
    status: "scheduled",
    createdAt: "2026-11-20T06:45:00.000Z",
    seriesId: null,
    seriesDay: null,
    returnOf: null,
    returnId: null,
    isPublic: false,
    ...overrides,
  };
}

/** Search result of that ride from Karlsruhe to Bonn. */
export function testHit(
  id: string,
  overrides: Partial<RideMatch> = {},
  approval: Ride["approval"] = "manual",
): RideSearchResult {
  const match: RideMatch = {
    pickup: {
      ...KARLSRUHE,
      label: "Where you asked for",
    },
    dropoff: { label: "On the way", lat: 50.7, lng: 7.13 },
    pickupAt: "2026-11-21T08:05:00.000Z",
    dropoffAt: "2026-11-21T12:40:00.000Z",
    walkFromM: 0,
    walkToM: 412,
    walkFromS: 0,
    walkToS: 317,
    detourM: 7000,
    detourS: 352,
    distanceM: 300_000,
    seatsLeft: 3,
    contribution: { amountMinor: 1100, currency: "EUR" },
    score: 669,
    partial: true,
    ...overrides,
  };
  return { ride: testRide(id, { approval }), match };
}
