import { defineProject } from "vitest/config";
import { sizedTestFiles } from "../test-runs.ts";

export default defineProject({
  test: {
    name: "matching",
    maxWorkers: 2,
    testTimeout: 60_000,
    ...sizedTestFiles("matching"),
  },
});
