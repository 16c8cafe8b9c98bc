import type { Tags } from "@commonlane/geo/osm/read-extract";
import { defined, type MappedFeature, namesIn, suggestedZoom } from "./tile-feature.ts";

// Tags that make a point of interest, most specific last.
const KEYS = ["historic", "tourism", "shop", "leisure", "landuse", "craft", "amenity"] as const;
const LANDUSES = new Set(
  "cemetery recreation_ground military village_green allotments quarry".split(" "),
);

/** Kinds that appear although they have no name. */
const WITHOUT_NAME = new Set(["bus_stop", "tram_stop", "station", "parking", "charging_station"]);

/** First zooms; all others come at 15, in the last tiles. */
const ZOOMS: readonly (readonly [zoom: number, kinds: ReadonlySet<string>])[] = [
  [10, new Set(["station"])],
  [11, new Set(["aerodrome", "national_park"])],
  [12, new Set(["hospital", "peak"])],
  [13, new Set("library post_office townhall golf_course marina stadium castle zoo".split(" "))],
  [14, new Set("university college cemetery park supermarket school museum theatre".split(" "))],
  [
    16,
    new Set(
      "pitch playground memorial doctors dentist hairdresser bakery butcher clothes artwork".split(
        " ",
      ),
    ),
  ],
  [16, new Set("bus_stop tram_stop parking information wayside_cross wayside_shrine".split(" "))],
];
const USUAL_ZOOM = 15;

/** Stops, stations, public buildings, shops, sights: points, and areas at a point inside. */
export function mapPoi(tags: Tags): MappedFeature | undefined {
  const kind = poiKind(tags);
  if (kind === undefined || (tags["name"] === undefined && !WITHOUT_NAME.has(kind.kind)))
    return undefined;
  const zoom = ZOOMS.find(([, kinds]) => kinds.has(kind.kind))?.[0] ?? USUAL_ZOOM;
  return {
    layer: "pois",
    minZoom: Math.min(zoom, 14),
    attributes: {
      ...kind,
      ...namesIn(tags),
      ...defined({
        elevation: elevation(tags),
        iata: tags["iata"],
      }),
      ...suggestedZoom(zoom),
    },
    order: zoom,
  };
}

function poiKind(tags: Tags):
  | {
      kind: string;
      kind_detail?: string;
    }
  | undefined {
  const { railway, aeroway, highway, natural, station } = tags;
  if (railway === "station" && station !== "subway") return { kind: "station" };
  // The schema has no kind for halts, which are stations to passengers.
  if (railway === "station" || railway === "halt")
    return {
      kind: "station",
      kind_detail: railway === "halt" ? "halt" : "subway",
    };
  if (railway === "tram_stop") return { kind: "tram_stop" };
  if (highway === "bus_stop" || tags["amenity"] === "bus_station")
    return { kind: highway === "bus_stop" ? "bus_stop" : "bus_station" };
  if (aeroway === "aerodrome")
    return {
      kind: "aerodrome",
      ...defined({ kind_detail: tags["aerodrome"] }),
    };
  if (natural === "peak" || natural === "beach") return { kind: natural };
  if (tags["boundary"] === "national_park") return { kind: "national_park" };
  let kind: string | undefined;
  for (const key of KEYS) {
    const value = tags[key];
    if (
      value !== undefined &&
      value !== "yes" &&
      value !== "no" &&
      (key !== "landuse" || LANDUSES.has(value))
    )
      kind = value;
  }
  return kind === undefined
    ? undefined
    : {
        kind,
        ...defined({ kind_detail: tags["sport"] ?? tags["religion"] }),
      };
}

function elevation({ ele = "" }: Tags): number | undefined {
  const metres = /^(-?\d+(?:\.\d+)?)\s*m?$/.exec(ele.trim())?.[1];
  return metres === undefined ? undefined : Math.round(Number(metres));
}
