import * as z from "zod/mini";
import { MembersOf } from "./audiences.ts";
import { endpoint } from "./endpoint.ts";
import { Approval, Audience, HostedRide, RideChange } from "./hosted-rides.ts";
import { Preferences, PublicPerson, RideVehicle } from "./profiles.ts";
import {
  DaysSearch,
  NearbyRidesQuery,
  NearMissDetails,
  NearMissSearch,
  NextBest,
  NextBestSearch,
  RideMatch,
  RideSearch,
  RidesOfHostQuery,
  SearchDay,
  WholeWalk,
} from "./ride-search.ts";
import { routeEndpoints } from "./route-measure.ts";
import {
  Day,
  Id,
  Money,
  OptionalReasonBody,
  pageOf,
  PageQuery,
  RidePlace,
  WholeListQuery,
  withDefault,
} from "./shapes.ts";

export const RideStatus = z.enum(["scheduled", "departed", "completed", "cancelled"]);
export type RideStatus = z.infer<typeof RideStatus>;

/** A trip that a host offers. Legs run between neighbouring points: origin, stops, destination. */
export const Ride = z.object({
  id: Id,
  host: PublicPerson,
  hostId: Id,
  origin: RidePlace,
  destination: RidePlace,
  stops: z.array(RidePlace),
  /** The full route, encoded with five decimals (Google polyline format). */
  polyline: z.string(),
  /**
   * True if all of the route follows roads; false if distance and duration are estimates, at least in part. The line can
   * follow roads as far as they are known.
   */
  routed: z.boolean(),
  /** For those on the ride: the roads could not be calculated yet, and will be within minutes. */
  roadsMissing: z.optional(z.boolean()),
  distanceM: z.int(),
  durationS: z.int(),
  departsAt: z.iso.datetime(),
  arrivesAt: z.iso.datetime(),
  /** IANA time zones of the origin, used for the ride's times, and of the destination, used for a return ride. */
  timeZone: z.string(),
  destinationTimeZone: z.optional(z.string()),
  /** Estimated time at each point, starting with the origin. */
  eta: z.array(z.iso.datetime()),
  seatsTotal: z.int(),
  /** Free seats on the fullest leg: available to a passenger on the full route. */
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
  /** Absent if the ride is for all members of the community. */
  membersOf: z.optional(MembersOf),
  maxTwoInBack: z.boolean(),
  note: z.nullable(z.string()),
  status: RideStatus,
  createdAt: z.iso.datetime(),
  /** The series of this occurrence, and its day in the series. */
  seriesId: z.nullable(Id),
  seriesDay: z.nullable(Day),
  /** The outbound ride of this return ride, and the return ride of this ride. */
  returnOf: z.nullable(Id),
  returnId: z.nullable(Id),
  /** True if anybody with the link may see the ride's public page, also without an account. */
  isPublic: z.boolean(),
  /** Present if the host also agreed to journey planners and neighbouring communities showing it. */
  isListed: z.optional(z.boolean()),
  /** Present if the host also agreed that visitors see their rating. */
  showsRating: z.optional(z.boolean()),
});
export type Ride = z.infer<typeof Ride>;

export const RideSearchResult = z.object({
  ride: Ride,
  match: RideMatch,
});
export type RideSearchResult = z.infer<typeof RideSearchResult>;
export const NearMissResult = z.extend(RideSearchResult, { miss: NearMissDetails });
export type NearMissResult = z.infer<typeof NearMissResult>;

const RideSearchPage = z.extend(pageOf(RideSearchResult), {
  /** Rides that would match if seats were free, best first; listed on the last page only. */
  full: withDefault(z.array(RideSearchResult), []),
  /** Present on a first page with rides, if walking takes no longer than the fastest of them. */
  walk: z.optional(WholeWalk),
});

const RideParams = z.object({ rideId: Id });
const RidePage = pageOf(Ride);

