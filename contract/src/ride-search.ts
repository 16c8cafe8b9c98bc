import * as z from "zod/mini";
import { RIDE_SEATS_MAX, WALK_DEFAULT_M, WALK_MAX_M } from "./limits.ts";
import { Instant, Money, PageQuery, Place, QueryFlag, QueryLat, QueryLng, TimeZone, withDefault } from "./shapes.ts";

/** What a seeker wants of a ride besides its way. What nothing is said of, is not looked at. */
const filters = {
  /** Only rides that need no answer of the host. */
  instant: QueryFlag,
  /** Only rides that are for the seeker's own gender. */
  sameGender: QueryFlag,
  /** Room for at least so much. */
  luggage: z.optional(z.coerce.number<number | string>().check(z.int(), z.gte(0), z.lte(3))),
  /** `no`: where the host said no; `breaks` and `yes`: where the host allows at least that. */
  smoking: z.optional(z.enum(["no", "breaks", "yes"])),
  /** As smoking. */
  pets: z.optional(z.enum(["no", "small", "yes"])),
  /** Only in vehicles that have it. */
  stepFree: QueryFlag,
  wheelchair: QueryFlag,
  /** An assistance animal comes along: it is no pet, so what is wished of pets is not looked at. */
  assistanceAnimal: QueryFlag,
  /** For one seat on this part of the way, in the smallest unit of the community's currency. */
  maxContributionMinor: z.optional(z.coerce.number<number | string>().check(z.int(), z.gte(0), z.lte(100_000_00))),
};

const criteria = {
  fromLat: QueryLat,
  fromLng: QueryLng,
  toLat: QueryLat,
  toLng: QueryLng,
  seats: withDefault(z.coerce.number<number | string>().check(z.int(), z.gte(1), z.lte(RIDE_SEATS_MAX)), 1),
  walkM: withDefault(z.coerce.number<number | string>().check(z.gte(0), z.lte(WALK_MAX_M)), WALK_DEFAULT_M),
  ...filters,
};

const windowCriteria = {
  ...criteria,
  departsAfter: Instant,
  departsBefore: Instant,
  /** The wanted instant; where nothing is said, any in the window is as good, and those by day before those by night. */
  at: z.optional(Instant),
  ...PageQuery.shape,
};

/** Anything but `best` sorts the best 300. */
export const SearchSort = z.enum(["best", "soonest", "cheapest", "leastWalking"]);
export type SearchSort = z.infer<typeof SearchSort>;

export const RideSearch = z.object({ ...windowCriteria, sort: withDefault(SearchSort, "best") });
export type RideSearch = z.output<typeof RideSearch>;

export const NearMissSearch = z.object(windowCriteria);
export type NearMissSearch = z.output<typeof NearMissSearch>;

/** The days around one, each from midnight to midnight in the zone. */
export const DaysSearch = z.object({
  ...criteria,
  date: z.iso.date().check(z.refine((date) => /^[12]/.test(date), "This is not a date.")),
  timeZone: TimeZone,
  around: withDefault(z.coerce.number<number | string>().check(z.int(), z.gte(0), z.lte(7)), 3),
});
export type DaysSearch = z.output<typeof DaysSearch>;

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
  contribution: z.nullable(Money),
  score: z.number(),
  /** An end lies more than 1 km from the ride's own. */
  partial: z.boolean(),
  /** Whether detour and hours follow roads; otherwise they are reckoned from great circles, also where the ride itself does. */
  routed: z.optional(z.boolean()),
});
export type RideMatch = z.infer<typeof RideMatch>;

/** Which of the wishes a near miss misses, and by how much. */
export const NearMissDetails = z.object({
  reasons: z.array(z.enum(["window", "detour", "walk"])),
  /** Negative: the pickup is that long before the window; positive: after it. */
  windowByS: z.int(),
  /** Beyond what the host agreed to. */
  detourByM: z.int(),
  detourByS: z.int(),
  /** Beyond the most to walk, at the end where it is more. */
  walkByM: z.int(),
  /** Whether these figures follow roads; otherwise they are reckoned from great circles, also where the ride itself does. */
  routed: z.optional(z.boolean()),
});
export type NearMissDetails = z.infer<typeof NearMissDetails>;

export const SearchDay = z.object({
  date: z.string(),
  departsAfter: z.iso.datetime(),
  departsBefore: z.iso.datetime(),
  /** Rides that would be found; the past of today is not counted. */
  count: z.int(),
  /** There are more than were counted. */
  more: z.boolean(),
  /** Whether they were counted on roads; otherwise by great circles, so a search may show a few more or less. */
  routed: z.optional(z.boolean()),
});
export type SearchDay = z.infer<typeof SearchDay>;
