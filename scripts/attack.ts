import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Attack } from "./attack/attack-types.ts";
import { descriptions } from "./attack/api-lint.ts";
import { expressions } from "./attack/regular-expressions.ts";
import { hiddenPlaces } from "./attack/hidden-paths.ts";
import { injections } from "./attack/injections.ts";
import { pages } from "./attack/page-scan.ts";
import { slowSenders } from "./attack/slow-requests.ts";
import { Targets } from "./attack/targets.ts";

/**
 * Runs independent security tools against a server on this machine: `npm run attack`, or `npm run attack -- recheck
 * ffuf` for some.
 */

const folder = mkdtempSync(join(tmpdir(), "commonlane-attack-"));
const targets = new Targets(folder);
const all: readonly Attack[] = [
  expressions(),
  descriptions(),
  slowSenders(targets, folder),
  hiddenPlaces(targets, folder),
  pages(targets, folder),
  injections(targets, folder),
];

/** Failures: a planted fault that was not found, or a finding on our server. */
async function faultsOf({ tool, ours, planted }: Attack): Promise<string[]> {
  try {
    const missed = Object.entries(await planted()).filter(([, found]) => !found);
    const found = await ours();
    const broken = targets.bugs();
    return [
      ...missed.map(([fault]) => `did not find what was planted: ${fault}`),
      ...found,
      ...broken.map((line) => `made the server fail: ${line}`),
    ].map((line) => `${tool}: ${line}`);
  } catch (error) {
    return [`${tool}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

const names = process.argv.slice(2);
const chosen = all.filter(({ tool }) => names.length === 0 || names.includes(tool));
const unknown = names.filter((name) => !all.some(({ tool }) => tool === name));
const faults = unknown.map(
  (name) => `There is no ${name}; there are ${all.map(({ tool }) => tool).join(", ")}.`,
);
try {
  for (const attack of chosen) {
    const began = performance.now();
    const lines = await faultsOf(attack);
    faults.push(...lines);
    const s = Math.round((performance.now() - began) / 1000);
    const verdict = lines.length === 0 ? "found what was planted, and nothing on ours" : "failed";
    process.stdout.write(`${attack.tool}: ${verdict} (${s} s).\n`);
  }
} finally {
  await targets.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const line of faults) process.stderr.write(`${line}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
