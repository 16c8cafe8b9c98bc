import { execFile } from "node:child_process";
import { join } from "node:path";
import { urlOf } from "#platform/db/database-url.ts";
import type { World } from "./world.ts";

/** As an operator runs it, whatever comes of it. */
export function operate({ connection }: World, said: readonly string[]): Promise<string> {
  const program = join(import.meta.dirname, "../src/admin/main.ts");
  const env = { PATH: process.env["PATH"], DATABASE_URL: urlOf(connection) };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...said], { env }, (_, out, told) => resolve(out || told));
  });
}
