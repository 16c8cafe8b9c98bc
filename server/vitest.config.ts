import { defineProject } from "vitest/config";

export default defineProject({
  test: { name: "server", globalSetup: "./test/postgres.ts", isolate: false, testTimeout: 20_000 },
});
