import { readFileSync, writeFileSync } from "node:fs";
import { writeArchive } from "./archive.ts";
import { borderSources } from "./borders.ts";
import { labelSources } from "./labels.ts";
import { landSources } from "./land.ts";
import { placeSources } from "./places.ts";
import { cutTiles } from "./tiles.ts";
import { waterSources } from "./water.ts";

// Generates web/public/basemap.pmtiles; with --check, compares the shipped file with what these sources generate.

const LAST_ZOOM = 7;
const OUT = new URL("../../web/public/basemap.pmtiles", import.meta.url);

const sources = [...landSources(), ...waterSources(), ...borderSources(), ...placeSources(), ...labelSources()];
const layers = [...new Set(sources.map(({ layer }) => layer))];
const archive = writeArchive(cutTiles(sources, LAST_ZOOM), LAST_ZOOM, {
  name: "Commonlane basemap",
  format: "pbf",
  attribution: "Natural Earth · GeoNames",
  vector_layers: layers.map((id) => ({ id, fields: {}, minzoom: 0, maxzoom: LAST_ZOOM })),
});

if (process.argv.includes("--check")) {
  const same = readFileSync(OUT).equals(archive);
  process.stdout.write(
    same ? "basemap.pmtiles is what its sources make\n" : "basemap.pmtiles differs from its sources\n",
  );
  process.exitCode = same ? 0 : 1;
} else {
  writeFileSync(OUT, archive);
  process.stdout.write(`basemap.pmtiles: ${(archive.length / 1e6).toFixed(2)} MB, zoom 0 to ${LAST_ZOOM}\n`);
}
