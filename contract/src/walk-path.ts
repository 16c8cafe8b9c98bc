import * as z from "zod/mini";
import { LatLng } from "./shapes.ts";

/** A place and the point where one is picked up or dropped off. */
export const WalkQuery = z.object({ from: LatLng, to: LatLng });
export type WalkQuery = z.infer<typeof WalkQuery>;

export const WalkPath = z.object({
  /** Google polyline format, five decimals; null if no paths are known there. */
  polyline: z.nullable(z.string()),
});
export type WalkPath = z.infer<typeof WalkPath>;
