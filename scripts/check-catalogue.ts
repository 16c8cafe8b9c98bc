import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The catalogue of the web app has the messages of today's sources, with their placeholders: a placeholder is named
 * after a variable, so renaming that makes another message, without translations. `npm run check -- messages` runs it.
 */
const root = join(import.meta.dirname, "..");
const catalogue = join(root, "locales/en/web.po");

const idsIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/\n\n/)
      .map((entry) =>
        entry.split("\n").filter((line) => !line.startsWith("#") && !line.startsWith("msgstr")),
      )
      .map((lines) => lines.join("\n")),
  );

const kept = readFileSync(catalogue, "utf8");
try {
  const lingui = ["extract", "--clean", "--locale", "en", "--config", "lingui.config.ts"];
  execFileSync("lingui", lingui, { cwd: join(root, "web"), stdio: "ignore" });
  const extracted = idsIn(readFileSync(catalogue, "utf8"));
  const written = idsIn(kept);
  const missing = [...extracted].filter((id) => !written.has(id));
  for (const id of missing) process.stderr.write(`Not in locales/en/web.po: ${id.trim()}\n`);
  if (missing.length > 0)
    process.stderr.write("Run npm run generate -- messages, and translate what is new.\n");
  else process.stdout.write("The catalogue has today's messages of the web app.\n");
  process.exitCode = missing.length > 0 ? 1 : 0;
} finally {
  writeFileSync(catalogue, kept);
}
