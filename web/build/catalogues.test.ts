import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { type Messages, setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { isolatePlaceholders, isStartSource } from "./catalogues.ts";
import { pseudoMessage } from "./pseudo.ts";

/** As the app loads it: from JSON. */
const say = (message: unknown, values: Record<string, unknown>) => {
  const messages: Messages = JSON.parse(JSON.stringify({ x: message }));
  return setupI18n({ locale: "en", messages: { en: messages } })._("x", values);
};

test("isolates the values of a message, also inside plural forms", () => {
  const message = isolatePlaceholders(
    compileMessage("{name} has {n, plural, one {# seat for {who}} other {# seats}}"),
  );
  expect(say(message, { name: "Ada L.", n: 1, who: "Bo" })).toBe(
    "\u2068Ada L.\u2069 has 1 seat for \u2068Bo\u2069",
  );
  expect(isolatePlaceholders(compileMessage("Plain"))).toEqual(["Plain"]);
});

test("a message of nothing but values keeps its direction inside another message", () => {
  const joined = say(isolatePlaceholders(compileMessage("{day}, {time}")), {
    day: "Fri",
    time: "9:05",
  });
  expect(joined).toBe("\u200F\u2068Fri\u2069, \u20689:05\u2069");
});

test("the pseudo-locale changes every letter of a text and no placeholder, tag or plural form", () => {
  const text = say(pseudoMessage("<0>Ask</0> {name}: {n, plural, one {# seat} other {# seats}}"), {
    name: "Ada",
    n: 2,
  });
  expect(text).toBe("⟦<0>Åšķ</0> Ada: 2 šéåţš⟧");
  expect(say(pseudoMessage("Book"), {})).toBe("⟦Ɓôôķ··⟧");
});

const SOURCES = join(import.meta.dirname, "../src");
/** Imports of other files of the app; those of types load nothing. */
const IMPORT = /^(?:import|export)\s(?!type\b)[^;"]*"([#.][^"]+\.tsx?)"/gmu;

/** A file with all that it imports. */
function collectImports(file: string, found: Set<string>): void {
  if (found.has(file) || !existsSync(file)) return;
  found.add(file);
  for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
    const imported = path.startsWith("#")
      ? join(SOURCES, path.slice(1))
      : join(dirname(file), path);
    collectImports(imported, found);
  }
}

test("all texts of the screens before the sign-in are in the part that these load", () => {
  const files = new Set<string>();
  for (const screen of globSync("features/{landing,accounts}/**/*.tsx", { cwd: SOURCES }))
    if (!screen.endsWith(".test.tsx")) collectImports(join(SOURCES, screen), files);
  const withTexts = [...files].filter((file) =>
    /lingui\/\w+\/macro/u.test(readFileSync(file, "utf8")),
  );
  const missing = withTexts
    .map((file) => join("src", relative(SOURCES, file)))
    .filter((file) => !isStartSource(file));
  expect(withTexts.length).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
