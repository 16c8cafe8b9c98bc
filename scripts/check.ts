import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** `npm run check`, or `npm run check -- types lint` for some parts. Runs all of them and fails if one did. */

type Command = readonly [program: string, ...args: string[]];

/** Programs are scripts, or commands of node_modules/.bin and scripts/node_modules/.bin. */
const PARTS: Readonly<Record<string, readonly Command[]>> = {
  format: [["prettier", "--check", "--log-level", "warn", "."]],
  types: [["tsc", "-b"]],
  schema: [["scripts/generate-schema.ts", "--check"]],
  lint: [["oxlint", "--type-aware", "--deny-warnings"]],
  architecture: [
    [
      "depcruise",
      ..."contract matching geo server web e2e bench".split(" "),
      "--config",
      ".dependency-cruiser.mjs",
    ],
    ["scripts/architecture-self-test.ts"],
    ["scripts/check-modules.ts"],
    ["scripts/check-migrations.ts"],
  ],
  unused: [["knip"], ["scripts/check-calm-code.ts"]],
  rules: [
    ["scripts/rules.ts", "--check"],
    ["scripts/who-sees-what.ts", "--check"],
    ["scripts/who-may-do-what.ts", "--check"],
  ],
  messages: [
    ["scripts/check-messages.ts"],
    ["scripts/check-catalogue.ts"],
    ["scripts/check-translations.ts"],
    ["scripts/check-web-texts.ts"],
  ],
  basemap: [["scripts/basemap/build.ts", "--check"]],
  api: [["scripts/check-api.ts"]],
  security: [["scripts/check-asvs.ts"], ["scripts/attack.ts", "recheck", "spectral"]],
  licenses: [["scripts/check-licenses.ts"]],
  size: [["scripts/check-size.ts"]],
  pictures: [["e2e/check-pictures.ts"]],
};
/** Run only when named: pictures are redrawn before a release, not for each commit. */
const ONLY_BEFORE_RELEASE: ReadonlySet<string> = new Set(["pictures"]);

const ROOT = join(import.meta.dirname, "..");

function runPart(commands: readonly Command[]): boolean {
  return commands.every(([program, ...args]) => {
    const runner = [join(ROOT, "scripts/run.mjs"), "--with", "scripts", program, ...args];
    return spawnSync(process.execPath, runner, { cwd: ROOT, stdio: "inherit" }).status === 0;
  });
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(", ")}. The parts are: ${Object.keys(PARTS).join(", ")}.\n`,
  );
  process.exit(2);
}
const failed = Object.entries(PARTS).flatMap(([name, commands]) => {
  const isChosen = chosen.length > 0 ? chosen.includes(name) : !ONLY_BEFORE_RELEASE.has(name);
  if (!isChosen) return [];
  const startedAtMs = performance.now();
  const passed = runPart(commands);
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  process.stdout.write(`${passed ? "passed" : "FAILED"}  ${name}  ${seconds} s\n`);
  return passed ? [] : name;
});
if (failed.length > 0)
  process.stderr.write(
    `Failed: ${failed.join(", ")}. Repeat with: npm run check -- ${failed.join(" ")}\n`,
  );
process.exitCode = failed.length > 0 ? 1 : 0;
