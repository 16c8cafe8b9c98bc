import { expect, test } from "vitest";
import { runAdminCommand } from "../../../test/app/run-admin.ts";
import { createTestApp } from "../../../test/app/test-app.ts";

const EXAMPLES = new URL("../../../../docs/examples/move-in/", import.meta.url).pathname;

test("the command checks the example files of the documentation, and imports them only if asked", async () => {
  const app = await createTestApp();
  const files = ["people", "vehicles", "series"].map((name) => `${EXAMPLES}${name}.csv`);
  const run = (...args: readonly string[]) =>
    runAdminCommand(app, ["move-in", ...args, "--platform", "Old Lift"]);
  const count = async () =>
    (await app.db.selectFrom("imported_member").select("email").execute()).length;
  expect(await run(...files)).toContain("3 people, 2 vehicles, 2 series.");
  expect(await count()).toBe(0);
  expect(await run(...files, "--import")).toContain("Imported.");
  expect(await count()).toBe(3);
  expect(await run(`${EXAMPLES}series.csv`)).toContain("people.csv is missing.");
});
