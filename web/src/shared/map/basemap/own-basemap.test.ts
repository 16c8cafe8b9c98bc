import type { StyleSpecification } from "maplibre-gl";
import { expect, test } from "vitest";
import type { Basemap } from "./basemap-types.ts";
import { mapValues, PALETTE_SOURCES } from "./palette.ts";
import { rasterLayers, layersFromStyle, withAbsoluteUrls } from "./own-basemap.ts";
import { buildMapStyle } from "../map-style.ts";

const colour = "rgb(240,240,235)";
const palette = mapValues(PALETTE_SOURCES, () => colour);
const layersOf = (layersFor: Basemap["layersFor"], colours = palette) =>
  buildMapStyle({ layersFor, maxZoom: 18, credit: "somebody" }, colours, {}).layers;

const operatorStyle: StyleSpecification = {
  version: 8,
  glyphs: "fonts/{fontstack}/{range}.pbf",
  sprite: "https://signs.example.org/sprite",
  sources: {
    tiles: { type: "vector", tiles: ["/t/{z}/{x}/{y}.mvt"] },
    shapes: { type: "geojson", data: "../shapes.json" },
    hills: { type: "raster-dem", url: "hills.json" },
  },
  layers: [
    { id: "paper", type: "background" },
    { id: "roads", type: "line", source: "tiles", "source-layer": "roads" },
    { id: "names", type: "symbol", source: "tiles", "source-layer": "places" },
  ],
};

test("draws routes above the operator's map and below its labels", () => {
  const ids = layersOf(layersFromStyle(operatorStyle)).map(({ id }) => id);
  const at = (id: string) => ids.indexOf(id);
  expect(at("roads")).toBeLessThan(at("journey"));
  expect(at("journey")).toBeLessThan(at("names"));
});

test("draws routes on top of a style without labels; only the invisible gaps in labels follow", () => {
  const bare = { ...operatorStyle, layers: operatorStyle.layers.slice(0, 2) };
  const ids = layersOf(layersFromStyle(bare)).map(({ id }) => id);
  expect(ids.slice(-2)).toEqual(["journey", "label-gaps"]);
});

test("resolves URLs relative to the style", () => {
  expect(withAbsoluteUrls(operatorStyle, "https://maps.example.org/styles/day.json")).toMatchObject(
    {
      glyphs: "https://maps.example.org/styles/fonts/{fontstack}/{range}.pbf",
      sprite: "https://signs.example.org/sprite",
      sources: {
        tiles: { tiles: ["https://maps.example.org/t/{z}/{x}/{y}.mvt"] },
        shapes: { data: "https://maps.example.org/shapes.json" },
        hills: { url: "https://maps.example.org/styles/hills.json" },
      },
    },
  );
});

const paintOn = (land: string) =>
  layersOf(rasterLayers({ tiles: [] }), { ...palette, land })[1]?.paint;

test("dims image tiles in the dark theme only", () => {
  expect(paintOn("rgb(240,240,235)")).toEqual({});
  expect(paintOn("rgb(20,32,29)")).toHaveProperty("raster-brightness-max");
});
