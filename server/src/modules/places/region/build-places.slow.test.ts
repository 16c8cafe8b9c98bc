import type { OsmElement } from "@commonlane/geo/osm/read-extract";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parseHouseNumber, readLines } from "../place-file.ts";
import { REGION_FILES } from "./build-places.ts";
import { buildRegionPlaces, drawMap } from "../../../../test/regions/build-region-places.ts";

const stop = (name: string) => ({ highway: "bus_stop", name });
const street = (name: string) => ({ highway: "residential", name });
const house = (name: string, number: string, more: Record<string, string> = {}) => ({
  "addr:street": name,
  "addr:housenumber": number,
  ...more,
});

test("merges ways of one name in one settlement, also across a gap and with other spellings, and keeps far ones apart", async () => {
  const map = drawMap();
  map.node(0, 0, { place: "village", name: "Dorf" });
  map.way(street("Hauptstraße"), [0, 0], [1, 0], [2, 0]);
  map.way(street("Hauptstrasse"), [5, 0], [6, 0]);
  map.way(street("Hauptstraße"), [4, 0], [5, 0]);
  map.way(street("Hauptstr."), [6, 0], [7, 0]);
  map.way(street("Hauptstraße"), [30, 0], [31, 0]);
  map.way(street("Nebenweg"), [0, 1], [1, 1]);
  const { find, figures } = await buildRegionPlaces(map.elements());
  expect(figures).toMatchObject({ streets: 3 });
  const [near, far] = find("Hauptstraße").toSorted((a, b) => a.lng - b.lng);
  expect(near).toMatchObject({
    kind: "street",
    town: "Dorf",
    names: ["Hauptstrasse", "Hauptstr."],
  });
  // On the street: a node of one of its ways.
  expect(near).toMatchObject({ lat: 47.1, lng: map.at(4, 0).lng });
  expect(far?.lng).toBeGreaterThan(map.at(29, 0).lng);
});

test("gives houses to the street of their address: on nodes, buildings and relations, several numbers, one typing error", async () => {
  const map = drawMap();
  map.way(street("Landstrasse"), [0, 0], [5, 0]);
  map.way(street("Landstrasse"), [50, 0], [55, 0]);
  map.node(1, 0.2, house("Landstrasse", "1", { "addr:postcode": "9490" }));
  map.way({ building: "yes", ...house("Landstraße", "3; 5a") }, ...map.square(2, 0.2, 0.2));
  map.node(3, 0.2, house("Landstrassse", "7"));
  map.node(51, 0.2, house("Landstrasse", "99"));
  const outline = map.way({}, ...map.square(4, 0.2, 0.2));
  const relation: OsmElement = {
    type: "relation",
    id: 1,
    members: [{ type: "way", id: outline, role: "outer" }],
    tags: { type: "multipolygon", building: "yes", ...house("Landstrasse", "9") },
  };
  const { find, housesOf, figures } = await buildRegionPlaces([...map.elements(), relation]);
  expect(figures).toMatchObject({ streets: 2, houseNumbers: 6 });
  const [near, far] = find("Landstrasse").toSorted((a, b) => a.lng - b.lng);
  expect(
    housesOf(near?.id ?? 0)
      .map(({ number }) => number)
      .toSorted(),
  ).toEqual(["1", "3", "5a", "7", "9"]);
  expect(near?.postcode).toBe("9490");
  expect(housesOf(far?.id ?? 0)).toMatchObject([{ number: "99", lat: 47.10018, lng: 9.56732 }]);
  const building = housesOf(near?.id ?? 0).find(({ number }) => number === "3");
  expect(building?.lat).toBeCloseTo(map.at(2, 0.3).lat, 5);
  expect(building?.lng).toBeCloseTo(map.at(2.1, 0.3).lng, 5);
});

test("fills in the numbers of interpolation ways", async () => {
  const map = drawMap();
  map.way(street("Im Feld"), [0, 0], [10, 0]);
  map.way({ "addr:interpolation": "odd" }, [0, 1], [8, 1]);
  const [first, last] = map.ways.at(-1)?.nodeIds ?? [];
  const numbers = new Map([
    [first, "1"],
    [last, "9"],
  ]);
  const elements = map.elements().map((element): OsmElement => {
    const number = numbers.get(element.id);
    return element.type === "node" && number
      ? { ...element, tags: house("Im Feld", number) }
      : element;
  });
  const { find, housesOf } = await buildRegionPlaces(elements);
  const houses = housesOf(find("Im Feld")[0]?.id).toSorted(
    (a, b) => Number(a.number) - Number(b.number),
  );
  expect(houses.map(({ number }) => number)).toEqual(["1", "3", "5", "7", "9"]);
  expect(houses[1]?.lng).toBeCloseTo(map.at(2, 1).lng, 4);
});

