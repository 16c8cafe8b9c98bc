import {
  createExpression,
  featureFilter,
  validateStyleMin,
} from "@maplibre/maplibre-gl-style-spec";
import type { LayerSpecification } from "maplibre-gl";
import { expect, test } from "vitest";
import { buildMapStyle } from "../map-style.ts";
import type { MapScene } from "../map-types.ts";
import { bundledLayers } from "./bundled-layers.ts";
import { mapValues, PALETTE_SOURCES } from "./palette.ts";
import type { OpenRegionMap } from "./region-maps.ts";
import { roadWidth } from "./road-widths.ts";
import { protomapsLayers, streetLayers } from "./street-layers.ts";

const palette = mapValues(PALETTE_SOURCES, () => "rgb(240,240,235)");
const region = (source: string): OpenRegionMap => ({
  source,
  url: `https://rides.example.org/basemap/regions/${source}.pmtiles?v=1`,
  map: {
    url: `/basemap/regions/${source}.pmtiles?v=1`,
    bbox: [9, 47, 10, 48],
    minZoom: 7,
    maxZoom: 14,
  },
  coverage: {
    type: "MultiPolygon",
    coordinates: [
      [
        [
          [9, 47],
          [10, 47],
          [10, 48],
          [9, 47],
        ],
      ],
    ],
  },
});
const regions = [region("region-0"), region("region-1")];
const scene: MapScene = {
  route: [
    { lat: 47.1, lng: 9.5 },
    { lat: 47.2, lng: 9.6 },
  ],
  stops: [{ lat: 47.1, lng: 9.5, kind: "start", label: "Vaduz" }],
};
// The worker's address exists only in a browser.
Object.assign(globalThis, { location: { origin: "https://rides.example.org" } });
const styleWith = (shown: readonly OpenRegionMap[]) =>
  buildMapStyle(
    {
      layersFor: (colours, at) => bundledLayers(colours, at, { maps: shown, draw: streetLayers }),
      maxZoom: 19,
      credit: "",
    },
    palette,
    scene,
  );

test("the styles of the world map, of regions and of the operator's Protomaps file are valid", () => {
  const operator = buildMapStyle(
    {
      layersFor: (colours) =>
        protomapsLayers(colours, "pmtiles://https://tiles.example.org/x.pmtiles"),
      maxZoom: 19,
      credit: "",
    },
    palette,
    scene,
  );
  for (const style of [styleWith([]), styleWith(regions), operator]) {
    expect(validateStyleMin(style)).toEqual([]);
    const ids = style.layers.map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
  }
});

test("streets lie above the world map and below the route, their labels above it, and markers keep labels away", () => {
  const ids = styleWith(regions).layers.map(({ id }) => id);
  const order = [
    "land",
    "region-0-earth",
    "region-1-ground",
    "journey",
    "region-0-street-name",
    "place-name",
    "label-gaps",
  ];
  expect(order.map((id) => ids.indexOf(id))).toEqual(
    order.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b),
  );
  expect(ids.indexOf("land")).toBeGreaterThan(0);
  expect(ids.at(-1)).toBe("label-gaps");
  // The ground of one region must not hide the roads of another.
  expect(ids.indexOf("region-1-earth")).toBeLessThan(ids.indexOf("region-0-ground"));
});

test("markers' points become gaps in the labels", () => {
  expect(styleWith([]).sources["label-gaps"]).toMatchObject({
    data: { geometry: { coordinates: [[9.5, 47.1]] } },
  });
});

const widthOf = (kindDetail: string, zoom: number): number => {
  const created = createExpression(
    roadWidth(() => 0),
    "layers[0].paint.line-width",
  );
  if (created.result === "error") throw new Error(String(created.value));
  const kind = kindDetail === "motorway" ? "highway" : "minor_road";
  return created.value.evaluate(
    { zoom },
    { type: 2, properties: { kind, kind_detail: kindDetail } },
  );
};

test("more important roads are wider at every zoom at which they are drawn", () => {
  const classes = ["motorway", "primary", "secondary", "tertiary", "residential", "service"];
  for (const zoom of [9, 11, 12.5, 14, 16, 19]) {
    const widths = classes.map((each) => widthOf(each, zoom));
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    expect(widths[0]).toBeGreaterThan(0);
  }
  expect(widthOf("service", 14)).toBeGreaterThan(1);
});

