import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Attack, runTool, toolOf } from "./attack-types.ts";
import { type ApiCall, apiCalls } from "./calls.ts";
import type { Targets } from "./targets.ts";

/** Time limit of one request; sqlmap sends a few hundred for each value in it. */
const WITHIN_S = 900;
const FOUND = /Parameter: .*/g;
const CLEAN = /do not appear to be injectable|no parameter\(s\) found for testing/;
/** Calls that end the attacker's session. */
const ENDING = new Set([
  "accounts.signOut",
  "accountSettings.signOutEverywhere",
  "accountSettings.endSession",
]);
const NEVER = ["accounts.refresh"];

/** sqlmap tries SQL injection in each value of a call's path, query and body. */
export function injections(targets: Targets, folder: string): Attack {
  const place = join(folder, "sqlmap");
  const attack = async (request: string, name: string, dbms: string) => {
    mkdirSync(place, { recursive: true });
    const file = join(place, `${name}.txt`);
    writeFileSync(file, request);
    const asked = [
      "-r",
      file,
      "--batch",
      "--ignore-stdin",
      "--flush-session",
      "--disable-coloring",
      "--output-dir",
      place,
    ];
    const how = ["--dbms", dbms, "--level", "1", "--risk", "2", "--threads", "4", "--skip-waf"];
    const { said } = await runTool(toolOf("sqlmap"), [...asked, ...how, "--ignore-code", IGNORED], {
      withinS: WITHIN_S,
      cwd: place,
    });
    const found = [...new Set(said.match(FOUND) ?? [])];
    return {
      found,
      clean: found.length === 0 && CLEAN.test(said),
      last: said.trim().split("\n").at(-1) ?? "",
    };
  };
  return {
    tool: "sqlmap",
    planted: async () => {
      const { host } = new URL((await targets.weak()).url);
      const { found } = await attack(
        `GET /rides?id=1 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        "weak",
        "SQLite",
      );
      return { "a number that becomes SQL": found.length > 0 };
    },
    ours: async () => {
      const { url, token, ids } = await targets.ours();
      const lines: string[] = [];
      const calls = apiCalls(ids).filter(({ name }) => !ENDING.has(name) && !NEVER.includes(name));
      for (const [name, request] of calls.flatMap((call) => requestsOf(call))) {
        const { found, clean, last } = await attack(
          request(new URL(url).host, await token()),
          name,
          "PostgreSQL",
        );
        if (!clean) lines.push(`${name}: ${found.join(", ") || `did not finish, ${last}`}`);
      }
      return lines;
    },
  };
}
const IGNORED = "400,401,403,404,409,410,415,422,429";

type Request = (host: string, token: string) => string;

/** One request for the path parameters, which sqlmap marks with stars, and one for all other values. */
function requestsOf(call: ApiCall): [string, Request][] {
  const { name, method, path, named, query, body } = call;
  const made: [string, Request][] = [];
  const starred = named.reduce(
    (path, value) => path.replace(encodeURIComponent(value), "$&*"),
    path,
  );
  if (named.length > 0) made.push([`${name} path`, written(method, starred, query, body)]);
  if (query !== "" || body !== undefined) made.push([name, written(method, path, query, body)]);
  return made;
}

const written =
  (method: string, path: string, query: string, body: unknown): Request =>
  (host, token) =>
    [
      `${method} ${path}${query && `?${query}`} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${token}`,
      ...(body === undefined ? [] : ["Content-Type: application/json"]),
      "",
      body === undefined ? "" : JSON.stringify(body),
    ].join("\r\n");
