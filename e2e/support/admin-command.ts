import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./process.ts";

/** Runs an administrator command while the server runs, as an operator does. */
export function runAdminCommand(folder: string, args: readonly string[]): void {
  const env = { PATH: process.env["PATH"], DATA_DIR: folder };
  execFileSync(process.execPath, [join(ROOT, "server/src/admin/main.ts"), ...args], {
    env,
    cwd: ROOT,
  });
}
