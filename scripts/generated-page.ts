import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface GeneratedPage {
  /** From the root of the repository. */
  readonly page: string;
  /** The line after which everything is generated. */
  readonly begin: string;
  readonly generated: string;
  /** What writes it. */
  readonly command: string;
}

/** Writes the generated part of a page; with `--check` only compares, and fails if it is old. */
export function writeOrCompare({ page, begin, generated, command }: GeneratedPage): void {
  const path = join(import.meta.dirname, "..", page);
  const before = readFileSync(path, "utf8");
  const [head = ""] = before.split(begin);
  const after = `${head}${begin}\n\n${generated}\n`;

  if (!process.argv.includes("--check")) return writeFileSync(path, after);
  if (withoutPadding(before) === withoutPadding(after)) return;

  process.stderr.write(`${page} is old: ${command}\n`);
  process.exitCode = 1;
}

/** Prettier pads the columns of tables. */
const withoutPadding = (text: string): string =>
  text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
