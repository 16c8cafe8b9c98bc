import type { Tags } from "@commonlane/geo/osm/read-extract";
import {
  DETAIL_ZOOM,
  defined,
  isSet,
  type MappedFeature,
  namesIn,
  suggestedZoom,
} from "./tile-feature.ts";

const LINES: Readonly<Record<string, number>> = {
  river: DETAIL_ZOOM,
  canal: 10,
  stream: 13,
  drain: 14,
  ditch: 14,
};

const LAKES = new Set(["lagoon", "oxbow", "pond", "reservoir", "wastewater", "lake"]);
const DETAILS = new Set(["basin", "canal", "ditch", "drain", "river", "stream"]);

/** Rivers, canals and streams as lines; those in pipes are left out. */
export function mapWaterway(tags: Tags): MappedFeature | undefined {
  const { waterway = "" } = tags;
  const minZoom = LINES[waterway];
  if (minZoom === undefined || isSet(tags["tunnel"]) || tags["covered"] === "yes") return undefined;
  return {
    layer: "water",
    minZoom,
    attributes: {
      kind: waterway,
      ...namesIn(tags),
      ...suggestedZoom(minZoom),
      sort_rank: 200,
    },
    attributesFrom: { name: Math.max(minZoom, 11) },
  };
}

/** Lakes, ponds, wide rivers, pools. */
export function mapWaterArea(tags: Tags): MappedFeature | undefined {
  const kind = waterKind(tags);
  if (kind === undefined || tags["covered"] === "yes" || isSet(tags["tunnel"])) return undefined;
  return {
    layer: "water",
    minZoom: 6,
    attributes: { ...kind, sort_rank: 200 },
    minPixels: 1.5,
  };
}

/** The label of a lake, at the zoom where the lake is large enough for it. */
export function mapWaterLabel(tags: Tags, firstZoom: number): MappedFeature | undefined {
  const kind = waterKind(tags);
  if (kind === undefined || tags["name"] === undefined || kind.kind_detail === "river")
    return undefined;
  return {
    layer: "water",
    minZoom: firstZoom,
    attributes: {
      ...kind,
      ...namesIn(tags),
      ...suggestedZoom(firstZoom),
      sort_rank: 200,
    },
  };
}

function waterKind(tags: Tags):
  | {
      kind: string;
      kind_detail?: string;
    }
  | undefined {
  const { natural, water = "", waterway, landuse, leisure, amenity } = tags;
  if (natural === "water")
    return {
      kind: "water",
      ...defined({ kind_detail: waterDetail(water) }),
    };
  if (waterway === "riverbank" || waterway === "dock") return { kind: waterway };
  if (landuse === "reservoir") return { kind: "lake" };
  if (landuse === "basin") return { kind: "basin" };
  if (leisure === "swimming_pool") return { kind: "swimming_pool" };
  return amenity === "fountain" ? { kind: "fountain" } : undefined;
}

function waterDetail(water: string): string | undefined {
  if (LAKES.has(water)) return "lake";
  return DETAILS.has(water) ? water : undefined;
}
