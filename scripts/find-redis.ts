import { existsSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

/** Where the tests look for it unless REDIS_SERVER says otherwise (server/test/services/redis.ts). */
const PLACE = "/usr/bin/redis-server";

/** Root on Debian gets Debian's Redis where there is none; elsewhere what needs it says that it is not tested. */
export function findRedis(): void {
  if (process.env["REDIS_SERVER"] === undefined && !existsSync(PLACE) && mayInstall()) install("redis-server");
}
