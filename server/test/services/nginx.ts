import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "./redis.ts";

const PROGRAM = process.env["NGINX"] ?? "/usr/sbin/nginx";

/**
 * A real nginx with `location` as the lines of its `location /`; returns its address. It can cache (`proxy_cache cache`).
 */
export async function startNginx(location: string): Promise<string> {
  if (!existsSync(PROGRAM))
    throw new Error(
      "This test needs nginx. Install it (on Debian: apt-get install nginx-light), or set NGINX to its path.",
    );
  const folder = mkdtempSync(join(tmpdir(), "commonlane-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http { access_log off; ${temporary.join(" ")} proxy_cache_path ${folder}/cache keys_zone=cache:1m;
  server { listen 127.0.0.1:${port}; location / { ${location} } } }`,
  );
  const nginx = spawn(
    PROGRAM,
    ["-p", folder, "-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const gone = once(nginx, "close");
  onTestFinished(async () => {
    nginx.kill("SIGKILL");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  while (!(await answers(address))) {
    if (nginx.exitCode !== null) throw new Error("nginx did not start.");
    await sleep(20);
  }
  return address;
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  );
