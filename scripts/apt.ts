import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Returns whether packages may be installed here: root, on Debian. */
export const mayInstall = (): boolean =>
  process.getuid?.() === 0 && existsSync("/etc/debian_version");

/** Installs a Debian package without starting its services. */
export function install(name: string): void {
  process.stdout.write(`Installing Debian's ${name}, which the tests use.\n`);
  apt("update");
  apt("install", "--yes", "--no-install-recommends", name);
}

function apt(...args: string[]): void {
  // In this runlevel no service of a package is started.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
}
