import type { BuildStep } from "#platform/regions/build-step.ts";
import { buildCoverage } from "#platform/regions/build-coverage.ts";
import { buildRoads } from "#platform/routing/embedded/build-roads.ts";

/** What is built from an extract, in this order. */
export const BUILD_STEPS: readonly BuildStep[] = [buildCoverage, buildRoads];
