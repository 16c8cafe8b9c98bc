import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NearMissSearch } from "./ride-search.ts";
import { RideSearchResult } from "./rides.ts";
import { Id, Instant, Lat, Lng, QueryLat, QueryLng } from "./shapes.ts";

/** More points of a route are left out by the caller. */
export const ROUTE_POINTS_MAX = 400;

/** How people travel by public transport. */
export const TransitMode = z.enum(["tram", "metro", "train", "bus", "ferry", "cableCar"]);
export type TransitMode = z.infer<typeof TransitMode>;

/** Where a leg begins or ends. The label is empty at the origin and destination of the search. */
const LegPlace = z.object({
  label: z.string(),
  lat: z.number(),
  lng: z.number(),
});
const LegTimes = {
  from: LegPlace,
  to: LegPlace,
  departsAt: z.iso.datetime(),
  arrivesAt: z.iso.datetime(),
};

const WalkLeg = z.object({
  kind: z.literal("walk"),
  ...LegTimes,
  distanceM: z.int(),
});
const TripLeg = z.object({
  kind: z.literal("trip"),
  ...LegTimes,
  mode: TransitMode,
  /** Its name as passengers know it, such as "S 2". */
  line: z.string(),
  /** Where the vehicle goes. */
  headsign: z.string(),
  fromPlatform: z.string(),
  toPlatform: z.string(),
  operator: z.string(),
  /** The web page of the operator; empty if unknown. */
  operatorUrl: z.string(),
  /** How often it stops before passengers get out. */
  stopsBetween: z.int(),
  /** How late it is, if that is known. */
  departsLateMinutes: z.optional(z.int()),
  arrivesLateMinutes: z.optional(z.int()),
});
const RideLeg = z.object({
  kind: z.literal("ride"),
  ...LegTimes,
});
export const JourneyLeg = z.discriminatedUnion("kind", [WalkLeg, TripLeg, RideLeg]);
export type JourneyLeg = z.infer<typeof JourneyLeg>;
export type TripLeg = z.infer<typeof TripLeg>;

/** When a passenger who misses the connection could go on, and arrive. */
const NextConnection = z.object({
  departsAt: z.iso.datetime(),
  arrivesAt: z.iso.datetime(),
});

const journeyFields = {
  departsAt: z.iso.datetime(),
  arrivesAt: z.iso.datetime(),
  legs: z.array(JourneyLeg),
  /** Between vehicles, a ride included. */
  changes: z.int(),
  /** Estimated for one person. */
  co2Grams: z.int(),
};

/** A way with public transport only. */
export const TransitJourney = z.object(journeyFields);
export type TransitJourney = z.infer<typeof TransitJourney>;

/** A way with a ride to or from a station. */
export const CombinedJourney = z.object({
  ...journeyFields,
  order: z.enum(["rideThenTransit", "transitThenRide"]),
  /** The ride and how it matches the part of the way. */
  result: RideSearchResult,
  /** Minutes between the ride and the train or bus, the walk included. */
  changeMinutes: z.int(),
  /** If the first part is late; null if there is no other connection that day. */
  ifMissed: z.nullable(NextConnection),
});
export type CombinedJourney = z.infer<typeof CombinedJourney>;

/** A timetable that journeys come from. */
export const TimetableSource = z.object({
  name: z.string(),
  attribution: z.string(),
  licence: z.nullable(z.string()),
  /** True for made-up times. */
  isExample: z.boolean(),
  /** The last day that it knows. */
  validUntil: z.string(),
  /** When its publisher said how late trips are; absent if that is not known. */
  updatedAt: z.optional(z.iso.datetime()),
});
export type TimetableSource = z.infer<typeof TimetableSource>;

export const JourneySearch = z.omit(NearMissSearch, {
  cursor: true,
  limit: true,
});
export type JourneySearch = z.output<typeof JourneySearch>;

/** A train or bus that passengers reach after a ride, or that brings them to it. */
const FittingTrain = z.object({
  mode: TransitMode,
  line: z.string(),
  /** Where it goes, or where it comes from. */
  place: z.string(),
  at: z.iso.datetime(),
  platform: z.string(),
});

/** A train that leaves soon after the dropoff of a ride, or that arrives in time for its pickup. */
export const TrainFit = z.object({
  rideId: Id,
  end: z.enum(["pickup", "dropoff"]),
  train: FittingTrain,
  /** Between the ride and the train. */
  minutes: z.int(),
});
export type TrainFit = z.infer<typeof TrainFit>;

