import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { type ProjectName, sizedTestFiles, testProjects } from "./test-runs.ts";

const PROJECTS: Readonly<Record<ProjectName, TestProjectInlineConfiguration | string>> = {
  contract: {
    root: "contract",
    test: {
      name: "contract",
      maxWorkers: 2,
      testTimeout: 10_000,
    },
  },
  matching: {
    root: "matching",
    test: {
      name: "matching",
      maxWorkers: 2,
      testTimeout: 60_000,
      ...sizedTestFiles("matching"),
    },
  },
  geo: {
    root: "geo",
    test: {
      name: "geo",
      maxWorkers: 2,
      testTimeout: 60_000,
      ...sizedTestFiles("geo"),
    },
  },
  server: "server",
  // Its tests run the macros of its build, which are installed there.
  web: "web",
};

export default defineConfig({
  test: { projects: testProjects.map((name) => PROJECTS[name]) },
});
