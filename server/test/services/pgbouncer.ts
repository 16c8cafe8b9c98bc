import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import type { Connection } from "#platform/db/database.ts";
import { createTestFolder } from "../app/test-folders.ts";
import { freePort } from "./redis.ts";

const PROGRAM = process.env["PGBOUNCER"] ?? "/usr/sbin/pgbouncer";
const NOBODY = 65_534;

interface PoolerOptions {
  readonly mode: "session" | "transaction" | "statement";
  /** Further lines of its configuration. */
  readonly settings?: readonly string[];
}

/** A real PgBouncer in front of a database; returns the connection to it. */
async function start(
  { host, port, user, password, database }: Connection,
  { mode, settings = [] }: PoolerOptions,
): Promise<Connection> {
  const folder = createTestFolder();
  const listenPort = await freePort();
  const target = { host, port, user, ...(typeof password === "string" && { password }) };
  const targetText = Object.entries(target).map(([name, value]) => `${name}=${value}`);
  const configuration = join(folder, "pgbouncer.ini");
  writeFileSync(
    configuration,
    [
      "[databases]",
      `* = ${targetText.join(" ")}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${listenPort}`,
      "unix_socket_dir =",
      "auth_type = any",
      `pool_mode = ${mode}`,
      ...settings,
      "",
    ].join("\n"),
  );
  chmodSync(configuration, 0o644);
  const pooler = spawn(PROGRAM, ["-q", configuration], {
    stdio: "ignore",
    // It does not run as root, and only the user of the tests' PostgreSQL may open its socket.
    ...(process.getuid?.() === 0 && ownerOf(host ?? "")),
  });
  const gone = once(pooler, "close");
  onTestFinished(async () => {
    pooler.kill("SIGKILL");
    await gone;
  });
  const connection = {
    host: "127.0.0.1",
    port: listenPort,
    user: "anyone",
    password: "any",
    ...(database && { database }),
  };
  while (!(await answers(connection))) {
    if (pooler.exitCode !== null) throw new Error("PgBouncer did not start.");
    await sleep(20);
  }
  return connection;
}

function ownerOf(host: string): { readonly uid: number; readonly gid: number } {
  if (!host.startsWith("/")) return { uid: NOBODY, gid: NOBODY };
  const { uid, gid } = statSync(host);
  return { uid, gid };
}

async function answers(connection: Connection): Promise<boolean> {
  const client = new Client(connection);
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

export const startPgBouncer = Object.assign(start, { available: existsSync(PROGRAM) });
