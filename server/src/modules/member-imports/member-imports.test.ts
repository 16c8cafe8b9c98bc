import { DAY_MS } from "@commonlane/contract/durations";
import type { MemberImportStatus } from "@commonlane/contract/member-imports";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideSeries } from "@commonlane/contract/ride-series";
import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import type { TestApp, TestUser } from "../../../test/app/test-app.ts";
import {
  getImported,
  memberFile,
  memberImportWorld,
  personOf,
  seriesOf,
  vehicleOf,
} from "../../../test/fixtures/imported-members.ts";
import { listModeratorActs } from "../../../test/fixtures/moderators.ts";
import { memberImportSweeps } from "./index.ts";

const ADMINISTRATION = "/administration/member-imports";

const fileOf = (email: string): Uint8Array =>
  memberFile({
    people: [personOf(email)],
    vehicles: [vehicleOf(email)],
    series: [seriesOf(email)],
  });

const statusOf = async (app: TestApp, as: TestUser): Promise<MemberImportStatus> =>
  (await app.call<MemberImportStatus>("GET", ADMINISTRATION, { as })).body;

const profileOf = async (app: TestApp, as: TestUser): Promise<Profile> =>
  (await app.call<Profile>("GET", "/firebase-auth/profile", { as })).body;

const sweep = async ({ ctx }: TestApp): Promise<void> => {
  for (const one of memberImportSweeps) await runSweep(ctx, one);
};

test("[domain/moving:import] a check imports nothing, and an import of the same file the same", async () => {
  const { app, admin, send, check } = await memberImportWorld();
  const file = fileOf("noa@example.org");
  expect(await check(file)).toMatchObject({
    status: 200,
    body: { isImported: false, people: 1, vehicles: 1, series: 1, closed: 0, mistakeCount: 0 },
  });
  expect(await statusOf(app, admin)).toMatchObject({ waiting: 0, firstExpiresAt: null });
  expect((await send(file)).body).toMatchObject({ isImported: true, people: 1 });
  expect(await statusOf(app, admin)).toEqual({
    waiting: 1,
    invited: 0,
    closed: 0,
    firstExpiresAt: "2026-04-01T08:00:00.000Z",
  });
  expect((await listModeratorActs(app, admin)).map(({ call }) => call)).toEqual(
    expect.arrayContaining(["memberImports.check", "memberImports.import"]),
  );
});

test("[domain/moving:import] a file with mistakes imports nothing, and names each row and column", async () => {
  const { app, admin, send } = await memberImportWorld();
  const people = [personOf("noa@example.org"), "no address,Ann,Lee,,", personOf("NOA@example.org")];
  const vehicles = [
    vehicleOf("noa@example.org").replace(",4,", ",44,"),
    vehicleOf("kim@example.org"),
  ];
  const wrongTime = seriesOf("noa@example.org").replace("7:30", "25:30");
  const noPosition = seriesOf("noa@example.org").replace("47.9959", "");
  const { body } = await send(memberFile({ people, vehicles, series: [wrongTime, noPosition] }));
  expect(body).toMatchObject({ isImported: false, mistakeCount: 6 });
  expect(body.mistakes).toEqual([
    { file: "people", line: 3, column: "email", reason: "invalid" },
    { file: "people", line: 4, column: "email", reason: "duplicate" },
    { file: "vehicles", line: 2, column: "seats", reason: "invalid" },
    { file: "vehicles", line: 3, column: "email", reason: "unknownPerson" },
    { file: "series", line: 2, column: "time", reason: "invalid" },
    { file: "series", line: 3, column: "from_lat", reason: "missing" },
  ]);
  expect(await statusOf(app, admin)).toMatchObject({ waiting: 0 });
});

test("[domain/moving:import] columns that are not known are named, so that nothing is lost unseen", async () => {
  const { send } = await memberImportWorld();
  const people = strToU8("email;phone\nnoa@example.org;+491701234567");
  expect((await send(people)).body.mistakes).toEqual([
    { file: "people", line: 1, column: "phone", reason: "unknownColumn" },
  ]);
  expect((await send(strToU8("name\nNoa"))).body).toMatchObject({ code: "import_file_unknown" });
});

test("[domain/moving:import] a row with more fields than columns, and a column that is there twice, are mistakes", async () => {
  const { send } = await memberImportWorld();
  const people = strToU8(
    [
      "email,first_name,bio,bio",
      "noa@example.org,Noa,I sing, and dance",
      "kim@example.org,Kim,I sing, often, and dance",
      "lee@example.org,Lee,,,,,",
    ].join("\n"),
  );
  expect((await send(people)).body.mistakes).toEqual([
    { file: "people", line: 1, column: "bio", reason: "duplicate" },
    { file: "people", line: 3, column: null, reason: "invalid" },
  ]);
});

test("[domain/moving:import] the same file twice doubles nothing", async () => {
  const { app, admin, send } = await memberImportWorld();
  const noa = await app.createUser();
  await send(fileOf(noa.email));
  await send(fileOf(noa.email));
  expect(await statusOf(app, admin)).toMatchObject({ waiting: 1 });
  const data = await getImported(app, noa);
  expect(data?.vehicles).toHaveLength(1);
  expect(data?.series).toHaveLength(1);
});

