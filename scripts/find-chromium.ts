import { existsSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];

/**
 * Path of the Chromium for tests: CHROMIUM, or the system's. If there is none, root on Debian gets Debian's. @throws
 * Error with one line that says what to install, for other users.
 */
export function findChromium(): string {
  const found = process.env["CHROMIUM"] ?? places.find((place) => existsSync(place));
  if (found) return found;
  if (mayInstall()) {
    install("chromium");
    const installed = places.find((place) => existsSync(place));
    if (installed) return installed;
  }
  throw new Error("The tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to it.");
}
