import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { LANGUAGES } from "../contract/src/languages.ts";
import { EARLY_CALLS } from "../web/build/preload-chunks.ts";
import { brotliCompressSync, gzipSync } from "node:zlib";

const KB = 1000;

/** A download of the browser and its size limit, both in kB after gzip. */
export interface PageSize {
  readonly what: string;
  readonly kb: number;
  readonly atMostKb: number;
}

/** The chunks that each page for visitors loads at once; those loaded later are not counted here. */
const PAGES = {
  "/": { screens: ["Landing"], atMostKb: 110 },
  "/login": { screens: ["LoginScreen"], atMostKb: 110 },
  "/register": { screens: ["RegisterScreen"], atMostKb: 121 },
};
const HOME_SCREENS = ["SignedInShell", "HomePage"];
const STYLES_AT_MOST_KB = 15;
const MAP = { chunk: "MapView", atMostKb: 327 };
const WORKER = { chunk: "maplibre-gl-worker", atMostKb: 155 };

/** A browser opens so many connections to a server without HTTP/2: further requests wait for their turn. */
const CONNECTIONS = 6;
/** The document, the early script, the renewal of the session and the first data, each asked for after the one before. */
const STEPS_TO_DATA = 4;

/** Limits of the signed-in screens that people open first, from an empty cache. */
const SCREEN_BUDGETS: Readonly<Record<string, { atMostKb: number; atMostInARow: number }>> = {
  "/home": { atMostKb: 188, atMostInARow: 5 },
  "/seek": { atMostKb: 188, atMostInARow: 6 },
  "/host": { atMostKb: 208, atMostInARow: 6 },
  "/requests": { atMostKb: 227, atMostInARow: 6 },
  "/rides/:rideId": { atMostKb: 222, atMostInARow: 5 },
};

/** What a signed-in screen loads before it is complete: scripts and styles after Brotli, without fonts and maps. */
export interface ScreenLoad {
  readonly route: string;
  readonly kb: number;
  readonly atMostKb: number;
  /** Requests of which each waits for the one before, on slow 4G 150 ms or more each. */
  readonly inARow: number;
  readonly atMostInARow: number;
}

/** Measures what the server names in the page of each screen. @throws if a screen is not listed */
export function measureScreens(dist: string): ScreenLoad[] {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  const named = namedIn(html, /(\/assets\/[\w.-]+\.(?:js|css))"/g);
  const { screens } = ScreenList.parse(
    JSON.parse(readFileSync(join(dist, "screen-scripts.json"), "utf8")),
  );
  return Object.entries(SCREEN_BUDGETS).map(([route, budget]) => {
    const screen = screens.find((one) => one.route === route);
    if (!screen) throw new Error(`The built web app lists no scripts of ${route}.`);
    const files = [...named, ...screen.scripts];
    const turns = 1 + Math.ceil(files.length / CONNECTIONS);
    const hasEarlyCalls = route in EARLY_CALLS;
    return {
      route,
      ...budget,
      kb: files.reduce((sum, file) => sum + brotliSize(join(dist, file)), 0) / KB,
      // Without an early call, the data is asked for by the last script.
      inARow: hasEarlyCalls ? Math.max(turns, STEPS_TO_DATA) : turns + 1,
    };
  });
}

const ScreenList = z.object({
  screens: z.array(z.object({ route: z.string(), scripts: z.array(z.string()) })),
});

const brotliSize = (file: string): number => brotliCompressSync(readFileSync(file)).length;

/** What a visitor needs to read the first page in another language, on top of that page. */
const START_TEXTS_AT_MOST_KB = 8;

/** The texts of a language after Brotli, as the server sends them. */
export interface LanguageSize {
  readonly language: string;
  readonly startKb: number;
  readonly restKb: number;
  readonly atMostKb: number;
}

/** Measures the catalogues in `dist`, one row for each language. English is in the pages themselves. */
export function measureLanguages(dist: string): LanguageSize[] {
  const folder = join(dist, "assets");
  const kbOf = (start: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(start) && name.endsWith(".js"))
      .reduce((sum, name) => sum + brotliSize(join(folder, name)), 0) / KB;
  return LANGUAGES.filter((language) => language !== "en").map((language) => ({
    language,
    startKb: kbOf(`texts-${language}-start-`),
    restKb: kbOf(`texts-${language}-rest-`),
    atMostKb: START_TEXTS_AT_MOST_KB,
  }));
}

/** Measures the built web app in `dist`. @throws if it is not built, or a page's chunk has another name. */
export function measurePages(dist: string): PageSize[] {
  const folder = join(dist, "assets");
  const names = readdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const gzipped = (files: Iterable<string>) =>
    [...files].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0) / KB;
  const chunkOf = (name: string): string => {
    const found = names.find((file) => file.startsWith(`${name}-`) && /\.m?js$/.test(file));
    if (!found) throw new Error(`The built web app has no chunk ${name}.`);
    return found;
  };
  const withImports = (files: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const file of files.filter((name) => !seen.has(name)))
      withImports(importsOf(read(file)), seen.add(file));
    return seen;
  };

  const html = readFileSync(join(dist, "index.html"), "utf8");
  const scripts = namedIn(html, /assets\/([\w.-]+\.js)"/g);
  const styles = namedIn(html, /assets\/([\w.-]+\.css)"/g);
  if (scripts.length === 0 || styles.length === 0)
    throw new Error("The page names no scripts or no styles.");
  const filesOf = (screens: readonly string[]) =>
    withImports([...scripts, ...screens.map(chunkOf)]);
  const stylesOf = (files: Set<string>) => [
    ...styles,
    ...names.filter((name) => belongsTo(name, files)),
  ];

  const pages = Object.entries(PAGES).flatMap(([path, { screens, atMostKb }]) => {
    const files = filesOf(screens);
    return [
      { what: `${path}, scripts`, kb: gzipped(files), atMostKb },
      { what: `${path}, styles`, kb: gzipped(stylesOf(files)), atMostKb: STYLES_AT_MOST_KB },
    ];
  });
  const home = filesOf(HOME_SCREENS);
  const map = [...withImports([chunkOf(MAP.chunk)])].filter((name) => !home.has(name));
  return [
    ...pages,
    { what: "the map, on top of /home", kb: gzipped(map), atMostKb: MAP.atMostKb },
    { what: "the map's worker", kb: gzipped([chunkOf(WORKER.chunk)]), atMostKb: WORKER.atMostKb },
  ];
}

const namedIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name)),
];

/** Static imports of a chunk; dynamic imports load later. */
const importsOf = (code: string) =>
  namedIn(code, /\b(?:from|import)\s*["'`]\.\/([\w.-]+\.m?js)["'`]/g);

/** A chunk's own styles have its name. */
const belongsTo = (name: string, files: Set<string>) =>
  name.endsWith(".css") &&
  [...files].some((file) => stem(file) === stem(name) && stem(file) !== "index");
const stem = (name: string) => name.replace(/-[\w-]{8}\.\w+$/, "");
