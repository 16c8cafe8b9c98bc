import fc from "fast-check";
import { expect, test } from "vitest";
import { clusterPins } from "./pin-markers.ts";

const pin = (id: string, lat: number, lng: number, selected = false) => ({
  id,
  lat,
  lng,
  label: id,
  selected,
});
const VILLAGES = [
  pin("vaduz", 47.141, 9.521),
  pin("schaan", 47.165, 9.509),
  pin("chur", 46.85, 9.53),
];
const idsAt = (zoom: number, pins = VILLAGES) =>
  clusterPins(pins, zoom).map((cluster) => cluster.map(({ id }) => id));

test("pins that overlap are one with a number, until the map is close enough", () => {
  expect(idsAt(4)).toEqual([["chur", "schaan", "vaduz"]]);
  expect(idsAt(9)).toEqual([["chur"], ["schaan", "vaduz"]]);
  expect(idsAt(12)).toEqual([["chur"], ["schaan"], ["vaduz"]]);
});

test("a selected pin stays alone", () => {
  expect(idsAt(4, [...VILLAGES, pin("buchs", 47.167, 9.478, true)])).toEqual([
    ["chur", "schaan", "vaduz"],
    ["buchs"],
  ]);
});

test("no pin is lost, whatever the zoom", () => {
  const pins = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      lat: fc.double({ min: -80, max: 80, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    }),
    { selector: ({ id }) => id, maxLength: 60 },
  );
  fc.assert(
    fc.property(pins, fc.double({ min: 0, max: 18, noNaN: true }), (places, zoom) => {
      const shown = clusterPins(
        places.map(({ id, lat, lng }) => pin(id, lat, lng)),
        zoom,
      ).flat();
      expect(shown.map(({ id }) => id).toSorted()).toEqual(places.map(({ id }) => id).toSorted());
    }),
  );
});
