import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { RIDE_SEATS_MAX, RIDES_RADIUS_KM, WALK_DEFAULT_M, WALK_MAX_M } from "./limits.ts";
import {
  Id,
  Instant,
  Money,
  PageQuery,
  PickupPlace,
  Place,
  QueryFlag,
  QueryLat,
  QueryLng,
  TimeZone,
  WholeListQuery,
  withDefault,
  queryNumber,
} from "./shapes.ts";

/** Optional filters of a search; omitted ones are not applied. */
const filters = {
  /** Only rides with instant booking. */
  instant: QueryFlag,
  /** Only rides for the seeker's own gender. */
  sameGender: QueryFlag,
  /** Minimum luggage size. */
  luggage: z.optional(queryNumber(z.int(), z.gte(0), z.lte(3))),
  /** `no`: the host said no; `breaks`, `yes`: the host allows at least that. */
  smoking: z.optional(z.enum(["no", "breaks", "yes"])),
  /** Like `smoking`. */
  pets: z.optional(z.enum(["no", "small", "yes"])),
  /** Only rides in vehicles with this feature. */
  stepFree: QueryFlag,
  wheelchair: QueryFlag,
  /** An assistance animal is not a pet, so the `pets` filter is ignored. */
  assistanceAnimal: QueryFlag,
  /** Only rides of hosts who show this trust mark. */
  mark: z.optional(Id),
  /** Only rides for the members of this trust mark or group. */
  membersOf: z.optional(Id),
  /** Per seat for this segment, in the smallest unit of the community's currency. */
  maxContributionMinor: z.optional(queryNumber(z.int(), z.gte(0), z.lte(100_000_00))),
};

const criteria = {
  fromLat: QueryLat,
  fromLng: QueryLng,
  toLat: QueryLat,
  toLng: QueryLng,
  seats: withDefault(queryNumber(z.int(), z.gte(1), z.lte(RIDE_SEATS_MAX)), 1),
  walkM: withDefault(queryNumber(z.gte(0), z.lte(WALK_MAX_M)), WALK_DEFAULT_M),
  ...filters,
};

const windowCriteria = {
  ...criteria,
  departsAfter: Instant,
  departsBefore: Instant,
  /** Preferred time; without one, all times in the window are equal, except that daytime ranks before night. */
  at: z.optional(Instant),
};

/** Orders other than `best` sort the best 300 results. */
export const SearchSort = z.enum(["best", "soonest", "cheapest", "leastWalking"]);
export type SearchSort = z.infer<typeof SearchSort>;

export const RideSearch = z.object({
  ...windowCriteria,
  ...PageQuery.shape,
  sort: withDefault(SearchSort, "best"),
});
export type RideSearch = z.output<typeof RideSearch>;

export const NearMissSearch = z.object({
  ...windowCriteria,
  ...PageQuery.shape,
});
export type NearMissSearch = z.output<typeof NearMissSearch>;

/** The criteria of a search that found no ride with free seats. */
export const NextBestSearch = z.object(windowCriteria);
export type NextBestSearch = z.output<typeof NextBestSearch>;

export const NearbyRidesQuery = z.object({
  lat: QueryLat,
  lng: QueryLng,
  radius_km: withDefault(queryNumber(z.positive(), z.lte(500)), RIDES_RADIUS_KM),
  ...WholeListQuery.shape,
});

export const RidesOfHostQuery = z.extend(WholeListQuery, {
  /**
   * The caller's own rides: `true` for upcoming and current ones, soonest first; `false` for past ones, latest first.
   */
  coming: QueryFlag,
});
export type RidesOfHostQuery = z.output<typeof RidesOfHostQuery>;

/** The days around a date, each from midnight to midnight in the zone. */
export const DaysSearch = z.object({
  ...criteria,
  date: z.iso
    .date()
    .check(z.refine((date) => /^[12]/.test(date), translatable("Please enter a valid date."))),
  timeZone: TimeZone,
  around: withDefault(queryNumber(z.int(), z.gte(0), z.lte(7)), 3),
});
export type DaysSearch = z.output<typeof DaysSearch>;

