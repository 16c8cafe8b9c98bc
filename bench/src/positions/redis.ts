import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { randomCity, type Point } from "./fill-drivers.ts";

const BIN = "/usr/bin";
const run = promisify(execFile);

/** The peer: Debian's Redis, with the drivers in one sorted set. */
export interface Redis {
  /** Replies per second of `redis-benchmark`, without pipelining. */
  readonly perSecond: (command: readonly string[], requests: number) => Promise<number>;
  /** The number within a circle. */
  readonly within: (at: Point, radiusKm: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a Redis that writes nothing to disk, and adds the drivers. `__rand_int__` in a command is replaced by a
 * driver's number.
 */
export async function openRedis(folder: string, drivers: number): Promise<Redis> {
  const socket = join(folder, "redis.sock");
  const settings = [
    "--port",
    "0",
    "--unixsocket",
    socket,
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    folder,
  ];
  const server = spawn(join(BIN, "redis-server"), settings, { stdio: "ignore" });
  const gone = once(server, "exit");
  const cli = async (...command: string[]) =>
    (await run(join(BIN, "redis-cli"), ["-s", socket, ...command], { maxBuffer: NAMES_MOST_BYTES }))
      .stdout;
  while (!(await cli("PING").catch(() => "")).startsWith("PONG")) await sleep(50);
  const loading = spawn(join(BIN, "redis-cli"), ["-s", socket, "--pipe"], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const loaded = once(loading, "exit");
  let n = 0;
  for (const { lat, lng } of randomCity(drivers)) {
    const line = `GEOADD drivers ${lng.toFixed(6)} ${lat.toFixed(6)} ${nameOf(n++)}\r\n`;
    if (!loading.stdin.write(line)) await once(loading.stdin, "drain");
  }
  loading.stdin.end();
  await loaded;
  return {
    async perSecond(command, requests) {
      const options = [
        "-s",
        socket,
        "-n",
        String(requests),
        "-r",
        String(drivers),
        "--csv",
        ...command,
      ];
      const { stdout } = await run(join(BIN, "redis-benchmark"), options);
      return Number(/^"[^\n]*?","([\d.]+)"/m.exec(stdout.split("\n").at(1) ?? "")?.[1]);
    },
    async within({ lat, lng }, radiusKm) {
      const found = await cli(
        "GEOSEARCH",
        "drivers",
        "FROMLONLAT",
        `${lng}`,
        `${lat}`,
        "BYRADIUS",
        `${radiusKm}`,
        "km",
      );
      return found.trim().split("\n").length;
    },
    async stop() {
      server.kill("SIGTERM");
      await gone;
    },
  };
}

/** All drivers are within 50 km of the centre. */
const NAMES_MOST_BYTES = 16 * 2 ** 20;
/** The number format of redis-benchmark. */
const nameOf = (n: number) => String(n).padStart(12, "0");
export const ANYBODY = "__rand_int__";
