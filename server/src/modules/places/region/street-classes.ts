import type { Tags } from "@commonlane/geo/osm/read-extract";

/** Importance of a named way by its class, on the scale of a town's population. */
const CLASSES: Readonly<Record<string, number>> = {
  trunk: 300,
  primary: 400,
  secondary: 380,
  tertiary: 360,
  unclassified: 320,
  residential: 320,
  living_street: 320,
  pedestrian: 360,
  road: 200,
  service: 200,
  track: 120,
  footway: 130,
  cycleway: 120,
  path: 110,
  bridleway: 110,
  steps: 110,
};

/** Undefined if the way is no street that people would name; a motorway has no addresses. */
export const streetImportance = (tags: Tags): number | undefined =>
  tags["name"] === undefined
    ? undefined
    : (CLASSES[tags["highway"] ?? ""] ??
      (tags["place"] === "square" ? CLASSES["pedestrian"] : undefined));
