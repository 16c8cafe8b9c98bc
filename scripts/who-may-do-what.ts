import { readPolicies } from "../server/test/permissions/read-policies.ts";
import { writeOrCompare } from "./generated-page.ts";

/** Writes the table of docs/security/who-may-do-what.md from the policies that the server executes. `--check` only compares. */

const policies = await readPolicies();
const rows = policies.flatMap(({ noun, calls }) =>
  Object.entries(calls).map(
    ([call, relations]) => `| ${noun.replaceAll("-", " ")} | ${call} | ${relations.join("; ")} |`,
  ),
);

writeOrCompare({
  page: "docs/security/who-may-do-what.md",
  begin: "<!-- generated from server/src/modules/**/*.policy.ts -->",
  generated: ["| record | call | who |", "| --- | --- | --- |", ...rows].join("\n"),
  command: "npm run generate -- who-may-do-what",
});
