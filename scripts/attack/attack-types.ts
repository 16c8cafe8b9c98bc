import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { install, mayInstall } from "../apt.ts";

/**
 * An independent security tool, run against our server and against a deliberately vulnerable one to see that it still
 * works.
 */
export interface Attack {
  readonly tool: string;
  /** High and medium findings on our server, one line each. */
  readonly ours: () => Promise<readonly string[]>;
  /** The planted faults, each with whether the tool found it. */
  readonly planted: () => Promise<Readonly<Record<string, boolean>>>;
}

/** A target server. */
export interface Target {
  /** Without a trailing slash. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The path of Debian's program `name`; installs it if possible. @throws Error with one line if it is missing. */
export function toolOf(name: string): string {
  const path = `/usr/bin/${name}`;
  if (!existsSync(path) && mayInstall()) install(name);
  if (!existsSync(path)) throw new Error(`${name} is not here: apt-get install ${name}`);
  return path;
}

/** Runs a tool until it ends or its time limit kills it; returns its output and exit code. */
export async function runTool(
  path: string,
  args: readonly string[],
  { withinS, cwd }: { withinS: number; cwd: string },
): Promise<{ code: number | null; said: string }> {
  const timeout = withinS * 1000;
  const run = spawn(path, args, {
    cwd,
    timeout,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, "close"),
  ]);
  return { code: typeof code === "number" ? code : null, said: out + err };
}