test("makes a street of houses whose street or village has no way", async () => {
  const map = drawMap();
  map.node(0, 0, { "addr:place": "Hinterwald", "addr:housenumber": "1" });
  map.node(2, 0, { "addr:place": "Hinterwald", "addr:housenumber": "2" });
  map.node(0, 1, { "addr:housenumber": "3" });
  const first = await buildRegionPlaces(map.elements());
  expect(first.places).toMatchObject([{ kind: "street", name: "Hinterwald" }]);
  expect(first.housesOf(first.places[0]?.id).map(({ number }) => number)).toEqual(["1", "2"]);
  const again = await buildRegionPlaces(map.elements());
  expect(again.places[0]?.id).toBe(first.places[0]?.id);
});

test("names the town by its boundary, then by addresses, then by the nearest settlement for its size", async () => {
  const map = drawMap();
  map.node(2, 2, { place: "village", name: "Innen", postal_code: "1111" });
  map.node(0.5, 0.5, { place: "hamlet", name: "Weiler" });
  map.node(60, 0, { place: "village", name: "Grossdorf", population: "1500" });
  map.node(72, 0, { place: "hamlet", name: "Kleinhof" });
  const ring = map.way({}, ...map.square(0, 0, 10));
  map.way(street("Am Tor"), [9.5, 9.5], [9.5, 9.8]);
  map.way(street("Gasse"), [0.5, 0.7], [0.5, 0.9]);
  map.way(street("Waldweg"), [74, 0], [75, 0]);
  map.way(street("Poststrasse"), [120, 0], [121, 0]);
  for (let number = 1; number <= 8; number++)
    map.node(
      120.5,
      0.1,
      house("Poststrasse", String(number), { "addr:city": "Fernau", "addr:postcode": "2222" }),
    );
  map.node(120.2, 0.3, { amenity: "cafe", name: "Zum Eck" });
  const boundary: OsmElement = {
    type: "relation",
    id: 1,
    members: [{ type: "way", id: ring, role: "outer" }],
    tags: {
      type: "boundary",
      boundary: "administrative",
      admin_level: "8",
      name: "Gemeinde Innen (XY)",
    },
  };
  const { find } = await buildRegionPlaces([...map.elements(), boundary]);
  expect(find("Am Tor")).toMatchObject([{ town: "Innen", postcode: "1111", areas: ["Innen"] }]);
  expect(find("Gasse")).toMatchObject([{ town: "Innen", areas: ["Innen", "Weiler"] }]);
  expect(find("Waldweg")).toMatchObject([{ town: "Grossdorf", areas: ["Grossdorf", "Kleinhof"] }]);
  expect(find("Poststrasse")).toMatchObject([{ town: "Fernau", postcode: "2222" }]);
  expect(find("Zum Eck")).toMatchObject([{ kind: "place", town: "Fernau", postcode: "2222" }]);
  expect(find("Innen")).toMatchObject([{ kind: "village", town: "" }]);
  expect(find("Weiler")).toMatchObject([{ kind: "village", town: "Innen" }]);
});

test("merges the sides of a stop and the stops of a station, but not stops of one name elsewhere", async () => {
  const map = drawMap();
  map.node(0, 0, stop("Post"));
  map.node(0.5, 0, stop("Post"));
  map.node(30, 0, stop("Post"));
  map.node(50, 0, { railway: "station", name: "Neustadt", uic_name: "Neustadt (Dorf)" });
  map.node(51, 0, stop("Neustadt"));
  map.way({ railway: "platform", public_transport: "platform", name: "2" }, [50, 0.1], [51, 0.1]);
  const { find, places } = await buildRegionPlaces(map.elements());
  expect(find("Post").map(({ kind }) => kind)).toEqual(["stop", "stop"]);
  expect(find("Neustadt")).toMatchObject([{ kind: "station", lng: map.at(50, 0).lng }]);
  expect(find("Neustadt")[0]?.names).toEqual(["Neustadt (Dorf)"]);
  expect(places).toHaveLength(3);
});

