import { execFile } from "node:child_process";
import { join } from "node:path";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import type { TestApp } from "./test-app.ts";

/** Runs a command like an operator, and returns its output whether it succeeds or fails. */
export function runAdminCommand({ connection }: TestApp, args: readonly string[]): Promise<string> {
  const program = join(import.meta.dirname, "../../src/admin/main.ts");
  const env = { PATH: process.env["PATH"], DATABASE_URL: buildDatabaseUrl(connection) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (_, out, errorOutput) =>
      resolve(out || errorOutput),
    );
  });
}
