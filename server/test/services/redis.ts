import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync } from "node:fs";
import { createServer } from "node:net";
import { Redis } from "ioredis";
import { onTestFinished } from "vitest";
import { listenLocally } from "./listen-locally.ts";

const PROGRAM = process.env["REDIS_SERVER"] ?? "/usr/bin/redis-server";

function isInstalled(): boolean {
  try {
    accessSync(PROGRAM);
    return true;
  } catch {
    process.stdout.write(`${PROGRAM} is not available; skipping tests with a real Redis.\n`);
    return false;
  }
}

/** A free port, for a server that must restart at the same address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenLocally(server);
  server.close();
  await once(server, "close");
  return port;
}

/** A Redis on its own port without persistence; it may be killed and started again. */
async function start() {
  const port = await freePort();
  let running: { kill: () => Promise<void> } | undefined;
  const begin = async () => {
    const args = [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
      "--daemonize",
      "no",
    ];
    const child = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "inherit"] });
    const gone = once(child, "close");
    const kill = async () => {
      child.kill("SIGKILL");
      await gone;
    };
    running = { kill };
    await new Promise<void>((resolve, reject) => {
      child.stdout.on(
        "data",
        (said) => String(said).includes("Ready to accept connections") && resolve(),
      );
      void gone.then(() => reject(new Error("Redis did not start.")));
    });
  };
  const kill = async () => running?.kill();
  onTestFinished(kill);
  await begin();
  const url = `redis://127.0.0.1:${port}`;
  /** Runs a command like redis-cli. */
  const command = async (name: string, ...args: string[]): Promise<unknown[]> => {
    const client = new Redis(url, { retryStrategy: () => null });
    client.on("error", () => {});
    try {
      return [await client.call(name, ...args)].flat();
    } finally {
      client.disconnect();
    }
  };
  return { url, kill, start: begin, command };
}

export const startRedis = Object.assign(start, { available: isInstalled() });
