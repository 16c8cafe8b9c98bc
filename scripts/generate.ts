import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** `npm run generate -- ⟨what⟩`: writes files of the repository that are derived from others. */

const ROOT = join(import.meta.dirname, "..");

interface Generator {
  readonly folder: string;
  /** Packages that the default installation leaves out. */
  readonly packages?: string;
  readonly command: readonly [program: string, ...args: string[]];
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  /** Texts of the web app for translators. */
  messages: { folder: "web", command: ["lingui", "extract", "--clean", "--config", "lingui.config.ts"] },
  /** Texts and files in docs/rules.md, from the test titles. */
  rules: { folder: ".", command: ["scripts/rules.ts"] },
  /** The shipped world map; with --check only compares. */
  basemap: { folder: ".", packages: "scripts", command: ["scripts/basemap/build.ts"] },
  /** Screenshots for the README. */
  pictures: { folder: ".", command: ["e2e/pictures.ts"] },
  /** Icons of the installed app. */
  icons: { folder: ".", command: ["e2e/icons.ts"] },
};

const [, , name = "", ...args] = process.argv;
const generator = Object.hasOwn(GENERATORS, name) ? GENERATORS[name] : undefined;
if (!generator) {
  process.stderr.write(`Name one of: ${Object.keys(GENERATORS).join(", ")}.\n`);
  process.exit(2);
}
const { status } = spawnSync(
  process.execPath,
  [
    join(ROOT, "scripts/run.mjs"),
    ...(generator.packages ? ["--with", generator.packages] : []),
    ...generator.command,
    ...args,
  ],
  { cwd: join(ROOT, generator.folder), stdio: "inherit" },
);
process.exitCode = status ?? 1;
