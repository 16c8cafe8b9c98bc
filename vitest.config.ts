import { defineConfig } from "vitest/config";
import { testProjects } from "./test-runs.ts";

export default defineConfig({
  test: { projects: testProjects },
});
