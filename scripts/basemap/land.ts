import { feature } from "topojson-client";
import { collect, shape, unwrap } from "./geometry.ts";
import { type Scale, worldAtlas } from "./packages.ts";
import type { Source } from "./tiles.ts";

/** Land, in the scale of Natural Earth that each zoom can show. */
export function landSources(): Source[] {
  return [
    { layer: "land", data: land(110), zooms: [0, 1] },
    { layer: "land", data: land(50), zooms: [2, 4] },
    { layer: "land", data: land(10), zooms: [5, 7], tolerance: 2 },
  ];
}

function land(scale: Scale) {
  const atlas = worldAtlas(scale);
  return collect(feature(atlas, atlas.objects.land).features.map((each) => shape(unwrap(each.geometry))));
}
