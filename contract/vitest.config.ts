import { defineProject } from "vitest/config";
import { testFiles } from "../test-runs.ts";

export default defineProject({ test: { name: "contract", maxWorkers: 2, testTimeout: 10_000, ...testFiles() } });
