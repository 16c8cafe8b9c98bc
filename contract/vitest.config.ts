import { defineProject } from "vitest/config";

export default defineProject({
  test: {
    name: "contract",
    maxWorkers: 2,
    testTimeout: 10_000,
  },
});
