import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

// One import per rule that violates it. A checker that no longer works (without swc it sees no TypeScript) would pass
// everything.
const violations = [
  ["no-circular", "server/src/platform/mail/mailer.ts", `import "../context.ts";`],
  ["contract-imports-few-libraries", "contract/src/limits.ts", `import "node:fs";`],
  ["contract-imports-few-libraries", "contract/src/community.ts", `import "zod";`],
  ["matching-imports-nothing", "matching/src/geo.ts", `import "node:fs";`],
  ["geo-knows-no-rides", "geo/src/osm/osm-element.ts", `import "../../../matching/src/model.ts";`],
  [
    "web-never-server",
    "web/src/shared/api/api-client.ts",
    `import "../../../../server/src/bootstrap/app.ts";`,
  ],
  [
    "server-never-web",
    "server/src/bootstrap/app.ts",
    `import "../../../web/src/shared/api/api-client.ts";`,
  ],
  ["platform-knows-no-module", "server/src/platform/log.ts", `import "#modules/rides/index.ts";`],
  [
    "platform-knows-no-module",
    "server/src/platform/semaphore.ts",
    `import "#bootstrap/event-consumers.ts";`,
  ],
  ["modules-know-no-app", "server/src/modules/rides/rides.ts", `import "#bootstrap/sweeps.ts";`],
  [
    "modules-meet-at-the-door",
    "server/src/modules/accounts/index.ts",
    `import "#modules/rides/rides.store.ts";`,
  ],
  ["app-uses-doors", "server/src/bootstrap/app.ts", `import "#modules/rides/rides.store.ts";`],
  [
    "app-uses-doors",
    "server/src/bootstrap/event-consumers.ts",
    `import "#modules/rides/rides.store.ts";`,
  ],
  [
    "modules-call-services-through-the-platform",
    "server/src/modules/rides/rides.ts",
    `import { request } from "node:https";`,
  ],
  [
    "sql-in-stores-and-platform-db",
    "server/src/modules/rides/rides.ts",
    `import type { Kysely } from "kysely";`,
  ],
  [
    "features-are-islands",
    "web/src/features/planted/Planted.tsx",
    `import "../landing/Landing.tsx";`,
  ],
  ["features-know-no-app", "web/src/features/landing/Landing.tsx", `import "#app/screens.ts";`],
  [
    "shared-knows-no-feature",
    "web/src/shared/api/api-client.ts",
    `import "#features/landing/Landing.tsx";`,
  ],
  ["tests-are-leaves", "server/src/bootstrap/app.ts", `import "../../test/app/test-app.ts";`],
] as const;

/** Start of the checker's line about it; a cycle may be reported from any of its files. */
const reportLine = (rule: string, file: string) =>
  `error ${rule}: ${rule === "no-circular" ? "" : `${file} `}`;

const workspaces = ["contract", "matching", "geo", "server", "web"];
const root = join(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), "architecture-self-test-"));
const leftOut = new Set(["node_modules", "dist", "public", "data"]);
try {
  for (const part of [...workspaces, "package.json", ".dependency-cruiser.mjs"]) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !leftOut.has(basename(path)),
    });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  cpSync(join(copy, "web/src/features/landing"), join(copy, "web/src/features/planted"), {
    recursive: true,
  });
  for (const [, file, line] of violations) {
    const planted = join(copy, file);
    if (existsSync(planted)) appendFileSync(planted, `\n${line}\n`);
    else writeFileSync(planted, `${line}\n`);
  }
  const { stdout } = spawnSync(
    "depcruise",
    [...workspaces, "--config", ".dependency-cruiser.mjs"],
    {
      cwd: copy,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const missed = violations.filter(([rule, file]) => !stdout.includes(reportLine(rule, file)));
  for (const [rule, file] of missed)
    process.stderr.write(
      `The architecture check did not report the violation of ${rule} in ${file}.\n`,
    );
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true });
}
