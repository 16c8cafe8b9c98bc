import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import {
  type ApiDocument,
  buildOpenApiDocument,
} from "../server/src/platform/http/api-docs/openapi.ts";

/** Lints the API description, and plants faults into it to see that the linter still finds any. */

const CONFIG = join(import.meta.dirname, "redocly.yaml");
/** The server of this description sends nothing and is never called. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const folder = mkdtempSync(join(tmpdir(), "commonlane-api-"));

async function lint(document: unknown, name: string): Promise<{ passed: boolean; said: string }> {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document, null, 1));
  const redocly = join(import.meta.dirname, "node_modules/.bin/redocly");
  const run = spawn(
    redocly,
    ["lint", file, "--config", CONFIG, "--format", "stylish", "--max-problems", "50"],
    {
      env: { ...process.env, ...QUIET },
    },
  );
  const [out, err, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, "close"),
  ]);
  return { passed: code === 0 && !/\b(?:warning|warn)\b/i.test(out), said: out + err };
}

const plants: Readonly<Record<string, (api: ApiDocument) => unknown>> = {
  "a call under an unknown lock": ({ paths, ...api }) => ({
    ...api,
    paths: {
      ...paths,
      "/planted": {
        get: { ...paths["/rides"]?.["post"], operationId: "planted", security: [{ nobody: [] }] },
      },
    },
  }),
  "an example that breaks its schema": ({ components, ...api }) => ({
    ...api,
    components: {
      ...components,
      schemas: { ...components.schemas, Money: { type: "string", maxLength: 1 } },
    },
  }),
  "a call that never fails": ({ paths, ...api }) => ({
    ...api,
    paths: {
      ...paths,
      "/planted": { post: { ...paths["/rides"]?.["post"], operationId: "planted", responses: {} } },
    },
  }),
};

try {
  const api = buildOpenApiDocument();
  const { passed, said } = await lint(api, "openapi");
  const missed = await Promise.all(
    Object.entries(plants).map(async ([fault, plant], i) =>
      (await lint(plant(api), `planted-${i}`)).passed ? fault : [],
    ),
  );
  if (!passed) process.stderr.write(`${said}\n`);
  for (const fault of missed.flat())
    process.stderr.write(`The linter did not find what was planted: ${fault}.\n`);
  if (!passed || missed.flat().length > 0) process.exitCode = 1;
  else
    process.stdout.write(
      `The API description has no fault; ${missed.length} planted ones were found.\n`,
    );
} finally {
  rmSync(folder, { recursive: true });
}
