import { defineProject } from "vitest/config";
import { testRun } from "../test-runs.ts";

// A second try for what races with a busy machine; the report names it, so that it can be mended.
export default defineProject({
  test: {
    name: "server",
    globalSetup: "./test/app/global-setup.ts",
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    retry: 1,
    ...testRun("server"),
  },
});
