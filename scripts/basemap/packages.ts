import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Topology, TopoObject } from "topojson-client";

const { resolve } = createRequire(import.meta.url);

/** Natural Earth's countries at one scale; `land` is their outline. */
export type WorldAtlas = Topology<{ countries: TopoObject<{ name: string }>; land: TopoObject<unknown> }>;

/** The scales of Natural Earth, in millions. */
export type Scale = 110 | 50 | 10;

const world: Record<Scale, WorldAtlas> = {
  110: JSON.parse(packageFile("world-atlas/countries-110m.json")),
  50: JSON.parse(packageFile("world-atlas/countries-50m.json")),
  10: JSON.parse(packageFile("world-atlas/countries-10m.json")),
};

export function worldAtlas(scale: Scale): WorldAtlas {
  return world[scale];
}

/** The text of a file inside an installed package, whose version package.json pins. */
export function packageFile(path: string): string {
  return readFileSync(resolve(path), "utf8");
}
