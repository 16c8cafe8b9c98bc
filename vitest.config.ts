import { defineConfig } from "vitest/config";
import { isLongRun } from "./test-runs.ts";

export default defineConfig({
  test: { projects: isLongRun ? ["matching", "server"] : ["contract", "matching", "server", "web"] },
});
