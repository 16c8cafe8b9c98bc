import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@commonlane/contract/languages";
import { z } from "zod";

/** Built by web/build/screen-scripts.ts. */
export const SCREEN_SCRIPTS_FILE = "screen-scripts.json";

const ScreenScripts = z.object({
  screens: z.array(z.object({ route: z.string(), scripts: z.array(z.string()) })),
  texts: z.record(z.string(), z.array(z.string())),
});

/** Returns the value of the `Link` header that announces the scripts of a screen, or undefined for other paths. */
export type AnnounceScripts = (path: string, language: Language) => string | undefined;

/**
 * Reads which scripts each signed-in screen needs. Announced with the page, they arrive together; otherwise each level
 * of imports costs a round trip, and the first one starts only when the session is open. `firstScript` blocks the page
 * until it has run, so it is announced before all others.
 */
export function openScreenScripts(folder: string, firstScript: string): AnnounceScripts {
  const file = join(folder, SCREEN_SCRIPTS_FILE);
  if (!existsSync(file)) return () => undefined;
  const { screens, texts } = ScreenScripts.parse(JSON.parse(readFileSync(file, "utf8")));
  const routes = screens.map(({ route, scripts }) => ({ pattern: patternOf(route), scripts }));
  return (path, language) => {
    const screen = routes.find(({ pattern }) => pattern.test(path));
    if (!screen) return undefined;
    const modules = [...screen.scripts, ...(texts[language] ?? [])].map((script) => `<${script}>; rel=modulepreload`);
    return [`<${firstScript}>; rel=preload; as=script`, ...modules].join(", ");
  };
}

/** The routes are those of the build: `:id` stands for one segment. */
const patternOf = (route: string) => new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`);
