/**
 * Runs at the end of `npm ci`, on the system's Node. npm leaves out optional packages whose `engines` exclude that
 * Node: on Node 18 the native parts of the build. This installs them with the Node that has just been installed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, isMusl } from "./find-node.mjs";

/** Our macros are transformed by Babel. */
const NOT_USED = /^@lingui\/native-tools-/;
const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

const { npm_execpath: npm = "", npm_config_omit: omit = "" } = process.env;
const missing = omit.includes("optional") ? [] : findMissing();
if (missing.length > 0 && npm.endsWith("npm-cli.js")) {
  process.stderr.write(
    `Installing what needs a newer Node than ${process.version}: ${missing.join(", ")}\n`,
  );
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync(findNode(ROOT), [npm, "install", ...flags], {
    cwd: ROOT,
    stdio: ["ignore", 2, 2],
  });
  process.exitCode = status === 0 ? 0 : 1;
}

/** Native packages for this machine that are missing. */
function findMissing() {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(
      ([path, { optional, dev }]) =>
        optional && !(dev && omit.includes("dev")) && !existsSync(join(ROOT, path)),
    )
    .filter(
      ([, { os = [], cpu = [] }]) => os.includes(process.platform) && cpu.includes(process.arch),
    )
    .filter(([, { libc }]) => libc === undefined || libc.includes(isMusl() ? "musl" : "glibc"))
    .map(([path]) => path.replace(/^.*node_modules\//, ""))
    .filter((name) => !NOT_USED.test(name));
}
