import type { BuildStep } from "./build-step.ts";

/** What is built from an extract, in this order. */
export const BUILD_STEPS: readonly BuildStep[] = [];
