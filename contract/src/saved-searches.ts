import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  RIDE_SEATS_MAX,
  SAVED_SEARCH_NAME_MAX_LENGTH,
  WALK_DEFAULT_M,
  WALK_MAX_M,
} from "./limits.ts";
import {
  cleanText,
  SuccessReply,
  Id,
  Instant,
  pageOf,
  Place,
  withDefault,
  ZonedPlace,
} from "./shapes.ts";

/** `over`: the time window has passed. */
export const SavedSearchStatus = z.enum(["active", "paused", "over"]);
export type SavedSearchStatus = z.infer<typeof SavedSearchStatus>;

/** Filters as in a ride search (ride-search.ts). */
export const SavedSearchFilters = z.object({
  instant: z.optional(z.boolean()),
  sameGender: z.optional(z.boolean()),
  luggage: z.optional(z.int().check(z.gte(0), z.lte(3))),
  smoking: z.optional(z.enum(["no", "breaks", "yes"])),
  pets: z.optional(z.enum(["no", "small", "yes"])),
  stepFree: z.optional(z.boolean()),
  wheelchair: z.optional(z.boolean()),
  assistanceAnimal: z.optional(z.boolean()),
  mark: z.optional(Id),
  membersOf: z.optional(Id),
  maxContributionMinor: z.optional(z.int().check(z.gte(0), z.lte(100_000_00))),
});
export type SavedSearchFilters = z.infer<typeof SavedSearchFilters>;

/** A saved search: its owner is notified once about each new matching ride. */
export const SavedSearch = z.object({
  id: Id,
  /** Name chosen by the owner; null to show the places instead. */
  name: z.nullable(z.string()),
  origin: Place,
  destination: Place,
  /** Time window of the pickup; both null for any day. */
  departsAfter: z.nullable(z.iso.datetime()),
  departsBefore: z.nullable(z.iso.datetime()),
  /** Preferred time, if set. */
  at: z.nullable(z.iso.datetime()),
  /** IANA time zone of the origin, used to display times. */
  timeZone: z.string(),
  seats: z.int(),
  walkM: z.number(),
  filters: SavedSearchFilters,
  /** Whether neighbours are asked for new rides, too; null if the community has no neighbours. */
  includesNeighbours: withDefault(z.nullable(z.boolean()), null),
  status: SavedSearchStatus,
  /** Number of upcoming rides that the owner was notified about. */
  ridesAlerted: z.int(),
  createdAt: z.iso.datetime(),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

const Name = z.nullable(cleanText(SAVED_SEARCH_NAME_MAX_LENGTH));

export const SearchToSave = z
  .object({
    name: withDefault(Name, null),
    origin: Place,
    destination: Place,
    departsAfter: withDefault(z.nullable(Instant), null),
    departsBefore: withDefault(z.nullable(Instant), null),
    at: withDefault(z.nullable(Instant), null),
    seats: withDefault(z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX)), 1),
    walkM: withDefault(z.number().check(z.gte(0), z.lte(WALK_MAX_M)), WALK_DEFAULT_M),
    filters: withDefault(SavedSearchFilters, {}),
  })
  .check(
    z.refine(
      ({ departsAfter, departsBefore }) => (departsAfter === null) === (departsBefore === null),
      {
        path: ["departsBefore"],
        message: translatable("Please give both ends of the time window, or neither for any day."),
      },
    ),
  );
export type SearchToSave = z.output<typeof SearchToSave>;

export const SavedSearchChange = z.object({
  name: z.optional(Name),
  paused: z.optional(z.boolean()),
  includesNeighbours: z.optional(z.boolean()),
});
export type SavedSearchChange = z.output<typeof SavedSearchChange>;

/**
 * A route that several users look for and no one drives. Names towns only, and rounds the count down to a multiple of
 * 5.
 */
export const PopularRoute = z.object({
  origin: ZonedPlace,
  destination: ZonedPlace,
  people: z.int().check(z.gte(5)),
});
export type PopularRoute = z.infer<typeof PopularRoute>;

const SavedSearchParams = z.object({ savedSearchId: Id });

export const savedSearches = {
  save: endpoint({
    summary:
      "Save a search to be notified about new matches; returns the existing one if already saved",
    method: "POST",
    path: "/saved-searches",
    access: "signed-in",
    idempotent: true,
    body: SearchToSave,
    reply: SavedSearch,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "saved_searches_enough"],
  }),
  own: endpoint({
    summary: "List the caller's saved searches, newest first, on one page",
    method: "GET",
    path: "/saved-searches",
    access: "signed-in",
    reply: pageOf(SavedSearch),
  }),
  change: endpoint({
    summary: "Rename, pause or resume a saved search",
    method: "PUT",
    path: "/saved-searches/:savedSearchId",
    access: "signed-in",
    params: SavedSearchParams,
    body: SavedSearchChange,
    reply: SavedSearch,
    problems: ["not_found", "invalid_input"],
  }),
  remove: endpoint({
    summary: "Remove a saved search; it can be restored for an hour",
    method: "DELETE",
    path: "/saved-searches/:savedSearchId",
    access: "signed-in",
    params: SavedSearchParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  restore: endpoint({
    summary: "Restore a removed saved search",
    method: "POST",
    path: "/saved-searches/:savedSearchId/restore",
    access: "signed-in",
    idempotent: true,
    params: SavedSearchParams,
    reply: SavedSearch,
    problems: ["not_found", "saved_searches_enough"],
  }),
  popularRoutes: endpoint({
    summary: "List routes that at least five people look for and nobody drives, most popular first",
    method: "GET",
    path: "/popular-routes",
    access: "public",
    reply: z.object({ items: z.array(PopularRoute) }),
    limits: [{ by: "address", count: 120, perS: 60 }],
  }),
};