test("[domain/moving:take-over] only the verified address takes over, and what the profile has stays", async () => {
  const { app, send } = await memberImportWorld();
  const noa = await app.createUser({ firstName: "Nora" });
  const other = await app.createUser();
  await send(fileOf(noa.email));
  expect(await getImported(app, other)).toBeNull();
  expect((await app.call("POST", "/imported-data/take-over", { as: other })).status).toBe(404);
  expect((await profileOf(app, other)).hasImportedData).toBe(false);
  expect((await profileOf(app, noa)).hasImportedData).toBe(true);

  const { body } = await app.call<Profile>("POST", "/imported-data/take-over", { as: noa });
  expect(body).toMatchObject({
    firstName: "Nora",
    bio: "Sings on the way",
    languages: ["de", "fr"],
    vehicles: [{ plate: "FR-CL 12", seats: 4, comfort: ["air-conditioning"] }],
  });
  expect(await getImported(app, noa)).toMatchObject({ vehicles: [], series: [{ time: "07:30" }] });
});

test("[domain/moving:take-over] an address that is not verified takes nothing over", async () => {
  const { app, send } = await memberImportWorld();
  const noa = await app.createUser();
  await send(fileOf(noa.email));
  await app.db
    .updateTable("account")
    .set({ email_verified: false })
    .where("uid", "=", noa.uid)
    .execute();
  expect(await getImported(app, noa)).toBeNull();
});

test("[domain/moving:take-over] no ride is published before its host does it", async () => {
  const { app, admin, send } = await memberImportWorld();
  const noa = await app.createUser();
  await send(fileOf(noa.email));
  await app.call("POST", "/imported-data/take-over", { as: noa });
  const listSeries = async () =>
    (await app.call<{ items: RideSeries[] }>("GET", "/rides/series", { as: noa })).body.items;
  expect(await listSeries()).toEqual([]);

  const imported = (await getImported(app, noa))?.series[0];
  expect(imported).toMatchObject({
    from: "Freiburg im Breisgau, Germany",
    weekdays: [1, 2, 3, 4, 5],
    returnTime: "17:15",
    contribution: { amountMinor: 435, currency: "EUR" },
  });
  const publish = () => app.call("POST", `/imported-data/series/${imported?.id}`, { as: noa });
  expect((await publish()).status).toBe(200);
  expect((await listSeries()).map(({ time }) => time).toSorted()).toEqual(["07:30", "17:15"]);

  // Nothing is left to take over.
  expect((await publish()).status).toBe(404);
  expect(await getImported(app, noa)).toBeNull();
  expect(await statusOf(app, admin)).toMatchObject({ waiting: 0, closed: 1 });
});

test("[domain/moving:take-over] who deleted the data does not get them again with the same file", async () => {
  const { app, send } = await memberImportWorld();
  const noa = await app.createUser();
  await send(fileOf(noa.email));
  expect((await app.call("DELETE", "/imported-data", { as: noa })).status).toBe(200);
  expect((await send(fileOf(noa.email))).body).toMatchObject({ isImported: true, closed: 1 });
  expect(await getImported(app, noa)).toBeNull();
  const rows = await app.db.selectFrom("imported_member").selectAll().execute();
  expect(rows).toMatchObject([{ email: null, content: null }]);
});

test("[domain/moving:invite] each person is invited once, and can delete the data with the link", async () => {
  const { app, admin, send } = await memberImportWorld();
  await send(fileOf("noa@example.org"));
  await sweep(app);
  expect(app.mail).toEqual([]);
  for (const _ of [1, 2]) {
    await app.call("POST", `${ADMINISTRATION}/invitations`, { as: admin });
    await send(fileOf("noa@example.org"));
    await sweep(app);
  }
  expect(app.mail.map(({ to }) => to)).toEqual(["noa@example.org"]);
  const text = app.mail[0]?.paragraphs.join("\n") ?? "";
  const token = /delete-imported-data\?token=([\w-]{43})/.exec(text)?.[1];
  const remove = (token = "") => app.call("POST", "/imported-data/removal", { body: { token } });
  expect((await remove("x".repeat(43))).body).toMatchObject({ code: "link_over" });
  expect((await remove(token)).status).toBe(200);
  expect(await statusOf(app, admin)).toMatchObject({ waiting: 0, closed: 1 });
});

test("[domain/moving:import] data that nobody takes over are deleted after 90 days", async () => {
  const { app, admin, send } = await memberImportWorld();
  const noa = await app.createUser();
  await send(fileOf(noa.email));
  app.clock.now = new Date(app.clock.now.getTime() + 90 * DAY_MS - 1000);
  await sweep(app);
  expect(await statusOf(app, admin)).toMatchObject({ waiting: 1 });
  app.clock.now = new Date(app.clock.now.getTime() + 2000);
  expect((await profileOf(app, noa)).hasImportedData).toBe(false);
  await sweep(app);
  expect(await app.db.selectFrom("imported_member").selectAll().execute()).toEqual([]);
});
