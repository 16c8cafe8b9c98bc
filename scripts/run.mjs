/**
 * Runs a program with the Node that `npm ci` installed: `node scripts/run.mjs [--with folder]... program
 * [argument]...` `program` is a script, a flag of Node or the name of a command in node_modules/.bin. `--with` first
 * installs the packages of a folder that the default installation leaves out, and adds their commands.  Node 18 must
 * understand this file and its imports, because older systems have it, and npm 9 and 10 do not link the Node that they
 * install into node_modules/.bin.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode } from "./run/find-node.mjs";
import { ensureInstalled } from "./run/ensure-installed.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const LOOK_MS = 500;
/**
 * The thresholds are the defaults of glibc, given so that they stay: otherwise it raises them to 32 MB by itself, and
 * keeps what an import has freed. With fewer arenas less is kept for threads that rest.
 */
const MEMORY_LIMITS = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

try {
  const node = findNode(ROOT);
  const [folders, command] = readArguments(process.argv.slice(2));
  for (const folder of folders) ensureInstalled(folder);
  const bins = [...folders, ROOT].map((folder) => join(folder, "node_modules", ".bin"));
  const path = [dirname(node), ...bins, process.env["PATH"] || ""].join(delimiter);
  const program = findCommand(command[0], bins);
  const argv = program === undefined ? [node, ...command] : [program, ...command.slice(1)];
  run(argv, { ...MEMORY_LIMITS, ...process.env, PATH: path });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function readArguments(args) {
  const folders = [];
  while (args[0] === "--with") folders.push(resolve(ROOT, args.splice(0, 2)[1] || ""));
  return [folders, args];
}

/** The file of a command by its name; undefined for a script or a flag. */
function findCommand(name, bins) {
  if (name === undefined || name.startsWith("-") || /[/\\.]/.test(name)) return undefined;
  const found = bins.map((bin) => join(bin, name)).find((file) => existsSync(file));
  if (found === undefined)
    throw new Error(`There is no command ${name} in node_modules. Run npm ci.`);
  return found;
}

/**
 * Replaces this process by the program if Node can (22.15 and newer); otherwise starts it and forwards signals and
 * exit.
 */
function run(argv, env) {
  if (typeof process.execve === "function" && process.platform !== "win32")
    process.execve(argv[0], argv, env);
  const child = spawn(argv[0], argv.slice(1), {
    stdio: "inherit",
    env,
    shell: process.platform === "win32",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"])
    process.on(signal, () => child.kill(signal));
  // npm passes signals to a shell that ends without forwarding them.
  const parent = process.ppid;
  if (process.env["npm_lifecycle_event"] !== undefined)
    setInterval(() => process.ppid === parent || child.kill("SIGTERM"), LOOK_MS).unref();
  child.once("error", ({ message }) => {
    process.stderr.write(`${argv[0]} cannot run: ${message}\n`);
    process.exit(1);
  });
  child.once("exit", (code, signal) =>
    process.exit(code === null ? 128 + (constants.signals[signal] || 0) : code),
  );
}