const JourneyList = z.object({
  /** Public transport only, earliest first. */
  transit: z.array(TransitJourney),
  /** Rides with public transport that are better than either alone, best first. */
  combined: z.array(CombinedJourney),
  /** Of the rides that need no train, those to or from a station. */
  fits: z.array(TrainFit),
  /** The timetables in use; none if the server has none. */
  sources: z.array(TimetableSource),
});
export type JourneyList = z.infer<typeof JourneyList>;

export const ConnectionQuery = z.object({
  fromLat: QueryLat,
  fromLng: QueryLng,
  toLat: QueryLat,
  toLng: QueryLng,
  /** Connections depart from then on. */
  after: Instant,
  /** `next`: the last departure; `last`: the latest arrival. At most 36 hours later. */
  before: Instant,
  /** The first connections of the period, or the last ones. */
  which: z.enum(["next", "last"]),
});
export type ConnectionQuery = z.output<typeof ConnectionQuery>;

const ConnectionList = z.object({
  /** Earliest first. */
  transit: z.array(TransitJourney),
  sources: z.array(TimetableSource),
});
export type ConnectionList = z.infer<typeof ConnectionList>;

/** A route with the times at which a ride passes its points. */
const RouteTimes = z.object({
  points: z
    .array(
      z.object({
        lat: Lat,
        lng: Lng,
        at: z.iso.datetime().check(z.maxLength(40)),
      }),
    )
    .check(z.minLength(2), z.maxLength(ROUTE_POINTS_MAX)),
});

/** A station that a ride passes without a detour. */
const PassedStation = z.object({
  name: z.string(),
  where: z.enum(["start", "way", "end"]),
  /** When the ride is there. */
  at: z.iso.datetime(),
  /** Trains and buses that arrive in time for the ride. */
  arrivals: z.array(FittingTrain),
  /** Those that leave soon after it. */
  departures: z.array(FittingTrain),
});
export type PassedStation = z.infer<typeof PassedStation>;

const RouteTrains = z.object({
  /** In the order of the route, those with trains or buses that fit. */
  stations: z.array(PassedStation),
  sources: z.array(TimetableSource),
});
export type RouteTrains = z.infer<typeof RouteTrains>;

/** A timetable as its operator sees it. */
export const TimetableStatus = z.extend(TimetableSource, {
  id: z.string(),
  importedAt: z.iso.datetime(),
  validFrom: z.string(),
  stops: z.int(),
  lines: z.int(),
  trips: z.int(),
  /** What the import left out. */
  warnings: z.array(z.string()),
});
export type TimetableStatus = z.infer<typeof TimetableStatus>;

/** An import that has not become a timetable. */
export const TimetableImport = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(["running", "stopped", "failed"]),
  /** From 0 to 1. */
  fraction: z.number(),
  error: z.nullable(z.string()),
});
export type TimetableImport = z.infer<typeof TimetableImport>;

export const TimetableList = z.object({
  timetables: z.array(TimetableStatus),
  imports: z.array(TimetableImport),
});
export type TimetableList = z.infer<typeof TimetableList>;

export const transit = {
  journeys: endpoint({
    summary: "Find journeys by public transport, alone and together with a ride",
    method: "GET",
    path: "/transit/journeys",
    access: "signed-in",
    costly: true,
    query: JourneySearch,
    reply: JourneyList,
    limits: [{ by: "account", count: 60, perS: 60 }],
  }),
  connections: endpoint({
    summary: "List the first or the last connections by public transport in a period",
    method: "GET",
    path: "/transit/connections",
    access: "signed-in",
    costly: true,
    query: ConnectionQuery,
    reply: ConnectionList,
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  routeTrains: endpoint({
    summary: "List trains and buses that fit a ride at the stations on its route",
    method: "POST",
    path: "/transit/route-trains",
    access: "signed-in",
    body: RouteTimes,
    reply: RouteTrains,
    limits: [{ by: "account", count: 120, perS: 60 }],
    problems: ["invalid_input"],
  }),
  timetables: endpoint({
    summary: "List the timetables of the server, and imports in progress",
    method: "GET",
    path: "/moderation/timetables",
    access: "moderator",
    reply: TimetableList,
  }),
};
