import { existsSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

/** Where the tests look for it unless REDIS_SERVER is set (server/test/services/redis.ts). */
const PLACE = "/usr/bin/redis-server";

/**
 * Installs Debian's Redis if it is missing and the user is root; otherwise tests that need it are reported as not run.
 */
export function findRedis(): void {
  if (process.env["REDIS_SERVER"] === undefined && !existsSync(PLACE) && mayInstall()) install("redis-server");
}
