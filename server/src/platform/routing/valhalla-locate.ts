import { z } from "zod";
import { type NearestRoad, ROAD_CLASSES, type RoadClass } from "./routing-engine.ts";

const Edge = z.object({
  correlated_lat: z.number(),
  correlated_lon: z.number(),
  distance: z.number().gte(0),
  edge: z.object({
    tunnel: z.boolean(),
    bridge: z.boolean(),
    round_about: z.boolean(),
    access: z.object({ car: z.boolean() }),
    classification: z.object({ classification: z.string(), use: z.string(), link: z.boolean() }),
  }),
});
type Edge = z.output<typeof Edge>;

/** The reply to `POST /locate` with `verbose`. */
export const Nearby = z.array(z.object({ edges: z.array(Edge).nullish() }));

const NO_STOPPING: readonly RoadClass[] = ["motorway", "trunk"];

/** Neighbouring roads of one place, in Valhalla's form, to the nearest; null if there is none. */
export function toNearestRoad(
  place: z.output<typeof Nearby>[0] | undefined,
): NearestRoad | null | undefined {
  if (!place) return undefined;
  const nearest = place.edges
    ?.toSorted((a, b) => a.distance - b.distance)
    .find(({ edge }) => edge.access.car);
  if (!nearest) return null;
  const roadClass = toRoadClass(nearest.edge.classification.classification);
  return {
    at: { lat: nearest.correlated_lat, lng: nearest.correlated_lon },
    distanceM: nearest.distance,
    roadClass,
    canStop: canStopOn(nearest.edge, roadClass),
  };
}

/** Valhalla calls the smallest class `service_other`. */
const toRoadClass = (name: string): RoadClass =>
  ROAD_CLASSES.find((roadClass) => roadClass === name) ?? "service";

const canStopOn = (
  { tunnel, bridge, round_about, classification }: Edge["edge"],
  roadClass: RoadClass,
): boolean =>
  !tunnel &&
  !bridge &&
  !round_about &&
  !classification.link &&
  !classification.use.startsWith("ramp") &&
  !classification.use.startsWith("ferry") &&
  !NO_STOPPING.includes(roadClass);
