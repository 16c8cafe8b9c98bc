import { defineProject } from "vitest/config";

export default defineProject({ test: { name: "web", testTimeout: 10_000 } });
