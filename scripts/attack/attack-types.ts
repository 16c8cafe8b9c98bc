import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { install, mayInstall } from "../apt.ts";

/** A stranger's tool, turned against ours, and against what was made weak on purpose to see that the tool still sees. */
export interface Attack {
  readonly tool: string;
  /** What it finds on ours, high or medium, a line each. */
  readonly ours: () => Promise<readonly string[]>;
  /** The faults that were planted for it, each with whether it found them. */
  readonly planted: () => Promise<Readonly<Record<string, boolean>>>;
}

/** A server that is attacked. */
export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Where Debian's `name` is; installs it where that is possible. Throws one line where it is not there. */
export function toolOf(name: string): string {
  const path = `/usr/bin/${name}`;
  if (!existsSync(path) && mayInstall()) install(name);
  if (!existsSync(path)) throw new Error(`${name} is not here: apt-get install ${name}`);
  return path;
}

/** Runs a tool to its end, killed when that takes longer than it may; what it wrote, and its exit code. */
export async function runTool(
  path: string,
  args: readonly string[],
  { withinS, cwd }: { withinS: number; cwd: string },
): Promise<{ code: number | null; said: string }> {
  const timeout = withinS * 1000;
  const run = spawn(path, args, { cwd, timeout, killSignal: "SIGKILL", stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "close")]);
  return { code: typeof code === "number" ? code : null, said: out + err };
}
