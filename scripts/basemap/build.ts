import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveWriter } from "../../server/src/platform/map-tiles/archive-writer.ts";
import { borderSources } from "./borders.ts";
import { labelSources } from "./labels.ts";
import { placeSources } from "./places.ts";
import { cutTiles, type Source } from "./tiles.ts";
import { waterSources } from "./water.ts";
import { feature } from "topojson-client";
import { collect, shape, unwrap } from "./geometry.ts";
import { type Scale, worldAtlas } from "./packages.ts";

// Generates web/public/basemap.pmtiles; with --check, compares the shipped file with what these sources generate.

const LAST_ZOOM = 7;
const OUT = new URL("../../web/public/basemap.pmtiles", import.meta.url);

const sources = [
  ...landSources(),
  ...waterSources(),
  ...borderSources(),
  ...placeSources(),
  ...labelSources(),
];
const layers = [...new Set(sources.map(({ layer }) => layer))];
const folder = mkdtempSync(join(tmpdir(), "commonlane-basemap-"));
const made = join(folder, "basemap.pmtiles");
const writer = new ArchiveWriter(made);
for (const tile of cutTiles(sources, LAST_ZOOM)) writer.add(tile);
const bytes = writer.finish({
  zooms: [0, LAST_ZOOM],
  box: [-180, -85, 180, 85],
  center: [10, 48, 3],
  metadata: {
    name: "Commonlane basemap",
    format: "pbf",
    attribution: "Natural Earth · GeoNames",
    vector_layers: layers.map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: LAST_ZOOM })),
  },
});

if (process.argv.includes("--check")) {
  const same = readFileSync(OUT).equals(readFileSync(made));
  process.stdout.write(
    same
      ? "basemap.pmtiles is what its sources make\n"
      : "basemap.pmtiles differs from its sources\n",
  );
  process.exitCode = same ? 0 : 1;
} else {
  copyFileSync(made, OUT);
  process.stdout.write(`basemap.pmtiles: ${(bytes / 1e6).toFixed(2)} MB, zoom 0 to ${LAST_ZOOM}\n`);
}
rmSync(folder, { recursive: true });

/** Land, in the scale of Natural Earth that each zoom can show. */
function landSources(): Source[] {
  return [
    { layer: "land", data: land(110), zooms: [0, 1] },
    { layer: "land", data: land(50), zooms: [2, 4] },
    { layer: "land", data: land(10), zooms: [5, 7], tolerance: 2 },
  ];
}

function land(scale: Scale) {
  const atlas = worldAtlas(scale);
  return collect(
    feature(atlas, atlas.objects.land).features.map((each) => shape(unwrap(each.geometry))),
  );
}
