import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** `npm run generate -- ⟨what⟩`: writes files of the repository that are derived from others. */

const ROOT = join(import.meta.dirname, "..");

interface Generator {
  readonly folder: string;
  /** Packages that the default installation leaves out. */
  readonly packages?: string;
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  /** Texts of the web app and of the server for translators. */
  messages: {
    folder: "web",
    commands: [
      ["lingui", "extract", "--clean", "--config", "lingui.config.ts"],
      ["../scripts/messages/extract-server.ts"],
    ],
  },
  /** Texts and files in docs/rules.md, from the test titles. */
  rules: { folder: ".", commands: [["scripts/rules.ts"]] },
  /** Types of the tables, from a database that the migrations have made. */
  schema: { folder: ".", commands: [["scripts/generate-schema.ts"]] },
  /** The table of docs/security/who-may-do-what.md, from the policies of the modules. */
  "who-may-do-what": { folder: ".", commands: [["scripts/who-may-do-what.ts"]] },
  /** The table of docs/security/who-sees-what.md, from the policy of the server. */
  "who-sees-what": { folder: ".", commands: [["scripts/who-sees-what.ts"]] },
  /** The shipped world map; with --check only compares. */
  basemap: { folder: ".", packages: "scripts", commands: [["scripts/basemap/build.ts"]] },
  /** The demo's region, from the shipped extract. */
  "demo-region": { folder: ".", commands: [["scripts/prepare-demo-region.ts"]] },
  /** Screenshots for the README. */
  pictures: { folder: ".", commands: [["e2e/pictures.ts"]] },
  /** Pictures of all screens in each language, for translators. */
  screens: { folder: ".", commands: [["e2e/translation/take-screens.ts"]] },
  /** Icons of the installed app. */
  icons: { folder: ".", commands: [["e2e/icons.ts"]] },
};

const [, , name = "", ...args] = process.argv;
const generator = Object.hasOwn(GENERATORS, name) ? GENERATORS[name] : undefined;
if (!generator) {
  process.stderr.write(`Name one of: ${Object.keys(GENERATORS).join(", ")}.\n`);
  process.exit(2);
}
for (const command of generator.commands) {
  const { status } = spawnSync(
    process.execPath,
    [
      join(ROOT, "scripts/run.mjs"),
      ...(generator.packages ? ["--with", generator.packages] : []),
      ...command,
      ...args,
    ],
    { cwd: join(ROOT, generator.folder), stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
  if (status !== 0) break;
}
