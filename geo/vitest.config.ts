import { defineProject } from "vitest/config";
import { sizedTestFiles } from "../test-runs.ts";

export default defineProject({
  test: {
    name: "geo",
    maxWorkers: 2,
    testTimeout: 60_000,
    ...sizedTestFiles("geo"),
  },
});
