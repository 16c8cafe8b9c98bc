import type { Tags } from "@commonlane/geo/osm/read-extract";
import { defined, isSet, localName, type MappedFeature, suggestedZoom } from "./tile-feature.ts";

interface RoadClass {
  readonly kind: "highway" | "major_road" | "minor_road" | "path";
  /** First zooms of the line, of its name, and of its number. */
  readonly zooms: readonly [line: number, name: number, number: number];
}

function major(...zooms: RoadClass["zooms"]): RoadClass {
  return { kind: "major_road", zooms };
}

const minor = (line: number): RoadClass => ({
  kind: "minor_road",
  zooms: [line, 13, 13],
});
const path = (line: number): RoadClass => ({
  kind: "path",
  zooms: [line, 14, 14],
});

const ROADS: Readonly<Record<string, RoadClass>> = {
  motorway: { kind: "highway", zooms: [3, 11, 7] },
  motorway_link: {
    kind: "highway",
    zooms: [9, 13, 13],
  },
  trunk: major(6, 12, 8),
  trunk_link: major(9, 13, 13),
  primary: major(7, 12, 10),
  primary_link: major(10, 13, 13),
  secondary: major(9, 12, 11),
  secondary_link: major(11, 14, 14),
  tertiary: major(10, 13, 12),
  tertiary_link: major(11, 14, 14),
  residential: minor(12),
  unclassified: minor(12),
  living_street: minor(12),
  road: minor(12),
  raceway: minor(12),
  busway: minor(13),
  service: minor(13),
  pedestrian: path(12),
  track: path(12),
  corridor: path(14),
  path: path(13),
  cycleway: path(13),
  bridleway: path(13),
  footway: path(13),
  steps: path(13),
};

// At these zooms lines of one road should merge to one feature, so only what matters to drawing is kept.
const BRIDGES_FROM = 12;
const ONEWAY_FROM = 14;

/** Roads, paths, railways, ferries, cable cars, piers, runways: everything in the schema's layer `roads`. */
export function mapRoad(tags: Tags): MappedFeature | undefined {
  const { highway } = tags;
  if (highway !== undefined) return mapHighway(tags, highway);
  return mapRailway(tags) ?? mapOtherWay(tags);
}

function mapHighway(tags: Tags, highway: string): MappedFeature | undefined {
  const road = ROADS[highway];
  if (!road) return undefined;
  const { kind } = road;
  const [line, name, number] = road.zooms;
  const isClosedToPublic = tags["access"] === "private" || tags["access"] === "no";
  const minZoom = isClosedToPublic || isSideway(tags) ? Math.max(line, 14) : line;
  return {
    layer: "roads",
    minZoom,
    attributes: {
      ...defined({
        kind,
        kind_detail: (highway === "footway" && tags["footway"]) || highway,
        service: highway === "service" ? tags["service"] : undefined,
        is_link: highway.endsWith("_link") || undefined,
        oneway: tags["oneway"] === "yes" || tags["oneway"] === "-1" ? tags["oneway"] : undefined,
        ref: tags["ref"],
        shield_text: tags["ref"]?.split(";")[0]?.trim(),
        ...bridgeOrTunnel(tags),
      }),
      ...localName(tags),
      ...suggestedZoom(minZoom),
      sort_rank: 400,
    },
    attributesFrom: {
      name,
      ref: number,
      shield_text: number,
      oneway: ONEWAY_FROM,
      service: ONEWAY_FROM,
      is_bridge: BRIDGES_FROM,
      is_tunnel: BRIDGES_FROM,
    },
  };
}

/** Pavements and driveways appear last. */
function isSideway({ footway, service }: Tags): boolean {
  return (
    footway === "sidewalk" ||
    footway === "crossing" ||
    service === "driveway" ||
    service === "parking_aisle"
  );
}

const NO_RAILS = new Set(
  "abandoned razed demolished removed construction platform platform_edge proposed disused".split(
    " ",
  ),
);
const LOCAL_RAILS = new Set("funicular light_rail miniature monorail subway tram".split(" "));

function mapRailway(tags: Tags): MappedFeature | undefined {
  const { railway, service } = tags;
  if (railway === undefined || NO_RAILS.has(railway) || tags["building"] !== undefined)
    return undefined;
  const isMainLine = !LOCAL_RAILS.has(railway) && service === undefined;
  return nonRoad(tags, {
    kind: "rail",
    kindDetail: railway,
    minZoom: isMainLine ? 10 : 13,
    service,
  });
}

function mapOtherWay(tags: Tags): MappedFeature | undefined {
  const { aeroway, aerialway, route } = tags;
  if (aeroway === "runway")
    return nonRoad(tags, {
      kind: "aeroway",
      kindDetail: aeroway,
      minZoom: 9,
    });
  if (aeroway === "taxiway")
    return nonRoad(tags, {
      kind: "aeroway",
      kindDetail: aeroway,
      minZoom: 11,
    });
  if (aerialway === "cable_car" || aerialway === "gondola" || aerialway === "chair_lift")
    return nonRoad(tags, {
      kind: "aerialway",
      kindDetail: aerialway,
      minZoom: 12,
    });
  if (route === "ferry")
    return nonRoad(tags, {
      kind: "ferry",
      minZoom: 9,
    });
  if (tags["man_made"] === "pier")
    return nonRoad(tags, {
      kind: "path",
      kindDetail: "pier",
      minZoom: 13,
    });
  return undefined;
}

interface NonRoad {
  readonly kind: "rail" | "aeroway" | "aerialway" | "ferry" | "path";
  readonly kindDetail?: string;
  readonly minZoom: number;
  readonly service?: string | undefined;
}

function nonRoad(tags: Tags, { kind, kindDetail, minZoom, service }: NonRoad): MappedFeature {
  return {
    layer: "roads",
    minZoom,
    attributes: {
      ...defined({
        kind,
        kind_detail: kindDetail,
        service,
        ...bridgeOrTunnel(tags),
      }),
      ...localName(tags),
      ...suggestedZoom(minZoom),
      sort_rank: 400,
    },
    attributesFrom: {
      name: 12,
      is_bridge: BRIDGES_FROM,
      is_tunnel: BRIDGES_FROM,
    },
  };
}

function bridgeOrTunnel({ bridge, tunnel, covered }: Tags): {
  is_bridge?: true;
  is_tunnel?: true;
} {
  if (isSet(bridge)) return { is_bridge: true };
  return isSet(tunnel) || covered === "yes" ? { is_tunnel: true } : {};
}
