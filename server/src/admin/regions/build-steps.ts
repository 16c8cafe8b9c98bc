import { buildMap } from "#platform/map-tiles/build-map.ts";
import type { BuildStep } from "#platform/regions/build-step.ts";
import { buildCoverage } from "#platform/regions/build-coverage.ts";

/** What is built from an extract, in this order. */
export const BUILD_STEPS: readonly BuildStep[] = [buildCoverage, buildMap];
