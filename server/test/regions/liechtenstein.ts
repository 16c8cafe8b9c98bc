import { buildPickupPoints } from "#modules/pickup-points/index.ts";
import { readExtractHeader } from "@commonlane/geo/osm/read-extract";
import { addLiechtenstein, buildLiechtenstein, EXTRACT } from "../roads/liechtenstein-region.ts";

/** Puts Liechtenstein with its roads and pickup points into a data folder. */
export async function addLiechtensteinWithPickupPoints(dataFolder: string): Promise<void> {
  const { bbox = [0, 0, 0, 0] } = await readExtractHeader(EXTRACT);
  await buildPickupPoints.run({
    extract: EXTRACT,
    folder: addLiechtenstein(await buildLiechtenstein(), dataFolder),
    region: { id: "liechtenstein", name: "Liechtenstein", bbox },
    onProgress: () => {},
    signal: new AbortController().signal,
  });
}
