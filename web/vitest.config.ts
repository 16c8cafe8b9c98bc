import babel from "@rolldown/plugin-babel";
import { defineProject } from "vitest/config";
import { catalogues } from "./build/catalogues.ts";
import { messageMacros } from "./build/message-macros.ts";

// Tests run the same macros as the build, so that a screen or a message can be tried without it.
export default defineProject({
  plugins: [catalogues(), babel({ presets: [messageMacros()] })],
  test: {
    name: "web",
    maxWorkers: 2,
    pool: "vmThreads",
    testTimeout: 10_000,
  },
});
