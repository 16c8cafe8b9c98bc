import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";
import type { Figures, Row } from "./bench.ts";

const RESULTS = join(import.meta.dirname, "../RESULTS.md");
const GIB = 2 ** 30;

/** A section for RESULTS.md: the figures, where and when they were measured, and how to repeat it. */
export function toMarkdown(name: string, { how, rows }: Figures): string {
  const lines = rows.map(asLine);
  return [
    `## ${name}, ${new Date().toISOString().slice(0, 10)}`,
    "",
    how,
    "",
    `${machine()} Again: \`npm run bench ${name}\`.`,
    "",
    "| What | Figure | Target |",
    "| --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

const asLine = ({ what, value, target = "", reached }: Row) =>
  `| ${what} | ${value} | ${target}${reached === false ? ", **missed**" : ""} |`;

/** Writes a section in place of the same benchmark's previous one. */
export async function saveResults(name: string, section: string): Promise<void> {
  const sections = readFileSync(RESULTS, "utf8").split(/^(?=## )/m);
  const others = sections.filter((before) => !before.startsWith(`## ${name}, `));
  const options = await resolveConfig(RESULTS);
  writeFileSync(
    RESULTS,
    await format([...others, `\n${section}`].join(""), { ...options, filepath: RESULTS }),
  );
}

function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown processor";
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const load = loadavg()[0]?.toFixed(1);
  return `${model}, ${processors.length} cores, ${Math.round(totalmem() / GIB)} GB; Node ${process.version}; commit ${commit}; load of the machine when it ended ${load}.`;
}
