import * as z from "zod/mini";
import { CostShare, CostShareQuery } from "./cost-share.ts";
import { endpoint } from "./endpoint.ts";
import { LatLng, withDefault } from "./shapes.ts";

/** A place and the point where one is picked up or dropped off. */
export const WalkQuery = z.object({
  from: LatLng,
  to: LatLng,
});

export const WalkPath = z.object({
  /** Google polyline format, five decimals; null if no paths are known there. */
  polyline: z.nullable(z.string()),
});

/** The points of a route, before it is a ride. */
export const RouteQuery = z.omit(CostShareQuery, { seatsTotal: true });
export type RouteQuery = z.output<typeof RouteQuery>;

/** Length and time of a route as its ride will have them. */
export const RouteMeasure = z.object({
  /** As in `Ride`: true if all of it follows roads. */
  routed: z.boolean(),
  /** Google polyline format, five decimals. */
  polyline: z.string(),
  /** One for each pair of neighbouring points. */
  legs: z.array(
    z.object({
      distanceM: z.int(),
      durationS: z.int(),
    }),
  ),
  /** Numbers of the points, from 0, to which only a track or a road in a bad state leads. */
  badRoadAt: withDefault(z.array(z.int()), []),
});
export type RouteMeasure = z.infer<typeof RouteMeasure>;

export type WalkQuery = z.infer<typeof WalkQuery>;

export type WalkPath = z.infer<typeof WalkPath>;

/** What a route costs, how long it takes, and the paths on foot to it. */
export const routeEndpoints = {
  costShare: endpoint({
    summary: "Calculate the cost of a route and the fair contribution per passenger",
    method: "POST",
    path: "/rides/cost-share",
    access: "signed-in",
    body: CostShareQuery,
    reply: CostShare,
    limits: [{ by: "account", count: 240, perS: 60 }],
  }),
  measure: endpoint({
    summary: "Calculate length, times and line of a route before it is hosted",
    method: "POST",
    path: "/rides/route",
    access: "signed-in",
    body: RouteQuery,
    reply: RouteMeasure,
    limits: [{ by: "account", count: 240, perS: 60 }],
    problems: ["invalid_input"],
  }),
  walk: endpoint({
    summary:
      "Find the path on foot between a place and a pickup or dropoff, at most a few kilometres apart",
    method: "POST",
    path: "/rides/walk",
    access: "signed-in",
    body: WalkQuery,
    reply: WalkPath,
    limits: [{ by: "account", count: 240, perS: 60 }],
    problems: ["invalid_input"],
  }),
};
