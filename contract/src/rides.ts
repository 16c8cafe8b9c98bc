import * as z from "zod/mini";
import { CostShareQuery, CostShare, RideStops, SeatsTotal } from "./cost-share.ts";
import { endpoint } from "./endpoint.ts";
import { DETOUR_DEFAULT_M, DETOUR_DEFAULT_S, NOTE_MAX_LENGTH, RIDES_RADIUS_KM } from "./limits.ts";
import { Preferences, PublicPerson, VehicleAccess } from "./profiles.ts";
import { DaysSearch, NearMissDetails, NearMissSearch, RideMatch, RideSearch, SearchDay } from "./ride-search.ts";
import {
  cleanText,
  Day,
  Id,
  Instant,
  Money,
  pageOf,
  PageQuery,
  QueryFlag,
  QueryLat,
  QueryLng,
  ReasonBody,
  RidePlace,
  TimeZone,
  withDefault,
} from "./shapes.ts";

export const RideStatus = z.enum(["scheduled", "departed", "completed", "cancelled"]);
export type RideStatus = z.infer<typeof RideStatus>;

export const Approval = z.enum(["manual", "instant"]);
export const Audience = z.enum(["everyone", "sameGender"]);

/** The plate is told to the host and to accepted passengers only. */
export const RideVehicle = z.object({
  make: z.string(),
  model: z.string(),
  colour: z.string(),
  plate: z.nullable(z.string()),
  /** What some cannot travel without. */
  access: z.optional(z.array(VehicleAccess)),
});

/** A journey that a host offers. Legs run between neighbouring points: origin, stops, destination. */
export const Ride = z.object({
  id: Id,
  host: PublicPerson,
  hostId: Id,
  origin: RidePlace,
  destination: RidePlace,
  stops: z.array(RidePlace),
  /** The whole way, encoded with five decimals (Google's polyline format). */
  polyline: z.string(),
  /** The way follows roads that a router knows; otherwise lengths and times were reckoned from great circles. */
  routed: z.boolean(),
  distanceM: z.int(),
  durationS: z.int(),
  departsAt: z.iso.datetime(),
  arrivesAt: z.iso.datetime(),
  /** The IANA zones of the origin, in which times of the ride are read, and of the destination, where a way back begins. */
  timeZone: z.string(),
  destinationTimeZone: z.optional(z.string()),
  /** When the ride is expected at each point, origin first. */
  eta: z.array(z.iso.datetime()),
  seatsTotal: z.int(),
  /** Free seats on the fullest leg; what a passenger for the whole way could have. */
  seatsLeft: z.int(),
  /** Free seats on each leg, in order. */
  seatsLeftByLeg: z.array(z.int()),
  contribution: z.nullable(Money),
  vehicle: z.nullable(RideVehicle),
  approval: Approval,
  maxDetourM: z.int(),
  maxDetourS: z.int(),
  luggage: z.int(),
  preferences: Preferences,
  audience: Audience,
  maxTwoInBack: z.boolean(),
  note: z.nullable(z.string()),
  status: RideStatus,
  createdAt: z.iso.datetime(),
  /** The series that this is an occurrence of, and its day there. */
  seriesId: z.nullable(Id),
  seriesDay: z.nullable(Day),
  /** The ride that this one is the way back of, and the one that is the way back of this. */
  returnOf: z.nullable(Id),
  returnId: z.nullable(Id),
});
export type Ride = z.infer<typeof Ride>;

/** What a host says of a ride. Where nothing is said, domain.md's defaults hold. */
export const RideFields = z.object({
  origin: RidePlace,
  destination: RidePlace,
  stops: RideStops,
  departsAt: Instant,
  timeZone: z.nullish(TimeZone),
  seatsTotal: SeatsTotal,
  contribution: z.nullable(Money),
  vehicleId: z.nullable(Id),
  approval: Approval,
  maxDetourM: z.int().check(z.gte(0), z.lte(100_000)),
  maxDetourS: z.int().check(z.gte(0), z.lte(7200)),
  luggage: z.int().check(z.gte(0), z.lte(3)),
  preferences: Preferences,
  audience: Audience,
  maxTwoInBack: z.boolean(),
  note: z.nullable(cleanText(NOTE_MAX_LENGTH)),
});
/** What is said of who one is may be left out; said wrongly, it is refused. */
const HostField = { hostId: z.optional(Id) };