export const rides = {
  nearby: endpoint({
    summary: "List rides that depart near a point, nearest first",
    method: "GET",
    path: "/rides/nearby",
    access: "signed-in",
    scope: "rides:read",
    query: NearbyRidesQuery,
    reply: pageOf(z.extend(Ride, { distanceKm: z.number() })),
  }),
  all: endpoint({
    summary: "List upcoming rides with free seats, soonest first",
    method: "GET",
    path: "/rides/all",
    access: "signed-in",
    scope: "rides:read",
    query: WholeListQuery,
    reply: RidePage,
  }),
  search: endpoint({
    summary: "Search rides between two places; results include walk, detour and contribution",
    method: "GET",
    path: "/rides/search",
    access: "signed-in",
    scope: "rides:read",
    costly: true,
    query: RideSearch,
    reply: RideSearchPage,
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  nearMisses: endpoint({
    summary:
      "Search near misses: rides that fail on time, detour or walking distance, and by how much",
    method: "GET",
    path: "/rides/search/near-misses",
    access: "signed-in",
    costly: true,
    query: NearMissSearch,
    reply: pageOf(NearMissResult),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  nextBest: endpoint({
    summary: "Find what to do instead of a search that finds nothing: walk, or another search",
    method: "GET",
    path: "/rides/search/next-best",
    access: "signed-in",
    scope: "rides:read",
    costly: true,
    query: NextBestSearch,
    reply: NextBest,
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  days: endpoint({
    summary: "Count matching rides for the days around a date",
    method: "GET",
    path: "/rides/search/days",
    access: "signed-in",
    costly: true,
    query: DaysSearch,
    reply: pageOf(SearchDay),
    limits: [{ by: "account", count: 60, perS: 60 }],
  }),
  one: endpoint({
    summary: "Get a ride",
    method: "GET",
    path: "/rides/:rideId",
    access: "signed-in",
    scope: "rides:read",
    availableWhenClosed: true,
    params: RideParams,
    reply: Ride,
    problems: ["not_found"],
  }),
  preview: endpoint({
    summary: "Get a ride as other users would see it, without hosting it",
    method: "POST",
    path: "/rides/preview",
    access: "signed-in",
    body: HostedRide,
    reply: Ride,
    limits: [{ by: "account", count: 120, perS: 60 }],
    problems: ["invalid_input", "not_yours"],
  }),
  ...routeEndpoints,
  host: endpoint({
    summary: "Offer a ride",
    method: "POST",
    path: "/rides",
    access: "signed-in",
    scope: "rides:write",
    idempotent: true,
    body: HostedRide,
    reply: Ride,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: [
      "invalid_input",
      "not_yours",
      "profile_incomplete",
      "contribution_too_high",
      "already_travelling",
    ],
  }),
  change: endpoint({
    summary:
      "Change a ride; passengers are notified and must confirm a new time, origin or destination",
    method: "PUT",
    path: "/rides/:rideId",
    access: "signed-in",
    scope: "rides:write",
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
  setPublic: endpoint({
    summary:
      "Open a ride to anybody with the link, also to journey planners and neighbouring communities, or only to members",
    method: "PUT",
    path: "/rides/:rideId/public",
    access: "signed-in",
    scope: "rides:write",
    params: RideParams,
    body: z.object({
      isPublic: z.boolean(),
      /** Unchanged if omitted; a ride that is not public is never listed. */
      isListed: z.optional(z.boolean()),
      /** Whether visitors see the host's rating. Unchanged if omitted; a ride that is not public never shows it. */
      showsRating: z.optional(z.boolean()),
    }),
    reply: Ride,
    problems: ["not_found", "not_yours", "ride_over", "invalid_input"],
  }),
  cancel: endpoint({
    summary: "Cancel a ride; passengers and waiting seekers are notified",
    method: "DELETE",
    path: "/rides/:rideId",
    access: "signed-in",
    scope: "rides:write",
    params: RideParams,
    body: OptionalReasonBody,
    reply: Ride,
    problems: ["not_found", "not_yours", "ride_over", "status_already_set"],
  }),
  complete: endpoint({
    summary: "Mark a ride as completed",
    method: "POST",
    path: "/rides/:rideId/complete",
    access: "signed-in",
    idempotent: true,
    params: RideParams,
    reply: Ride,
    problems: ["not_found", "not_yours", "too_early", "status_already_set"],
  }),
  ofHost: endpoint({
    summary: "List the rides of a host: all of the caller's own, or another host's upcoming ones",
    method: "GET",
    path: "/rides/my/:uid",
    access: "signed-in",
    scope: "rides:read",
    params: z.object({ uid: Id }),
    query: RidesOfHostQuery,
    reply: RidePage,
  }),
  forMembers: endpoint({
    summary:
      "List upcoming rides with free seats for the members of a trust mark or group, and those that the members offer to all",
    method: "GET",
    path: "/rides/for-members/:audienceId",
    access: "signed-in",
    params: z.object({ audienceId: Id }),
    query: PageQuery,
    reply: RidePage,
    problems: ["not_found"],
  }),
};
