import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

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
      figures: z.array(z.object({ name: z.string(), value: z.union([z.number(), z.string()]) })),
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

export const regions = {
  list: endpoint({
    summary: "List the regions with roads, places and a map, and builds in progress",
    method: "GET",
    path: "/moderation/regions",
    access: "moderator",
    reply: RegionList,
  }),
};