export const HostedRide = z.extend(RideFields, {
  stops: withDefault(RideFields.shape.stops, []),
  contribution: withDefault(RideFields.shape.contribution, null),
  vehicleId: withDefault(RideFields.shape.vehicleId, null),
  approval: withDefault(Approval, "manual"),
  maxDetourM: withDefault(RideFields.shape.maxDetourM, DETOUR_DEFAULT_M),
  maxDetourS: withDefault(RideFields.shape.maxDetourS, DETOUR_DEFAULT_S),
  luggage: withDefault(RideFields.shape.luggage, 1),
  preferences: withDefault(Preferences, {}),
  audience: withDefault(Audience, "everyone"),
  maxTwoInBack: withDefault(z.boolean(), false),
  note: withDefault(RideFields.shape.note, null),
  /** Hosts the way back, too: the same points the other way round, on the same terms but for what is said here. */
  returnWay: z.optional(z.object({ departsAt: Instant, contribution: z.optional(z.nullable(Money)) })),
  ...HostField,
});
export type HostedRide = z.output<typeof HostedRide>;

export const RideChange = z.extend(z.exactPartial(RideFields), HostField);
export type RideChange = z.output<typeof RideChange>;

export const RideSearchResult = z.object({ ride: Ride, match: RideMatch });
export type RideSearchResult = z.infer<typeof RideSearchResult>;
export const NearMissResult = z.extend(RideSearchResult, { miss: NearMissDetails });
export type NearMissResult = z.infer<typeof NearMissResult>;

const RideParams = z.object({ rideId: Id });
const RidePage = pageOf(Ride);

const RidesOfHostQuery = z.extend(PageQuery, {
  /** Of one's own: `true` for those to come or under way, the soonest first; `false` for the others, the latest first. */
  coming: QueryFlag,
});
export type RidesOfHostQuery = z.output<typeof RidesOfHostQuery>;

export const rides = {
  nearby: endpoint({
    summary: "Rides that leave near a point, nearest first",
    method: "GET",
    path: "/rides/nearby",
    access: "signed-in",
    query: z.object({
      lat: QueryLat,
      lng: QueryLng,
      radius_km: withDefault(z.coerce.number<number | string>().check(z.positive(), z.lte(500)), RIDES_RADIUS_KM),
      ...PageQuery.shape,
    }),
    reply: pageOf(z.extend(Ride, { distanceKm: z.number() })),
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
    reply: pageOf(RideSearchResult),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  nearMisses: endpoint({
    summary: "Rides that would pass but for the hour, the detour or the walk, with what they miss",
    method: "GET",
    path: "/rides/search/near-misses",
    access: "signed-in",
    query: NearMissSearch,
    reply: pageOf(NearMissResult),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  days: endpoint({
    summary: "How many rides pass from here to there on each of the days around one",
    method: "GET",
    path: "/rides/search/days",
    access: "signed-in",
    query: DaysSearch,
    reply: pageOf(SearchDay),
    limits: [{ by: "account", count: 60, perS: 60 }],
  }),
  one: endpoint({
    summary: "One ride",
    method: "GET",
    path: "/rides/:rideId",
    access: "signed-in",
    availableWhenClosed: true,
    params: RideParams,
    reply: Ride,
    problems: ["not_found"],
  }),
  costShare: endpoint({
    summary: "What a way costs and what a passenger may add to it; nothing is made",
    method: "POST",
    path: "/rides/cost-share",
    access: "signed-in",
    body: CostShareQuery,
    reply: CostShare,
    limits: [{ by: "account", count: 240, perS: 60 }],
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
    problems: ["invalid_input", "not_yours", "profile_incomplete", "contribution_too_high", "already_travelling"],
  }),
  change: endpoint({
    summary: "Change a ride; passengers are told, and asked to confirm where its hour or its ends are others now",
    method: "PUT",
    path: "/rides/:rideId",
    access: "signed-in",
    params: RideParams,
    body: RideChange,
    reply: Ride,
    problems: [
      "not_found",
      "not_yours",
      "ride_over",
      "seats_taken",
      "ride_has_passengers",
      "invalid_input",
      "contribution_too_high",
      "already_travelling",
      "cost_covered",
    ],
  }),
  cancel: endpoint({
    summary: "Cancel a ride; everybody aboard and everybody waiting is told",
    method: "DELETE",
    path: "/rides/:rideId",
    access: "signed-in",
    params: RideParams,
    body: ReasonBody,
    reply: Ride,
    problems: ["not_found", "not_yours", "ride_over", "status_already_set"],
  }),
  complete: endpoint({
    summary: "Say that a ride has arrived",
    method: "POST",
    path: "/rides/:rideId/complete",
    access: "signed-in",
    idempotent: true,
    params: RideParams,
    reply: Ride,
    problems: ["not_found", "not_yours", "too_early", "status_already_set"],
  }),
  ofHost: endpoint({
    summary: "The rides of one host: one's own in every state, another's still to come",
    method: "GET",
    path: "/rides/my/:uid",
    access: "signed-in",
    params: z.object({ uid: Id }),
    query: RidesOfHostQuery,
    reply: RidePage,
  }),
};
