import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import { withTempFolder } from "./temp-folder.ts";

const ROOT = join(import.meta.dirname, "../../..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");

interface LongTest<Shape extends z.ZodType> {
  /** The test's file, relative to the root. */
  readonly file: string;
  /** Environment variables that make an ordinary test long. */
  readonly settings: Readonly<Record<string, string>>;
  /** The variable with the file to which the test writes its figures. */
  readonly reportTo: string;
  readonly report: Shape;
  /** The failure message. */
  readonly failed: string;
}

/** Runs an ordinary test of the server with much larger numbers, and returns its figures. @throws if it fails. */
export const runLongTest = <Shape extends z.ZodType>(
  test: LongTest<Shape>,
): Promise<z.output<Shape>> =>
  withTempFolder(async (folder) => {
    const report = join(folder, "report.json");
    const run = spawn(process.execPath, [VITEST, "run", "--project", "server", test.file], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...process.env,
        ...test.settings,
        TEST_RUN: test.file.includes(".long.") ? "long" : "",
        [test.reportTo]: report,
      },
    });
    const [code] = await once(run, "close");
    if (code !== 0) throw new Error(test.failed);
    return test.report.parse(JSON.parse(readFileSync(report, "utf8")));
  });
