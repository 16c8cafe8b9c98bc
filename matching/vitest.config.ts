import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "matching", testTimeout: 60_000 } });
