import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Bench, type Figures, row, logProgress } from "./bench.ts";
import { type SocketLoad, SocketResult } from "./sockets/socket-types.ts";
import { fillUsers } from "./sockets/people.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { pssMb } from "./support/memory.ts";
import { type Running, serve, SERVER } from "./support/processes.ts";

const SOCKETS = Number(process.env["SOCKETS"] ?? 5_000);
const WARM = 500;
const MOST_KB = 25;
/** Garbage of connecting is collected gradually; the smallest of many samples counts. */
const LOOKS = { count: 12, everyMs: 5_000 };
const CLIENTS = fileURLToPath(import.meta.resolve("./sockets/clients.ts"));

/** Memory per idle connection of a signed-in user. */
export const sockets: Bench = { name: "sockets", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  const people = await fillUsers(folder, SOCKETS);
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "error",
  });
  try {
    const inFile = (name: string, count: number) => {
      const path = join(folder, name);
      writeFileSync(path, JSON.stringify(people.slice(0, count).map(({ token }) => ({ token }))));
      return path;
    };
    // Warm-up: the first connections compile code and grow the heap.
    await (await hold(server, inFile("warm.json", Math.min(WARM, SOCKETS)))).close();
    const withoutMb = await least(server);
    const all = await hold(server, inFile("all.json", SOCKETS));
    const withMb = await least(server);
    await all.close();
    const kbEach = ((withMb - withoutMb) * 1024) / (SOCKETS - all.failed);
    return {
      how: `PSS of the server process with ${SOCKETS} signed-in people connected by websockets and told nothing, less without them, after ${WARM} had come and gone; the least of ${LOOKS.count} looks, ${LOOKS.everyMs / 1000} s apart. Bare websockets in a process of their own.`,
      rows: [
        row("an idle signed-in line", kbEach, { unit: "kB", digits: 1, atMost: MOST_KB }),
        row("the process without lines", withoutMb, { unit: "MB" }),
        row(`the process with ${SOCKETS} lines`, withMb, { unit: "MB" }),
        row("lines that were refused", all.failed, { unit: "", atMost: 0 }),
      ],
    };
  } finally {
    await server.stop();
  }
}

async function least({ pid }: Running): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < LOOKS.count; n++) {
    await sleep(LOOKS.everyMs);
    least = Math.min(least, pssMb(pid));
  }
  return least;
}

async function hold(
  { address }: Running,
  peopleIn: string,
): Promise<{ failed: number; close: () => Promise<void> }> {
  const load: SocketLoad = { address, peopleIn, until: "resync", hold: true };
  const child = spawn(process.execPath, [CLIENTS, JSON.stringify(load)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const { doneMs, failed } = SocketResult.parse(JSON.parse(String(line)));
  logProgress(
    `sockets: ${doneMs.length} open after ${(doneMs.at(-1) ?? NaN).toFixed()} ms, ${failed} failed`,
  );
  const close = async () => {
    const gone = once(child, "close");
    child.stdin.end();
    await gone;
  };
  return { failed, close };
}
