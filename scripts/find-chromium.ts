import { existsSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];

/**
 * The Chromium to test in: CHROMIUM, or what the system has. Where there is none, root on Debian gets Debian's; for
 * anybody else it throws one line that says what to install.
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
