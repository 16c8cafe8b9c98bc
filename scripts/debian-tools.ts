import { globSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

/** Programs that tests run. `path` may have a `*` for the version. The environment variable `setting` overrides it. */
const TOOLS = [
  { name: "redis-server", setting: "REDIS_SERVER", path: "/usr/bin/redis-server", required: false },
  { name: "age", setting: "AGE", path: "/usr/bin/age", required: false },
  { name: "prometheus", setting: "PROMTOOL", path: "/usr/bin/promtool", required: false },
  { name: "caddy", setting: "CADDY", path: "/usr/bin/caddy", required: false },
  { name: "pgbouncer", setting: "PGBOUNCER", path: "/usr/sbin/pgbouncer", required: false },
  {
    name: "postgresql",
    setting: "POSTGRESQL_BIN",
    path: "/usr/lib/postgresql/*/bin/pg_rewind",
    required: false,
  },
  { name: "nginx-light", setting: "NGINX", path: "/usr/sbin/nginx", required: true },
];

/**
 * Installs missing packages of Debian if the user is root. Without the optional ones their tests are reported as not
 * run. @throws Error with one line that says what to install if a required one is missing.
 */
export function findDebianTools(): void {
  for (const { name, setting, path, required } of TOOLS) {
    if (process.env[setting] !== undefined || isInstalled(path)) continue;
    if (mayInstall()) install(name);
    if (required && !isInstalled(path))
      throw new Error(
        `The tests need ${name}. Install it (on Debian: apt-get install ${name}), or set ${setting} to it.`,
      );
  }
}

const isInstalled = (path: string): boolean => globSync(path).length > 0;
