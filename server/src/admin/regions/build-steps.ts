import { buildPickupPoints } from "#modules/pickup-points/index.ts";
import { buildPlaces } from "#modules/places/index.ts";
import { buildMap } from "#platform/map-tiles/build-map.ts";
import { buildCoverage } from "#platform/regions/build-coverage.ts";
import type { BuildStep } from "#platform/regions/build-step.ts";
import { buildRoads } from "#platform/routing/network/build-roads.ts";

/** What is built from an extract, in this order. */
export const BUILD_STEPS: readonly BuildStep[] = [
  buildCoverage,
  buildRoads,
  buildPlaces,
  buildPickupPoints,
  buildMap,
];