test("knows public places of all kinds by their own and their other names, and where a ring encloses nothing, inside it", async () => {
  const map = drawMap();
  map.node(0, 0, {
    amenity: "school",
    name: "Schule Ost",
    "name:en": "East School",
    alt_name: "Ostschule;OS",
  });
  map.node(2, 0, { amenity: "hospital", name: "Spital" });
  map.node(4, 0, { shop: "bakery", name: "Beck" });
  map.node(6, 0, { amenity: "parking", name: "Marktplatz" });
  map.node(8, 0, { amenity: "parking", name: "Nur Gäste", access: "private" });
  map.node(10, 0, { natural: "peak", name: "Berg" });
  map.node(12, 0, { place: "isolated_dwelling", name: "Einödhof" });
  map.node(14, 0, { amenity: "bench", name: "Bankerl" });
  map.node(16, 0, { amenity: "university", operator: "ohne Namen" });
  // Shaped like a U: the centroid lies outside.
  const u: [number, number][] = [
    [20, 0],
    [30, 0],
    [30, 10],
    [29, 10],
    [29, 1],
    [21, 1],
    [21, 10],
    [20, 10],
    [20, 0],
  ];
  map.way({ landuse: "industrial", name: "Werk" }, ...u);
  const { places, find } = await buildRegionPlaces(map.elements());
  expect(places.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
    "hospital Spital",
    "parking Marktplatz",
    "place Berg",
    "place Werk",
    "school Schule Ost",
    "shop Beck",
    "street Einödhof",
  ]);
  expect(find("Schule Ost")[0]?.names).toEqual(["East School", "Ostschule", "OS"]);
  const x = ((find("Werk")[0]?.lng ?? 0) - 9.5) / 0.00132;
  expect((x > 20 && x < 21) || (x > 29 && x < 30)).toBe(true);
});

test("finds everything of Liechtenstein that the audit missed, with its town and country", async () => {
  const extract = new URL("../../../../data/regions/liechtenstein.osm.pbf", import.meta.url)
    .pathname;
  const { places, find, housesOf, progress } = await buildRegionPlaces(extract);
  const kinds = Map.groupBy(places, ({ kind }) => kind);
  const names = (kind: "village" | "station" | "stop" | "hospital") =>
    kinds.get(kind)?.map(({ name }) => name);
  expect(names("village")).toEqual(expect.arrayContaining(["Oberplanken", "Ebenholz"]));
  // The shipped places have it.
  expect(names("village")).not.toContain("Schaan");
  expect(names("station")).toEqual(
    expect.arrayContaining(["Nendeln", "Schaanwald", "Schaan-Vaduz", "Forst Hilti"]),
  );
  expect(names("hospital")).toContain("Liechtensteinisches Landesspital");
  expect(new Set(names("stop")).size).toBeGreaterThanOrEqual(140);
  expect(kinds.get("parking")?.length).toBeGreaterThanOrEqual(20);
  expect(find("Herrengasse").filter(({ kind }) => kind === "street")).toMatchObject([
    { town: "Vaduz", country: "LI", postcode: "9490" },
  ]);
  const staedtle = find("Städtle").find(({ kind, town }) => kind === "street" && town === "Vaduz");
  expect(housesOf(staedtle?.id).map(({ number }) => number)).toContain("43");
  // One country road, one street for each municipality that it passes.
  const roads = find("Landstrasse").map(({ town }) => town);
  expect(roads).toEqual(expect.arrayContaining(["Vaduz", "Schaan", "Triesen"]));
  expect(places.filter(({ kind, country }) => kind === "village" && country !== "LI")).toEqual([]);
  expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
  expect(progress.at(-1)).toBe(1);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
});

test("a street over the 180th meridian has points along it, not around the earth", async () => {
  const node = { type: "node", lat: -16.8, tags: {} } as const;
  const elements: OsmElement[] = [
    { ...node, id: 1, lng: 179.999 },
    { ...node, id: 2, lng: -179.999 },
    { type: "way", id: 1, nodeIds: [1, 2], tags: street("Meridian Road") },
  ];
  const { folder } = await buildRegionPlaces(elements, [-180, -17, 180, -16]);
  const points = [];
  const file = pathToFileURL(join(folder, REGION_FILES.streetPoints));
  for await (const lines of readLines(file)) points.push(...lines.map(parseHouseNumber));
  expect(points).toHaveLength(3);
  expect(points.filter(({ lng }) => Math.abs(lng) < 179.998)).toEqual([]);
});
