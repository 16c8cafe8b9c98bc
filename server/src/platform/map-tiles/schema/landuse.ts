import type { Tags } from "@commonlane/geo/osm/read-extract";
import type { MappedFeature } from "./tile-feature.ts";

/** Kinds by tag; where several tags fit, the last wins. */
const KINDS: readonly (readonly [key: string, kinds: Readonly<Record<string, string>>])[] = [
  [
    "landuse",
    identity("recreation_ground industrial railway cemetery commercial grass farmland residential"),
  ],
  ["landuse", identity("military village_green allotments forest meadow")],
  [
    "landuse",
    {
      brownfield: "industrial",
      farmyard: "farmland",
      orchard: "farmland",
      vineyard: "farmland",
    },
  ],
  ["landuse", { retail: "commercial" }],
  ["natural", identity("beach wood glacier grassland scrub sand wetland bare_rock")],
  [
    "natural",
    {
      scree: "bare_rock",
      heath: "scrub",
      fell: "grassland",
    },
  ],
  ["boundary", { national_park: "national_park" }],
  ["amenity", identity("hospital school kindergarten university college")],
  ["aeroway", identity("aerodrome runway")],
  ["leisure", identity("park garden golf_course dog_park playground pitch nature_reserve")],
  ["tourism", { zoo: "zoo" }],
  ["man_made", { pier: "pier", bridge: "pedestrian" }],
  ["waterway", { dam: "dam" }],
  ["railway", { platform: "platform" }],
];

function identity(kinds: string): Record<string, string> {
  return Object.fromEntries(kinds.split(" ").map((kind) => [kind, kind]));
}

/** Where areas overlap, ground comes first, then what is built or grows on it, then what lies inside that. */
const ORDER = [
  "residential commercial industrial farmland military national_park nature_reserve aerodrome railway",
  "forest wood scrub grassland meadow glacier sand beach wetland bare_rock",
  "university college hospital school kindergarten cemetery allotments golf_course zoo recreation_ground",
  "park village_green grass garden",
  "pitch playground dog_park pedestrian dam pier platform runway",
].map((kinds) => new Set(kinds.split(" ")));

/** What covers the ground: woods, fields, built-up areas, parks, school grounds. */
export function mapLanduse(tags: Tags): MappedFeature | undefined {
  const kind = landuseKind(tags);
  if (kind === undefined) return undefined;
  const order = ORDER.findIndex((kinds) => kinds.has(kind));
  return {
    layer: "landuse",
    minZoom: 2,
    attributes: { kind, sort_rank: 189 },
    order,
    minPixels: 2.5,
  };
}

function landuseKind(tags: Tags): string | undefined {
  if (tags["area"] === "yes" && (tags["highway"] === "pedestrian" || tags["highway"] === "footway"))
    return "pedestrian";
  if (tags["landuse"] === "military" && tags["military"] === "airfield") return "airfield";
  let kind: string | undefined;
  for (const [key, kinds] of KINDS) kind = kinds[tags[key] ?? ""] ?? kind;
  return kind;
}