const FEATURES: readonly (readonly [
  layer: string,
  type: 1 | 2 | 3,
  properties: Record<string, unknown>,
  zoom: number,
])[] = [
  ["earth", 3, { kind: "earth" }, 10],
  ["water", 3, { kind: "ocean" }, 10],
  ["water", 3, { kind: "water", kind_detail: "lake" }, 10],
  ["water", 2, { kind: "river", name: "Rhein" }, 12],
  ["water", 2, { kind: "stream" }, 14],
  ...[
    "residential",
    "industrial",
    "forest",
    "wood",
    "farmland",
    "park",
    "grass",
    "school",
    "hospital",
    "cemetery",
  ].map((kind) => ["landuse", 3, { kind }, 12] as const),
  ...["highway", "major_road", "minor_road"].map(
    (kind) => ["roads", 2, { kind, kind_detail: "x" }, 13] as const,
  ),
  ["roads", 2, { kind: "major_road", kind_detail: "primary", is_bridge: true }, 13],
  ["roads", 2, { kind: "major_road", kind_detail: "primary", is_tunnel: true }, 13],
  ["roads", 2, { kind: "path", kind_detail: "footway" }, 15],
  ["roads", 2, { kind: "path", kind_detail: "track" }, 14],
  ["roads", 2, { kind: "rail", kind_detail: "rail" }, 12],
  ["roads", 2, { kind: "rail", kind_detail: "tram" }, 14],
  ["roads", 2, { kind: "ferry" }, 12],
  ["roads", 2, { kind: "aeroway", kind_detail: "runway" }, 12],
  ["buildings", 3, { kind: "building" }, 15],
  ["buildings", 1, { kind: "address", addr_housenumber: "7" }, 18],
  ...["country", "region", "county", "locality"].map(
    (kind) => ["boundaries", 2, { kind }, 13] as const,
  ),
  ["places", 1, { kind: "locality", kind_detail: "town", name: "Vaduz", min_zoom: 9 }, 10],
  ["places", 1, { kind: "locality", kind_detail: "hamlet", name: "Masescha", min_zoom: 13 }, 14],
  [
    "places",
    1,
    { kind: "neighbourhood", kind_detail: "suburb", name: "Ebenholz", min_zoom: 13 },
    14,
  ],
  ...["station", "bus_stop", "hospital", "peak", "restaurant", "supermarket"].map(
    (kind) => ["pois", 1, { kind, name: "A", min_zoom: 15 }, 17] as const,
  ),
];

/** Ids of the layers that draw a feature at a zoom. */
function drawnBy(
  layers: readonly LayerSpecification[],
  [sourceLayer, type, properties, zoom]: (typeof FEATURES)[number],
) {
  return layers.flatMap((layer) => {
    if (!("source-layer" in layer) || layer["source-layer"] !== sourceLayer) return [];
    const { minzoom = 0, maxzoom = 24 } = layer;
    if (zoom < minzoom || zoom >= maxzoom) return [];
    const { filter } = featureFilter(
      "filter" in layer ? layer.filter : undefined,
      `layers.${layer.id}.filter`,
    );
    return filter({ zoom }, { type, properties }) ? [layer.id] : [];
  });
}

test.each(FEATURES)("a feature of the schema is drawn: %s %s %j", (...feature) => {
  const { below, above } = streetLayers(palette, ["base"]);
  expect(drawnBy([...below, ...above], feature)).not.toEqual([]);
});

test("names of districts, house numbers and stops wait for the zooms that have room for them", () => {
  const { above } = streetLayers(palette, ["base"]);
  expect(drawnBy(above, ["pois", 1, { kind: "bus_stop", name: "Post", min_zoom: 17 }, 13])).toEqual(
    [],
  );
  expect(drawnBy(above, ["buildings", 1, { kind: "address", addr_housenumber: "7" }, 15])).toEqual(
    [],
  );
  expect(drawnBy(above, ["pois", 1, { kind: "restaurant", name: "A", min_zoom: 16 }, 16])).toEqual(
    [],
  );
});
