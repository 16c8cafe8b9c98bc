import { buildPlaces } from "#modules/places/index.ts";
import type { BuildStep } from "#platform/regions/build-step.ts";

/** What is built from an extract, in this order. */
export const BUILD_STEPS: readonly BuildStep[] = [buildPlaces];
