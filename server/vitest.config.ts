import { defineProject } from "vitest/config";
import { sizedTestFiles } from "../test-runs.ts";

// Retries tests that depend on timing on a busy machine; the report names them, so that they can be fixed.
export default defineProject({
  test: {
    name: "server",
    globalSetup: "./test/app/global-setup.ts",
    setupFiles: "./test/app/check-row-types.ts",
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    retry: 1,
    ...sizedTestFiles("server"),
  },
});
