import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@commonlane/contract/languages";
import { z } from "zod";

/** Built by web/build/screen-scripts.ts. */
export const SCREEN_SCRIPTS_FILE = "screen-scripts.json";

const ScreenScripts = z.object({
  screens: z.array(
    z.object({
      route: z.string(),
      scripts: z.array(z.string()),
    }),
  ),
  texts: z.record(z.string(), z.array(z.string())),
});

/** A screen whose scripts are known. */
export interface ScreenScriptList {
  readonly route: string;
  readonly scripts: readonly string[];
}
/** Returns the screen at a path and its scripts, or undefined for other paths. */
export type FindScreenScripts = (path: string, language: Language) => ScreenScriptList | undefined;

/**
 * Reads which scripts each signed-in screen needs. Named in the page, they arrive together; otherwise each level of
 * imports costs a round trip, and the first one starts only when the session is open.
 */
export function openScreenScripts(folder: string): FindScreenScripts {
  const file = join(folder, SCREEN_SCRIPTS_FILE);
  if (!existsSync(file)) return () => undefined;
  const { screens, texts } = ScreenScripts.parse(JSON.parse(readFileSync(file, "utf8")));
  return (path, language) => {
    const screen = screens.find(({ route }) => isAt(route, path));
    return (
      screen && {
        route: screen.route,
        scripts: [...screen.scripts, ...(texts[language] ?? [])],
      }
    );
  };
}

/** Whether a path belongs to a route. A part such as `:rideId` matches any segment that is not empty. */
function isAt(route: string, path: string): boolean {
  const expected = route.split("/");
  const segments = path.split("/");
  return (
    expected.length === segments.length &&
    expected.every((part, n) => (part.startsWith(":") ? segments[n] !== "" : part === segments[n]))
  );
}
