import type { Offer } from "@commonlane/contract/offers";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";

/** Ride requests and offers as the server sends them. */

export const testId = (n: number): string =>
  `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
export const KARLSRUHE = {
  placeId: null,
  label: "Karlsruhe, Germany",
  lat: 49.0094,
  lng: 8.4044,
};
export const BONN = {
  placeId: null,
  label: "Bonn, Germany",
  lat: 50.7374,
  lng: 7.0982,
};

const person = (n: number): PublicPerson => ({
  uid: testId(n),
  displayName: "Jonas W.",
  initials: "JW",
  photo: null,
  rating: { mean: null, count: 0 },
  reliability: null,
});

/** Karlsruhe to Bonn on 2 January 2026 between 07:00 and 11:00 local time, 2 seats. */
export function testRequest(overrides: Partial<RideRequest> = {}): RideRequest {
  return {
    id: testId(1),
    seekerId: testId(90),
    seeker: person(90),
    origin: KARLSRUHE,
    destination: BONN,
    departsAfter: "2026-01-02T06:00:00.000Z",
    departsBefore: "2026-01-02T10:00:00.000Z",
    timeZone: "Europe/Berlin",
    seats: 2,
    maxContribution: {
      amountMinor: 1250,
      currency: "EUR",
    },
    preferences: { smoking: "no" },
    audience: "everyone",
    note: "One suitcase",
    status: "open",
    offersWaiting: 0,
    matchedRideId: null,
    driverUid: null,
    createdAt: "2026-01-01T08:00:00.000Z",
    ...overrides,
  };
}

/** A new ride at 07:00 local time, free. */
export const testOffer = (overrides: Partial<Offer> = {}): Offer => ({
  id: testId(2),
  requestId: testId(1),
  driverId: testId(91),
  driver: person(91),
  rideId: null,
  seatRequestId: null,
  pickup: KARLSRUHE,
  dropoff: BONN,
  departsAt: "2026-01-02T06:00:00.000Z",
  pickupAt: "2026-01-02T06:00:00.000Z",
  dropoffAt: "2026-01-02T09:30:00.000Z",
  detourM: 0,
  detourS: 0,
  routed: true,
  seats: 2,
  contribution: null,
  vehicle: null,
  message: null,
  status: "pending",
  reason: null,
  endedBy: null,
  expiresAt: "2026-01-01T11:00:00.000Z",
  createdAt: "2026-01-01T08:00:00.000Z",
  ...overrides,
});
