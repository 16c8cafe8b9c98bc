import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process.ts";

/**
 * What a picture of a screen depends on, without a browser: the texts and classes in the sources of the screen, and the
 * colours and fonts of all. A picture is out of date if they have changed since it was drawn. Comparing pixels would
 * need the demo and minutes, and maps are not drawn alike twice.
 */

const STYLES = "web/src/styles/tokens.css";
const COMMENT_OR_IMPORT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import[\s\S]*?;$/gmu;
/** Strings in quotes, texts in backquotes and between tags. */
const VISIBLE = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>[^<>{}]+</gu;

/** The sources of each picture in docs/pictures: folders or files below web/src. */
export const PICTURE_SOURCES: Readonly<Record<string, readonly string[]>> = {
  "landing-1440-light": ["features/landing", "shared/ui/SiteFooter.tsx"],
  "home-1440-light": ["features/rides/search", "features/rides/list"],
  "home-1440-dark": ["features/rides/search", "features/rides/list"],
  "home-390-light": ["features/rides/search", "features/rides/list"],
  "ride-1440-light": ["features/rides/detail", "features/seat-requests/list"],
  "host-1440-light": ["features/hosting/wizard"],
  "drivers-1440-light": ["features/active-drivers/nearby"],
  "event-390-light": ["features/events", "app/pages/EventPage.tsx"],
  "console-1440-light": ["features/moderation/reports", "app/pages/ConsolePage.tsx"],
  "chat-390-light": ["features/chat"],
  "requests-390-dark": ["features/seat-requests/list"],
  booking: ["features/rides/detail", "features/seat-requests"],
};

export const FINGERPRINTS_FILE: string = join(ROOT, "docs/pictures/fingerprints.json");

/** A hash of the texts and classes in the sources of a picture; other changes of the sources do not affect it. */
export function fingerprintOf(picture: string): string {
  const sources = PICTURE_SOURCES[picture] ?? [];
  const files = sources
    .flatMap((source) =>
      source.endsWith(".tsx")
        ? [source]
        : globSync(`${source}/**/*.tsx`, { cwd: join(ROOT, "web/src") }),
    )
    .filter((file) => !file.includes(".test."))
    .toSorted();
  const hash = createHash("sha256").update(readFileSync(join(ROOT, STYLES)));
  for (const file of files) {
    const code = readFileSync(join(ROOT, "web/src", file), "utf8").replace(COMMENT_OR_IMPORT, "");
    for (const [text] of code.matchAll(VISIBLE)) hash.update(text.replaceAll(/\s+/gu, " "));
  }
  return hash.digest("hex").slice(0, 16);
}
