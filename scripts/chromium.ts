import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];

/**
 * The Chromium to test in: CHROMIUM, or what the system has. Where there is none, root on Debian gets Debian's; for
 * anybody else it throws one line that says what to install.
 */
export function findChromium(): string {
  const found = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    process.stdout.write("Chromium is missing; installing Debian's.\n");
    apt("update");
    apt("install", "--yes", "--no-install-recommends", "chromium");
    const installed = places.find((place) => existsSync(place));
    if (installed) return installed;
  }
  throw new Error("The tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to it.");
}

function apt(...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
}
