import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";

const freiburg = {
  label: "Freiburg",
  lat: 47.9959,
  lng: 7.8522,
};
const mainz = {
  label: "Mainz",
  lat: 49.9842,
  lng: 8.2791,
};
const koeln = {
  label: "Köln",
  lat: 50.9331,
  lng: 6.95,
};

/** Points and times of a ride from Freiburg to Köln by Mainz. */
export const testRideOnTheWay = {
  origin: freiburg,
  destination: koeln,
  stops: [mainz],
  eta: ["2026-11-21T06:45:00.000Z", "2026-11-21T09:30:00.000Z", "2026-11-21T11:30:00.000Z"],
};

/** An accepted request for the whole ride. */
export const testRequest: SeatRequest = {
  id: "01a1fb9c-97b4-704a-9727-71e55b593734",
  rideId: "01a1fb9c-97b4-704a-9727-71e55b593735",
  seekerId: "s",
  seeker: {
    uid: "s",
    displayName: "J W.",
    initials: "JW",
    photo: null,
    rating: { mean: null, count: 0 },
    reliability: null,
  },
  seats: 1,
  pickup: freiburg,
  dropoff: koeln,
  pickupAt: "2026-11-21T06:45:00.000Z",
  dropoffAt: "2026-11-21T11:30:00.000Z",
  firstLeg: 0,
  lastLeg: 1,
  detourM: 0,
  detourS: 0,
  message: null,
  contribution: null,
  status: "accepted",
  reason: null,
  endedBy: null,
  expiresAt: "2026-11-20T09:45:00.000Z",
  createdAt: "2026-11-20T06:45:00.000Z",
};

/** The ride of the request. */
export const testRide: Ride = {
  ...testRideOnTheWay,
  id: testRequest.rideId,
  host: testRequest.seeker,
  hostId: "h",
  routed: true,
  polyline: "",
  distanceM: 412_000,
  durationS: 17_100,
  departsAt: testRequest.pickupAt,
  arrivesAt: testRequest.dropoffAt,
  timeZone: "Europe/Berlin",
  seatsTotal: 3,
  seatsLeft: 3,
  seatsLeftByLeg: [3, 3],
  contribution: null,
  vehicle: null,
  approval: "manual",
  maxDetourM: 10_000,
  maxDetourS: 600,
  luggage: 1,
  preferences: {},
  isPublic: false,
  audience: "everyone",
  maxTwoInBack: false,
  note: null,
  status: "scheduled",
  createdAt: testRequest.createdAt,
  seriesId: null,
  seriesDay: null,
  returnOf: null,
  returnId: null,
};
