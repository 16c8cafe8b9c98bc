import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPolicies } from "./read-policies.ts";

const TABLE = readFileSync(join(import.meta.dirname, "expected.md"), "utf8");
const REFUSALS: ReadonlySet<string> = new Set(["not_yours", "not_found"]);

/** Which role of the scenario has which relation to the record of each call. The host owns most of them. */
const ROLES_BY_NOUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  event: { creator: "host" },
  group: { manager: "host", "member, if members may see each other": "passenger" },
  offer: { driver: "stranger", seeker: "host" },
  rating: { rater: "passenger", rated: "host" },
  ride: { host: "host" },
  "ride-request": { seeker: "host" },
  "seat-request": { seeker: "passenger", host: "host" },
  series: { host: "host" },
  trip: { host: "host", passenger: "passenger" },
  "trip-outcome": { seeker: "passenger", host: "host" },
};

/** The reply to each role, by call, for a ride that is coming. */
function readReplies(): Map<string, ReadonlyMap<string, string>> {
  const rows = TABLE.split("\n").filter((line) => line.startsWith("| "));
  const cells = rows.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const [[, , ...roles] = [], ...calls] = cells;
  const coming = calls.filter(([, state]) => state === "coming");
  return new Map(
    coming.map(([call = "", , ...codes]) => [
      call,
      new Map(roles.map((role, n) => [role, codes[n] ?? ""])),
    ]),
  );
}

test("[domain/privacy:policies] the server refuses a call about a record to all whom its policy does not name, and to no one else", async () => {
  const replies = readReplies();
  const wrong: string[] = [];
  let compared = 0;
  for (const { noun, calls } of await readPolicies()) {
    const roleOf = ROLES_BY_NOUN[noun] ?? {};
    for (const [call, relations] of Object.entries(calls)) {
      const codes = replies.get(call);
      if (!codes) continue;
      const allowed = new Set(relations.map((relation) => roleOf[relation]));
      for (const role of ["stranger", "seeker", "passenger", "host"]) {
        const isRefused = REFUSALS.has(codes.get(role) ?? "");
        if (isRefused === allowed.has(role)) wrong.push(`${call} as ${role}: ${codes.get(role)}`);
        compared++;
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(100);
});

test("each policy has a noun whose relations the scenario has", async () => {
  const policies = await readPolicies();
  expect(policies.map(({ noun }) => noun)).toEqual(Object.keys(ROLES_BY_NOUN).toSorted());
});
