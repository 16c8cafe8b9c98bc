import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../../..");
const PACKAGE: unknown = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
/** The Node options of `npm start`. */
export const STARTER = startOf("start");
/** Those of `npm run demo`. */
export const DEMO = startOf("demo");
/** A program of the built server, with the memory options of `npm start`. */
const program = (name: string): readonly string[] => [
  ...STARTER.filter((word) => word.startsWith("--max")),
  join(ROOT, "server/dist", name),
];
export const SERVER: readonly string[] = program("main.js");
export const CLUSTER: readonly string[] = program("main-cluster.js");

export interface Running {
  readonly address: string;
  readonly pid: number;
  /** From spawning to the line that it is ready. */
  readonly readyAfterMs: number;
  readonly stop: () => Promise<void>;
}

/** Starts a server in a process of its own and waits for the line with its address. @throws with its output. */
export async function serve(
  file: string | readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Running> {
  // To a file, as under a service manager: with a pipe this process would read a line per request.
  const folder = mkdtempSync(join(tmpdir(), "commonlane-bench-log-"));
  const log = openSync(join(folder, "log"), "a+");
  const began = performance.now();
  const child = spawn(process.execPath, [file].flat(), {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], HOST: "127.0.0.1", PORT: "0", ...environment },
    stdio: ["ignore", log, log],
  });
  const gone = once(child, "close");
  const stop = async () => {
    child.kill("SIGTERM");
    await gone;
    closeSync(log);
    rmSync(folder, { recursive: true });
  };
  const output = () => readFileSync(join(folder, "log"), "utf8");
  let address: string | undefined;
  while (!(address = READY.exec(output())?.[1])) {
    await sleep(LOOK_MS);
    if (child.exitCode === null) continue;
    const lines = output();
    await stop();
    throw new Error(`The server did not start: ${lines}`);
  }
  const readyAfterMs = performance.now() - began;
  return { address, pid: child.pid ?? 0, readyAfterMs, stop };
}

function startOf(script: "start" | "demo"): readonly string[] {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(PACKAGE);
  const [program, ...options] = scripts[script]?.split(" ") ?? [];
  if (program !== "node") throw new Error(`npm run ${script} is not run by node.`);
  return options;
}

const READY = /ready at (http:\S+)$/m;
const LOOK_MS = 5;

/** Runs a file to its end with an input as JSON, and returns its output, parsed as JSON. */
export async function runForJson(file: string, input: unknown): Promise<unknown> {
  const child = spawn(process.execPath, [file, JSON.stringify(input)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (code !== 0) throw new Error(`${file} ended with ${code}.`);
  return JSON.parse(out);
}
