import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
/** What does without the part: a plainer toast, and the map that comes along. */
const DISPENSABLE = ["./Toast.tsx", "./own-basemap.ts"];
/** Type imports have no path of their own to fetch. */
const FETCHED = /(?<!typeof )\bimport\(\s*"([^"]+)"\)/g;

/** Parts that this source fetches past loadPart and lazyScreen. */
function fetchedBare(source: string): string[] {
  return [...source.matchAll(FETCHED)].flatMap(({ index, 1: part = "" }) => {
    const statement = source.slice(source.lastIndexOf(";", index) + 1, index);
    return /\b(?:loadPart|lazyScreen)\b/.test(statement) || DISPENSABLE.includes(part) ? [] : [part];
  });
}

test("[issue3/chunk:every-part] no part of the app is fetched past what recovers it after a deploy", () => {
  // A look that has gone blind finds nothing wrong anywhere.
  expect(fetchedBare('const calls = () => import("./calls.ts");')).toEqual(["./calls.ts"]);
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const bare = files.flatMap((file) => {
    const parts = fetchedBare(readFileSync(join(SOURCES, file), "utf8"));
    return parts.map((part) => `${file} fetches ${part}`);
  });
  expect(bare).toEqual([]);
});
