import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  DETOUR_DEFAULT_M,
  DETOUR_DEFAULT_S,
  NOTE_MAX_LENGTH,
  RIDE_SEATS_MAX,
  RIDE_STOPS_MAX,
  RIDES_RADIUS_KM,
  WALK_DEFAULT_M,
  WALK_MAX_M,
} from "./limits.ts";
import { Preferences, PublicPerson } from "./profiles.ts";
import {
  cleanText,
  Id,
  Instant,
  Money,
  pageOf,
  PageQuery,
  Place,
  QueryLat,
  QueryLng,
  Reason,
  TimeZone,
} from "./shapes.ts";

export const RideStatus = z.enum(["scheduled", "departed", "completed", "cancelled"]);
export type RideStatus = z.infer<typeof RideStatus>;

export const Approval = z.enum(["manual", "instant"]);
export const Audience = z.enum(["everyone", "sameGender"]);

/** The plate is told to the host and to accepted passengers only. */
const RideVehicle = z.object({
  make: z.string(),
  model: z.string(),
  colour: z.string(),
  plate: z.string().nullable(),
});

/** A journey that a host offers. Legs run between neighbouring points: origin, stops, destination. */
export const Ride = z.object({
  id: Id,
  host: PublicPerson,
  hostId: Id,
  origin: Place,
  destination: Place,
  stops: z.array(Place),
  /** The whole way, encoded with five decimals (Google's polyline format). */
  polyline: z.string(),
  distanceM: z.int(),
  durationS: z.int(),
  departsAt: z.iso.datetime(),
  arrivesAt: z.iso.datetime(),
  /** The IANA zone of the origin; times of the ride are read in it. */
  timeZone: z.string(),
  /** When the ride is expected at each point, origin first. */
  eta: z.array(z.iso.datetime()),
  seatsTotal: z.int(),
  /** Free seats on the fullest leg; what a passenger for the whole way could have. */
  seatsLeft: z.int(),
  /** Free seats on each leg, in order. */
  seatsLeftByLeg: z.array(z.int()),
  contribution: Money.nullable(),
  vehicle: RideVehicle.nullable(),
  approval: Approval,
  maxDetourM: z.int(),
  maxDetourS: z.int(),
  luggage: z.int(),
  preferences: Preferences,
  audience: Audience,
  maxTwoInBack: z.boolean(),
  note: z.string().nullable(),
  status: RideStatus,
  createdAt: z.iso.datetime(),
});
export type Ride = z.infer<typeof Ride>;

/** What a host says of a ride. Where nothing is said, domain.md's defaults hold. */
const RideFields = z.object({
  origin: Place,
  destination: Place,
  stops: z.array(Place).max(RIDE_STOPS_MAX),
  departsAt: Instant,
  timeZone: TimeZone.nullish(),
  seatsTotal: z.int().min(1).max(RIDE_SEATS_MAX),
  contribution: Money.nullable(),
  vehicleId: Id.nullable(),
  approval: Approval,
  maxDetourM: z.int().min(0).max(100_000),
  maxDetourS: z.int().min(0).max(7200),
  luggage: z.int().min(0).max(3),
  preferences: Preferences,
  audience: Audience,
  maxTwoInBack: z.boolean(),
  note: cleanText(NOTE_MAX_LENGTH).nullable(),
});
/** What is said of who one is may be left out; said wrongly, it is refused. */
const Who = { hostId: Id.optional() };

export const HostedRide = RideFields.extend({
  stops: RideFields.shape.stops.default([]),
  contribution: RideFields.shape.contribution.default(null),
  vehicleId: RideFields.shape.vehicleId.default(null),
  approval: Approval.default("manual"),
  maxDetourM: RideFields.shape.maxDetourM.default(DETOUR_DEFAULT_M),
  maxDetourS: RideFields.shape.maxDetourS.default(DETOUR_DEFAULT_S),
  luggage: RideFields.shape.luggage.default(1),
  preferences: Preferences.default({}),
  audience: Audience.default("everyone"),
  maxTwoInBack: z.boolean().default(false),
  note: RideFields.shape.note.default(null),
  ...Who,
});
export type HostedRide = z.output<typeof HostedRide>;

export const RideChange = RideFields.exactPartial().extend(Who);
export type RideChange = z.output<typeof RideChange>;

