import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Attack, runTool, toolOf } from "./attack-types.ts";
import { apiCalls } from "./calls.ts";
import type { Targets } from "./targets.ts";

/** Those of wapiti's attacks that contact only the target. */
const MODULES =
  "backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,sql,xss";
const MEDIUM = 2;
const SCAN_S = 300;
const EACH_S = 300;
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.array(
      z.object({
        level: z.number(),
        path: z.string(),
        info: z.string(),
        parameter: z.string().nullish(),
      }),
    ),
  ),
});

/** wapiti crawls the pages and every GET call, and tries attacks on pages. */
export function pages(targets: Targets, folder: string): Attack {
  const attack = async (
    url: string,
    name: string,
    starts: readonly string[],
    headers: readonly string[],
  ) => {
    const report = join(folder, `${name}.json`);
    const asked = ["-u", `${url}/`, "--scope", "domain", "-m", MODULES, "-f", "json", "-o", report];
    const places = starts.flatMap((start) => ["-s", start]);
    const bounds = [
      "--max-scan-time",
      String(SCAN_S),
      "--max-attack-time",
      String(EACH_S),
      "--flush-session",
    ];
    const kept = ["--store-session", join(folder, "wapiti"), "--no-bugreport"];
    const { said } = await runTool(
      toolOf("wapiti"),
      [...asked, ...places, ...bounds, ...kept, ...headers.flatMap((header) => ["-H", header])],
      { withinS: SCAN_S + 20 * EACH_S, cwd: folder },
    );
    return Object.entries(readReport(report, said)).flatMap(([kind, found]) =>
      found.map((fault) => ({ kind, ...fault })),
    );
  };
  return {
    tool: "wapiti",
    planted: async () => {
      const { url } = await targets.weak();
      const found = await attack(url, "weak", [`${url}/hello?name=Ada`, `${url}/rides?id=1`], []);
      const at = (path: string, kind: RegExp) =>
        found.some((fault) => fault.path === path && kind.test(fault.kind));
      return {
        "text that becomes HTML": at("/hello", /Cross Site Scripting/),
        "a number that becomes SQL": at("/rides", /SQL Injection/),
        "pages without a policy of content": found.some(({ kind }) =>
          /Content Security Policy/.test(kind),
        ),
      };
    },
    ours: async () => {
      const { url, token, ids } = await targets.ours();
      const read = apiCalls(ids).filter(({ method }) => method === "GET");
      const starts = read.map(({ path, query }) => `${url}${path}${query && `?${query}`}`);
      const found = await attack(url, "ours", starts, [`Authorization: Bearer ${await token()}`]);
      return found
        .filter(({ level }) => level >= MEDIUM)
        .map(
          ({ kind, path, info, parameter }) =>
            `${kind} at ${path}${parameter ? ` (${parameter})` : ""}: ${info}`,
        );
    },
  };
}

function readReport(file: string, said: string): z.output<typeof Report>["vulnerabilities"] {
  try {
    return Report.parse(JSON.parse(readFileSync(file, "utf8"))).vulnerabilities;
  } catch (cause) {
    throw new Error(`left no report. ${said.trim().split("\n").slice(-3).join(" ")}`, { cause });
  }
}
