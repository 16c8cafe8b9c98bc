import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Attack, runTool, toolOf } from "./attack-types.ts";
import type { Targets } from "./targets.ts";

const CONNECTIONS = 300;
const FOR_S = 30;
interface Way {
  readonly path: string;
  readonly args: readonly string[];
}
/** Slow request headers and bodies, and slow reading of replies: a small one, and the largest public one. */
const SLOW_READ = ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "8"];
const WAYS = {
  "slow heads": { path: "/", args: ["-H", "-i", "2", "-x", "24"] },
  "slow bodies": {
    path: "/api/identity/sign-in",
    args: ["-B", "-i", "2", "-s", "8192", "-t", "POST"],
  },
  "slow readers": { path: "/", args: SLOW_READ },
  "slow readers of the largest answer": {
    path: "/api/openapi.json",
    args: [...SLOW_READ, "-c", "600"],
  },
} as const satisfies Record<string, Way>;

/** slowhttptest opens hundreds of very slow connections and checks whether others are still served. */
export function slowSenders(targets: Targets, folder: string): Attack {
  const served = async (url: string, way: readonly string[]) => {
    const out = join(folder, "slow");
    const much = ["-c", String(CONNECTIONS), "-r", "100", "-l", String(FOR_S), "-p", "3"];
    const asked = [...much, ...way, "-u", url, "-g", "-o", out];
    const { said } = await runTool(toolOf("slowhttptest"), asked, {
      withinS: 3 * FOR_S,
      cwd: folder,
    });
    return availability(`${out}.csv`, said);
  };
  return {
    tool: "slowhttptest",
    planted: async () => {
      const { url } = await targets.weak();
      return {
        "a server that waits for ever": !(await served(`${url}/`, WAYS["slow heads"].args)),
      };
    },
    ours: async () => {
      const { url } = await targets.ours();
      const lines: string[] = [];
      for (const [name, { path, args }] of Object.entries(WAYS)) {
        if (!(await served(url + path, args))) lines.push(`${name} keep others from being served`);
      }
      return lines;
    },
  };
}

/** Whether a reply arrived in every second after the first. */
function availability(file: string, said: string): boolean {
  const [head = "", ...rows] = readFileSync(file, "utf8").trim().split("\n");
  const column = head.split(",").findIndex((name) => /service available/i.test(name));
  if (column < 0 || rows.length < 2)
    throw new Error(`left no figures. ${said.trim().split("\n").at(-1)}`);
  return rows.slice(1).every((row) => Number(row.split(",")[column]) > 0);
}
