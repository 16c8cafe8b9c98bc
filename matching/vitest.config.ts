import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "matching", maxWorkers: 2, testTimeout: 60_000 } });