/** Filters of a search, by their names in its query. */
export const SearchFilterName = z.enum([
  "instant",
  "sameGender",
  "luggage",
  "smoking",
  "pets",
  "stepFree",
  "wheelchair",
  "assistanceAnimal",
  "mark",
  "membersOf",
  "maxContributionMinor",
] as const satisfies readonly (keyof typeof filters)[]);
export type SearchFilterName = z.infer<typeof SearchFilterName>;

/** A search that finds rides where another one found none, and what it changes. */
export const ChangedSearch = z.object({
  /** Other places nearby; null if they stay. */
  places: z.nullable(
    z.object({
      origin: Place,
      destination: Place,
    }),
  ),
  /** The whole of this day at the origin; null if the departure window stays. */
  date: z.nullable(z.string()),
  timeZone: z.string(),
  departsAfter: z.iso.datetime(),
  departsBefore: z.iso.datetime(),
  /** As searched for, or fewer. */
  seats: z.int(),
  /** Filters that it leaves out. */
  without: z.array(SearchFilterName),
  /** Rides that it finds. */
  count: z.int(),
  /** There are more rides than were counted. */
  more: z.boolean(),
});
export type ChangedSearch = z.infer<typeof ChangedSearch>;

/** The whole way of a search on foot. */
export const WholeWalk = z.object({
  distanceM: z.int(),
  durationS: z.int(),
});
export type WholeWalk = z.infer<typeof WholeWalk>;

/** What to do instead of a search that found no ride with free seats. */
export const NextBest = z.object({
  /** If it is at most 5 km. */
  walk: z.nullable(WholeWalk),
  /** Least changes first. */
  searches: z.array(ChangedSearch),
});
export type NextBest = z.infer<typeof NextBest>;

/** How well a ride fits a search: costs for host and seeker (docs/domain.md, Matching). */
export const RideMatch = z.object({
  pickup: PickupPlace,
  dropoff: PickupPlace,
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  /** Walk from the seeker's origin to the pickup, and from the dropoff to the destination. */
  walkFromM: z.int(),
  walkToM: z.int(),
  walkFromS: z.int(),
  walkToS: z.int(),
  /** Detour for the host. */
  detourM: z.int(),
  detourS: z.int(),
  /** Driving distance from pickup to dropoff. */
  distanceM: z.int(),
  /** Free seats on the fullest leg between pickup and dropoff. */
  seatsLeft: z.int(),
  /** Per seat for this segment. */
  contribution: z.nullable(Money),
  score: z.number(),
  /** Sort key of the best order, in seconds; the lowest comes first. Only in results of a search. */
  order: z.optional(z.number()),
  /** True if the pickup or dropoff is more than 1 km from the ride's own ends. */
  partial: z.boolean(),
  /**
   * True if detour and times come from the routing engine, false if they or a part of the ride are great-circle
   * estimates.
   */
  routed: z.optional(z.boolean()),
});
export type RideMatch = z.infer<typeof RideMatch>;

/** Criteria that a near miss fails, and by how much. */
export const NearMissDetails = z.object({
  reasons: z.array(z.enum(["window", "detour", "walk"])),
  /** Negative: the pickup is before the window; positive: after it. */
  windowByS: z.int(),
  /** Beyond the host's maximum detour. */
  detourByM: z.int(),
  detourByS: z.int(),
  /** Beyond the maximum walking distance, at the worse end. */
  walkByM: z.int(),
  /**
   * True if these figures come from the routing engine, false if they are great-circle estimates. Independent of the
   * ride's own `routed`.
   */
  routed: z.optional(z.boolean()),
});
export type NearMissDetails = z.infer<typeof NearMissDetails>;

export const SearchDay = z.object({
  date: z.string(),
  departsAfter: z.iso.datetime(),
  departsBefore: z.iso.datetime(),
  /** Rides that a search would find, without departures in the past. */
  count: z.int(),
  /** Rides that a search would list as full; counted up to the same limit. */
  full: withDefault(z.int(), 0),
  /** There are more rides than were counted. */
  more: z.boolean(),
  /** True if counted with the routing engine; estimates may differ a little from a search. */
  routed: z.optional(z.boolean()),
});
export type SearchDay = z.infer<typeof SearchDay>;
