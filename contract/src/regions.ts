import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { QueryLat, QueryLng, queryNumber, SuccessReply } from "./shapes.ts";

const Position = z.tuple([z.number(), z.number()]);

/** A region that is in use: roads, places and a map from one OpenStreetMap extract. */
export const RegionStatus = z.object({
  id: z.string(),
  name: z.string(),
  /** State of OpenStreetMap that the extract shows; null if it does not say. */
  dataAt: z.nullable(z.iso.datetime()),
  builtAt: z.iso.datetime(),
  /** Size on disk. */
  bytes: z.number(),
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** What each step of the build reported, such as the number of streets. */
  steps: z.array(
    z.object({
      name: z.string(),
      figures: z.array(
        z.object({
          name: z.string(),
          value: z.union([z.number(), z.string()]),
        }),
      ),
    }),
  ),
  /** The area with data, as the coordinates of a GeoJSON MultiPolygon. */
  coverage: z.array(z.array(z.array(Position))),
});
export type RegionStatus = z.infer<typeof RegionStatus>;

/** A build that has not become a region. */
export const RegionBuild = z.object({
  id: z.string(),
  name: z.string(),
  /** "stopped" if it was interrupted; the same command continues it. */
  state: z.enum(["running", "stopped", "failed"]),
  step: z.string(),
  stepNumber: z.int(),
  stepCount: z.int(),
  /** Part of the step that is done, from 0 to 1. */
  fraction: z.number(),
  secondsLeft: z.nullable(z.number()),
  error: z.nullable(z.string()),
});
export type RegionBuild = z.infer<typeof RegionBuild>;

export const RegionList = z.object({
  regions: z.array(RegionStatus),
  builds: z.array(RegionBuild),
});
export type RegionList = z.infer<typeof RegionList>;

/** An OpenStreetMap extract from which administrators can build a region. */
export const SuggestedExtract = z.object({
  name: z.string(),
  /** The https address that the server asks, or null for a file on the server. */
  url: z.nullable(z.string()),
  sizeMb: z.number(),
  /** Estimated time of the build, without the download. */
  minutes: z.int(),
});
export type SuggestedExtract = z.infer<typeof SuggestedExtract>;

export const regions = {
  list: endpoint({
    summary: "List the regions with roads, places and a map, and builds in progress",
    method: "GET",
    path: "/moderation/regions",
    access: "moderator",
    reply: RegionList,
  }),
  suggestions: endpoint({
    summary: "List the extracts that hold an area, smallest first; asks no other server",
    method: "GET",
    path: "/administration/extracts",
    access: "administrator",
    query: z.object({
      lat: QueryLat,
      lng: QueryLng,
      radiusKm: queryNumber(z.positive(), z.lte(5000)),
    }),
    reply: z.object({ items: z.array(SuggestedExtract) }),
  }),
  /** The build is a job of the server; the list of regions shows its progress. Repeating the call changes nothing. */
  build: endpoint({
    summary: "Download an extract of the list of suggestions, and build a region from it",
    method: "POST",
    path: "/administration/regions",
    access: "administrator",
    body: z.object({ name: z.string().check(z.maxLength(60)) }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: ["not_found"],
  }),
};
