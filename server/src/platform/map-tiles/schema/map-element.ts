import type { Tags } from "@commonlane/geo/osm/read-extract";
import { mapLanduse } from "./landuse.ts";
import { mapAddress, mapBuilding } from "./other-layers.ts";
import { mapPlace } from "./places.ts";
import { mapPoi } from "./pois.ts";
import { mapRoad } from "./roads.ts";
import type { MappedFeature } from "./tile-feature.ts";
import { mapWaterArea, mapWaterLabel, mapWaterway } from "./water.ts";

function present(features: readonly (MappedFeature | undefined)[]): MappedFeature[] {
  return features.filter((feature) => feature !== undefined);
}

/** What a node shows. */
export function mapPoint(tags: Tags): MappedFeature[] {
  return present([mapPlace(tags), mapPoi(tags), mapAddress(tags)]);
}

/** What a way shows as a line. */
export function mapLine(tags: Tags): MappedFeature[] {
  return present([mapRoad(tags), mapWaterway(tags)]);
}

/** What a closed way or a relation shows as an area. */
export function mapArea(tags: Tags): MappedFeature[] {
  return tags["area"] === "no"
    ? []
    : present([mapLanduse(tags), mapWaterArea(tags), mapBuilding(tags)]);
}

/** Labels of an area, at a point inside; that of a lake appears from the given zoom. */
export function mapAreaLabels(tags: Tags, lakeZoom: number): MappedFeature[] {
  return present([mapPoi(tags), mapWaterLabel(tags, lakeZoom), mapAddress(tags)]);
}

/** Tags that make a closed way an area and not also a line, although lines may have them. */
export function isOnlyArea(tags: Tags): boolean {
  return tags["area"] === "yes" || tags["man_made"] === "pier" || tags["railway"] === "platform";
}
