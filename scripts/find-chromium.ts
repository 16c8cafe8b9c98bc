import { existsSync } from "node:fs";
import { install, mayInstall } from "./apt.ts";

const whole = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable"];
/** The same engine without windows, menus and extensions, which Playwright, too, uses by default. */
const headlessShell = "/usr/bin/chromium-headless-shell";

/**
 * Path of the Chromium for tests: CHROMIUM, or the system's. With `preferHeadlessShell` it is the headless shell if there
 * is one, which draws pages in four fifths of the time. If there is none, root on Debian gets Debian's. @throws Error
 * with one line that says what to install, for other users.
 */
export function findChromium({ preferHeadlessShell = false } = {}): string {
  const chosen = process.env["CHROMIUM"];
  if (chosen !== undefined) return chosen;
  const wanted = preferHeadlessShell ? [headlessShell] : whole;
  if (!findFirst(wanted) && mayInstall())
    install(preferHeadlessShell ? "chromium-headless-shell" : "chromium");
  const found = findFirst(wanted) ?? findFirst(whole);
  if (found !== undefined) return found;
  throw new Error(
    "The tests need Chromium. Install it (on Debian: apt-get install chromium), or set CHROMIUM to it.",
  );
}

const findFirst = (places: readonly string[]): string | undefined =>
  places.find((place) => existsSync(place));
