import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "matching", maxWorkers: 1, testTimeout: 60_000 } });
