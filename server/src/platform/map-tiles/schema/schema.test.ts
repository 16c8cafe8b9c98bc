import { expect, test } from "vitest";
import type { Tags } from "@commonlane/geo/osm/read-extract";
import { mapArea, mapAreaLabels, mapLine, mapPoint } from "./map-element.ts";
import { adminLevelOf, mapBoundary } from "./other-layers.ts";
import type { MappedFeature } from "./tile-feature.ts";

const brief = (features: readonly MappedFeature[]) =>
  features.map(
    ({ layer, minZoom, attributes }) => `${layer} ${String(attributes["kind"])} ${minZoom}`,
  );

const border = (level: number) => mapBoundary(level, { isDisputed: false })?.attributes["kind"];
const level = (admin_level: string) =>
  adminLevelOf({ type: "boundary", boundary: "administrative", admin_level });
const elevation = (ele: string) =>
  mapPoint({ natural: "peak", name: "A", ele })[0]?.attributes["elevation"];

test.each<[Tags, string[]]>([
  [{ highway: "motorway", ref: "A13" }, ["roads highway 3"]],
  [{ highway: "motorway_link" }, ["roads highway 9"]],
  [{ highway: "tertiary" }, ["roads major_road 10"]],
  [{ highway: "residential" }, ["roads minor_road 12"]],
  [{ highway: "residential", access: "private" }, ["roads minor_road 14"]],
  [{ highway: "service", service: "driveway" }, ["roads minor_road 14"]],
  [{ highway: "footway", footway: "sidewalk" }, ["roads path 14"]],
  [{ highway: "proposed" }, []],
  [{ railway: "rail" }, ["roads rail 10"]],
  [{ railway: "rail", service: "yard" }, ["roads rail 13"]],
  [{ railway: "abandoned" }, []],
  [{ route: "ferry" }, ["roads ferry 9"]],
  [{ waterway: "river", name: "Rhein" }, ["water river 9"]],
  [{ waterway: "stream", tunnel: "culvert" }, []],
  [{ power: "line" }, []],
])("a line with %j shows %j", (tags, shown) => expect(brief(mapLine(tags))).toEqual(shown));

test.each<[Tags, string[]]>([
  [{ landuse: "forest" }, ["landuse forest 2"]],
  [{ landuse: "residential", amenity: "school", name: "A" }, ["landuse school 2"]],
  [{ landuse: "vineyard" }, ["landuse farmland 2"]],
  [{ natural: "scree" }, ["landuse bare_rock 2"]],
  [{ natural: "water", water: "lake" }, ["water water 6"]],
  [{ natural: "water", covered: "yes" }, []],
  [{ building: "yes", amenity: "hospital" }, ["landuse hospital 2", "buildings building 13"]],
  [{ building: "no" }, []],
  [{ highway: "pedestrian", area: "yes" }, ["landuse pedestrian 2"]],
  [{ landuse: "grass", area: "no" }, []],
])("an area with %j shows %j", (tags, shown) => expect(brief(mapArea(tags))).toEqual(shown));

test.each<[Tags, string[]]>([
  [{ place: "town", name: "Vaduz" }, ["places locality 8"]],
  [{ place: "village", name: "Schaan", population: "6'039" }, ["places locality 9"]],
  [{ place: "village", name: "Planken", population: "470" }, ["places locality 10"]],
  [{ place: "village" }, []],
  [{ highway: "bus_stop" }, ["pois bus_stop 14"]],
  [{ railway: "halt", name: "Forst Hilti" }, ["pois station 10"]],
  [{ natural: "peak", name: "Kuhgrat" }, ["pois peak 12"]],
  [{ amenity: "bench" }, []],
  [
    { amenity: "restaurant", name: "Adler", "addr:housenumber": "2" },
    ["pois restaurant 14", "buildings address 14"],
  ],
  [{ shop: "yes", name: "A" }, []],
])("a point with %j shows %j", (tags, shown) => expect(brief(mapPoint(tags))).toEqual(shown));

test("names come in the local language and in others where they differ", () => {
  const [place] = mapPoint({
    place: "city",
    name: "Zürich",
    "name:de": "Zürich",
    "name:fr": "Zurich",
    "name:xx": "?",
  });
  expect(place?.attributes).toMatchObject({ name: "Zürich", "name:fr": "Zurich" });
  expect(Object.keys(place?.attributes ?? {}).filter((key) => key.startsWith("name:"))).toEqual([
    "name:fr",
  ]);
});

test("a road tells its number, its bridge and its direction", () => {
  const [road] = mapLine({
    highway: "primary",
    ref: "28; 191",
    bridge: "viaduct",
    oneway: "yes",
    name: "Landstrasse",
  });
  expect(road?.attributes).toMatchObject({
    ref: "28; 191",
    shield_text: "28",
    is_bridge: true,
    oneway: "yes",
  });
  expect(road?.attributesFrom).toMatchObject({ name: 12, ref: 10, is_bridge: 12 });
});

test("peaks have heights where they are numbers, lakes have labels, and wide rivers only those of their lines", () => {
  expect(["2123", "2123.4 m", "about 2000"].map(elevation)).toEqual([2123, 2123, undefined]);
  expect(
    brief(mapAreaLabels({ natural: "water", water: "lake", name: "Gampriner Seele" }, 13)),
  ).toEqual(["water water 13"]);
  expect(mapAreaLabels({ natural: "water", water: "river", name: "Rhein" }, 9)).toEqual([]);
});

test("a border is that of the most important area, up to municipalities", () => {
  expect([2, 4, 6, 8, 9].map(border)).toEqual([
    "country",
    "region",
    "county",
    "locality",
    undefined,
  ]);
  expect(mapBoundary(2, { isDisputed: true })?.attributes).toMatchObject({ disputed: true });
  expect(["2", "8", "10", "x"].map(level)).toEqual([2, 8, undefined, undefined]);
});
