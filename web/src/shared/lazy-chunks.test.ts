import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
/**
 * Optional chunks that have their own fallback: a plainer toast, the built-in map, and the map without streets; and the
 * pseudo-locale, which exists in development only.
 */
const OPTIONAL_CHUNKS = [
  "./Toast.tsx",
  "./own-basemap.ts",
  "./street-layers.ts",
  "./pseudo-language.ts",
];
/** Type imports load nothing at run time. */
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\(\s*"([^"]+)"\)/g;

/** Catalogues are listed in a table by language; `loadMessages` loads them through loadChunk. */
const isCatalogue = (chunk: string) => chunk.startsWith("catalogue:");

/** Dynamic imports that use neither loadChunk nor lazyScreen. */
function unguardedImports(source: string): string[] {
  return [...source.matchAll(DYNAMIC_IMPORT)].flatMap(({ index, 1: chunk = "" }) => {
    const statement = source.slice(source.lastIndexOf(";", index) + 1, index);
    return /\b(?:loadChunk|lazyScreen)\b/.test(statement) ||
      OPTIONAL_CHUNKS.includes(chunk) ||
      isCatalogue(chunk)
      ? []
      : [chunk];
  });
}

test("every chunk loads through loadChunk or lazyScreen", () => {
  // Proves that the check can fail.
  expect(unguardedImports('const calls = () => import("./calls.ts");')).toEqual(["./calls.ts"]);
  // Prerendering runs in the build, where nothing is fetched.
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter(
    (file) => !/\.test\.tsx?$|\.d\.ts$|prerender\.tsx$/.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const unguarded = files.flatMap((file) => {
    const chunks = unguardedImports(readFileSync(join(SOURCES, file), "utf8"));
    return chunks.map((chunk) => `${file} fetches ${chunk}`);
  });
  expect(unguarded).toEqual([]);
});
