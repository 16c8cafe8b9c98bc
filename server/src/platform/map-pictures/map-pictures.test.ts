import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { doIntersect, type Box } from "../map-tiles/clip.ts";
import { openRegions } from "../regions/regions.ts";
import { openRoutingEngine } from "../routing/open-routing-engine.ts";
import { readSettings } from "../settings.ts";
import { drawDots, routeDots } from "./draw-dots.ts";
import { createMapPictures } from "./map-pictures.ts";

const SIZE = { width: 400, height: 220 };
const VADUZ = { lat: 47.141, lng: 9.5215 };
const BALZERS = { lat: 47.0666, lng: 9.5033 };
const BERLIN = { lat: 52.52, lng: 13.405 };
/** With the region that the demo ships. */
const DATA_DIR = join(import.meta.dirname, "../../../data");
const WEB_FOLDER = join(import.meta.dirname, "../../../../web/public");

function openMaps(webFolder = WEB_FOLDER) {
  const log = pino({ level: "silent" });
  const settings = { ...readSettings({}), DATA_DIR };
  const regions = openRegions(settings, log);
  const engine = openRoutingEngine(settings, log, regions);
  onTestFinished(() => {
    engine.close();
    regions.close();
  });
  return createMapPictures({ regions, routing: engine.routing, log }, webFolder);
}

test("a route inside a region follows its roads, on its water, woods and main roads", async () => {
  const picture = await openMaps().draw([BALZERS, VADUZ], SIZE);
  expect(picture?.markup).toContain('class="map-route"');
  expect(picture?.markup).not.toContain("map-estimate");
  for (const kind of ["map-water", "map-wood", "map-main-road", "map-border"])
    expect(picture?.markup).toContain(`class="${kind}"`);
  expect(picture?.showsOpenStreetMap).toBe(true);
});

test("a route without known roads is dashed, on the map of the world, which needs no credit", async () => {
  const picture = await openMaps().draw([BERLIN, { lat: 48.85, lng: 2.35 }], SIZE);
  expect(picture?.markup).toContain('class="map-estimate"');
  expect(picture?.markup).not.toContain("map-route");
  expect(picture?.markup).toContain('class="map-sea"');
  expect(picture?.showsOpenStreetMap).toBe(false);
});

test("a place that no road reaches is linked with dashes", async () => {
  const buchs = { lat: 47.1674, lng: 9.4781 };
  const picture = await openMaps().draw([{ lat: 47.165, lng: 9.5087 }, buchs], SIZE);
  const [x = 0, y = 0] = picture?.points.at(-1) ?? [];
  expect(picture?.markup).toContain('class="map-route"');
  expect(picture?.markup).toMatch(/class="map-estimate" d="[^"]*"\/>$/);
  expect(picture?.markup).toContain(` ${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}"/>`);
});

test("every place is inside of the picture, and the picture stays small", async () => {
  const maps = openMaps();
  for (const places of [[VADUZ], [BALZERS, VADUZ], [VADUZ, BERLIN], [VADUZ, VADUZ]]) {
    const picture = await maps.draw(places, SIZE);
    for (const [x = 0, y = 0] of picture?.points ?? []) {
      expect(Math.min(x, SIZE.width - x)).toBeGreaterThan(30);
      expect(Math.min(y, SIZE.height - y)).toBeGreaterThan(30);
    }
    expect(picture?.points).toHaveLength(places.length);
    expect(picture?.markup.length).toBeLessThan(40_000);
  }
});

test("there is no picture without places, or across half of the world", async () => {
  const maps = openMaps();
  expect(await maps.draw([], SIZE)).toBeUndefined();
  const tokyo = { lat: 35.7, lng: 139.7 };
  expect(await maps.draw([tokyo, { lat: 37.8, lng: -122.4 }], SIZE)).toBeUndefined();
});

test("a map that cannot be read leaves the ground empty", async () => {
  const folder = mkdtempSync(join(tmpdir(), "commonlane-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "basemap.pmtiles"), "no map");
  const picture = await openMaps(folder).draw([BERLIN, { lat: 48.85, lng: 2.35 }], SIZE);
  expect(picture?.markup).toMatch(/^<path class="map-estimate"/);
});

test("names lie inside of the picture, never on each other; a stop in a crowd has none", () => {
  const crowd = [
    [100, 100],
    [104, 103],
    [108, 106],
    [112, 109],
    [116, 112],
    [390, 112],
  ];
  const names = [
    "Balzers",
    "Triesen",
    "Triesenberg",
    "Vaduz",
    "Schaan",
    "A very long name of a town",
  ];
  const svg = drawDots(routeDots(crowd, names), SIZE);
  const boxes = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g)].map(
    ([, x, y, name = ""]): Box => [
      Number(x),
      Number(y) - 12,
      Number(x) + name.length * 6,
      Number(y),
    ],
  );
  expect(svg).toContain(">Balzers<");
  expect(svg).toContain(">A very long name of a town<");
  expect(boxes.length).toBeLessThan(names.length);
  for (const [n, box] of boxes.entries()) {
    expect(box[0]).toBeGreaterThan(0);
    expect(box[2]).toBeLessThan(SIZE.width);
    for (const other of boxes.slice(n + 1)) expect(doIntersect(box, other)).toBe(false);
  }
});
