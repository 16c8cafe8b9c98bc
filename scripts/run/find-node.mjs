import { existsSync } from "node:fs";
import { join } from "node:path";

const NEEDED = 24;

/**
 * The Node that npm installed for this machine, or the running one if it is new enough. @throws Error with one line
 * that says what to do.
 */
export function findNode(root, { platform, arch, version, execPath, libc } = describeMachine()) {
  const folder = join(
    root,
    "node_modules",
    `node-${platform === "win32" ? "win" : platform}-${arch}`,
    "bin",
  );
  const bundled = join(folder, platform === "win32" ? "node.exe" : "node");
  // The bundled one needs glibc, which Alpine and other musl systems do not have.
  if (libc !== "musl" && existsSync(bundled)) return bundled;
  if (Number(version.split(".")[0]) >= NEEDED) return execPath;
  if (!existsSync(join(root, "node_modules")))
    throw new Error("Nothing is installed yet. Run npm ci.");
  const reason =
    libc === "musl" || !["linux x64", "linux arm64", "win32 x64"].includes(`${platform} ${arch}`)
      ? `npm brings none for ${platform} ${arch}${libc === "musl" ? " with musl" : ""}: install Node ${NEEDED}`
      : `npm did not install it: run npm ci without --omit=optional, or install Node ${NEEDED}`;
  throw new Error(`Commonlane needs Node ${NEEDED} or newer, this is ${version}, and ${reason}.`);
}

function describeMachine() {
  const { platform, arch, execPath, versions } = process;
  return { platform, arch, version: versions.node, execPath, libc: isMusl() ? "musl" : undefined };
}

export function isMusl() {
  if (process.platform !== "linux" || !process.report) return false;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined;
}
