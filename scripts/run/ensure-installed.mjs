import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

/** Installs the packages of a folder with its own lockfile unless they are up to date. Runs no install scripts. */
export function ensureInstalled(folder) {
  const lock = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const mark = join(folder, "node_modules", ".installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  process.stderr.write(
    `Installing the packages of ${relative(process.cwd(), folder) || folder}...\n`,
  );
  const [command, ...before] = findNpm();
  const flags = [
    "--prefix",
    folder,
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  const { status } = spawnSync(command, [...before, "ci", ...flags], {
    cwd: folder,
    // Progress goes to stderr, because the caller's output is parsed.
    stdio: ["ignore", 2, 2],
    env: withoutWorkspaces(process.env),
    shell: process.platform === "win32" && before.length === 0,
  });
  if (status !== 0) throw new Error(`The packages of ${folder} could not be installed; see above.`);
  writeFileSync(mark, lock);
}

/** The npm that runs us, on the Node that started it; otherwise the one on the PATH. */
function findNpm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node && basename(script) === "npm-cli.js" && existsSync(script)
    ? [node, script]
    : ["npm"];
}

/** An outer npm passes its project and workspace on in the environment. */
function withoutWorkspaces(env) {
  const dropped =
    /^npm_config_(local_prefix|workspaces?|include_workspace_root|prefix|omit|production)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !dropped.test(name)));
}
