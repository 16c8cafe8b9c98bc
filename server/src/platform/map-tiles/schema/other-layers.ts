import type { Tags } from "@commonlane/geo/osm/read-extract";
import { DETAIL_ZOOM, isSet, type MappedFeature } from "./tile-feature.ts";

/** Buildings, large ones first. */
export function mapBuilding(tags: Tags): MappedFeature | undefined {
  if (!isSet(tags["building"])) return undefined;
  return {
    layer: "buildings",
    minZoom: 13,
    attributes: { kind: "building", sort_rank: 400 },
    minPixels: 1.5,
  };
}

/** House numbers, of points and of buildings. */
export function mapAddress(tags: Tags): MappedFeature | undefined {
  const number = tags["addr:housenumber"];
  if (number === undefined) return undefined;
  return {
    layer: "buildings",
    minZoom: 14,
    attributes: {
      kind: "address",
      addr_housenumber: number,
    },
  };
}

const BOUNDARIES: readonly (readonly [upTo: number, kind: string, minZoom: number])[] = [
  [2, "country", DETAIL_ZOOM],
  [4, "region", DETAIL_ZOOM],
  [6, "county", DETAIL_ZOOM],
  [8, "locality", 10],
];

/** The line between two areas, by the most important area that it bounds. */
export function mapBoundary(
  adminLevel: number,
  { isDisputed }: { isDisputed: boolean },
): MappedFeature | undefined {
  const found = BOUNDARIES.find(([upTo]) => adminLevel <= upTo);
  if (!found) return undefined;
  const [, kind, minZoom] = found;
  const attributes = {
    kind,
    kind_detail: adminLevel,
    sort_rank: isDisputed ? 288 : 289,
  };
  return {
    layer: "boundaries",
    minZoom,
    attributes: isDisputed
      ? {
          ...attributes,
          disputed: true,
        }
      : attributes,
  };
}

/** The level of a boundary relation; undefined for other relations and boundaries of parts of municipalities. */
export function adminLevelOf(tags: Tags): number | undefined {
  if (tags["type"] !== "boundary" || tags["boundary"] !== "administrative") return undefined;
  const level = Number(tags["admin_level"]);
  return level >= 2 && level <= 8 ? level : undefined;
}