/** Why a ride suits a search, in the open: what it costs the host and the seeker (domain.md, Matching). */
export const RideMatch = z.object({
  pickup: Place,
  dropoff: Place,
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  /** Walking, from where the seeker is to the pickup and from the dropoff on. */
  walkFromM: z.int(),
  walkToM: z.int(),
  walkFromS: z.int(),
  walkToS: z.int(),
  /** What the way around costs the host. */
  detourM: z.int(),
  detourS: z.int(),
  /** Driven between pickup and dropoff. */
  distanceM: z.int(),
  /** Free seats on the fullest leg between pickup and dropoff. */
  seatsLeft: z.int(),
  /** For one seat on this part of the way. */
  contribution: Money.nullable(),
  score: z.number(),
  /** An end lies more than 1 km from the ride's own. */
  partial: z.boolean(),
});
export type RideMatch = z.infer<typeof RideMatch>;
export const RideFound = z.object({ ride: Ride, match: RideMatch });
export type RideFound = z.infer<typeof RideFound>;

export const RideSearch = z.object({
  fromLat: QueryLat,
  fromLng: QueryLng,
  toLat: QueryLat,
  toLng: QueryLng,
  departsAfter: Instant,
  departsBefore: Instant,
  /** The preferred instant; `departsAfter` where nothing is said. */
  at: Instant.optional(),
  seats: z.coerce.number<number | string>().int().min(1).max(RIDE_SEATS_MAX).default(1),
  walkM: z.coerce.number<number | string>().min(0).max(WALK_MAX_M).default(WALK_DEFAULT_M),
  ...PageQuery.shape,
});
export type RideSearch = z.output<typeof RideSearch>;

const OneRide = z.object({ rideId: Id });
const RidePage = pageOf(Ride);

export const rides = {
  nearby: endpoint({
    summary: "Rides that leave near a point, nearest first",
    method: "GET",
    path: "/rides/nearby",
    access: "signed-in",
    query: z.object({
      lat: QueryLat,
      lng: QueryLng,
      radius_km: z.coerce.number<number | string>().positive().max(500).default(RIDES_RADIUS_KM),
      ...PageQuery.shape,
    }),
    reply: pageOf(Ride.extend({ distanceKm: z.number() })),
  }),
  all: endpoint({
    summary: "All rides still to come with free seats, soonest first",
    method: "GET",
    path: "/rides/all",
    access: "signed-in",
    query: PageQuery,
    reply: RidePage,
  }),
  search: endpoint({
    summary: "Rides that pass from here to there, with what each costs everybody",
    method: "GET",
    path: "/rides/search",
    access: "signed-in",
    query: RideSearch,
    reply: pageOf(RideFound),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  one: endpoint({
    summary: "One ride",
    method: "GET",
    path: "/rides/:rideId",
    access: "signed-in",
    params: OneRide,
    reply: Ride,
    problems: ["not_found"],
  }),
  host: endpoint({
    summary: "Offer a ride",
    method: "POST",
    path: "/rides",
    access: "signed-in",
    idempotent: true,
    body: HostedRide,
    reply: Ride,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "not_yours", "profile_incomplete"],
  }),
  change: endpoint({
    summary: "Change a ride; passengers are told",
    method: "PUT",
    path: "/rides/:rideId",
    access: "signed-in",
    params: OneRide,
    body: RideChange,
    reply: Ride,
    problems: ["not_found", "not_yours", "ride_over", "seats_taken", "ride_has_passengers", "invalid_input"],
  }),
  cancel: endpoint({
    summary: "Cancel a ride; everybody aboard and everybody waiting is told",
    method: "DELETE",
    path: "/rides/:rideId",
    access: "signed-in",
    params: OneRide,
    body: Reason,
    reply: Ride,
    problems: ["not_found", "not_yours", "ride_over", "status_already_set"],
  }),
  complete: endpoint({
    summary: "Say that a ride has arrived",
    method: "POST",
    path: "/rides/:rideId/complete",
    access: "signed-in",
    idempotent: true,
    params: OneRide,
    reply: Ride,
    problems: ["not_found", "not_yours", "too_early", "status_already_set"],
  }),
  ofHost: endpoint({
    summary: "The rides of one host: one's own in every state, another's still to come",
    method: "GET",
    path: "/rides/my/:uid",
    access: "signed-in",
    params: z.object({ uid: Id }),
    query: PageQuery,
    reply: RidePage,
  }),
};
