import type { MeetingPointSource } from "@commonlane/contract/meeting-point-sources";
import { expect, test } from "vitest";
import { runAdminCommand } from "../../../test/app/run-admin.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { BNLC } from "../../../test/fixtures/imported-places.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";

const FILE = new URL("../../../test/data/bnlc-example.csv", import.meta.url).pathname;
const OPTIONS = ["--name", "BNLC", "--attribution", BNLC.attribution, "--licence", BNLC.licence];

test("the command imports a file, lists the source, asks for a new file and removes it", async () => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  const run = (...args: readonly string[]) => runAdminCommand(app, ["meeting-points", ...args]);
  const listSources = () =>
    app.call<{ items: MeetingPointSource[] }>("GET", "/moderation/meeting-point-sources", {
      as: admin,
    });
  expect(await run("add", FILE, ...OPTIONS)).toContain("BNLC: 1 place imported, 0 removed.");
  expect((await listSources()).body.items).toMatchObject([{ id: "bnlc", points: 1 }]);
  expect(await run()).toContain("bnlc: BNLC, 1 place");
  expect(await run("update")).toContain("BNLC came from a file.");
  expect(await run("update", "lidl")).toContain("There is no source lidl.");
  expect(await run("remove", "bnlc")).toContain("bnlc is removed.");
  expect((await listSources()).body.items).toEqual([]);
});

test("the command says what is wrong with a file", async () => {
  const app = await createTestApp();
  const added = await runAdminCommand(app, [
    "meeting-points",
    "add",
    import.meta.filename,
    ...OPTIONS,
  ]);
  expect(added).toContain("This file can't be read.");
});
