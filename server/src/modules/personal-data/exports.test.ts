import type { DataExport } from "@commonlane/contract/personal-data";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { leaverIn, useEveryFeature } from "../../../test/fixtures/every-feature.ts";
import {
  memberFile,
  memberImportWorld,
  personOf,
  vehicleOf,
} from "../../../test/fixtures/imported-members.ts";
import { confirmByPassword } from "../../../test/fixtures/passkeys.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { writeRegion } from "../../../test/regions/write-region.ts";
import { doJobs, later, member, sweep } from "../../../test/fixtures/leaving.ts";
import { collectPersonalData, dataInventory } from "./data-inventory/data-inventory.store.ts";

/** File of a finished export as data and as a page. */
async function fileOf(app: TestApp, as: Pick<TestUser, "freshToken">, id: string) {
  const url = `/api/identity/exports/${id}/file`;
  const file = await app.http.inject({
    url,
    headers: { authorization: `Bearer ${await as.freshToken()}` },
  });
  const files = unzipSync(file.rawPayload);
  const data: Record<string, Record<string, unknown>[]> = JSON.parse(
    strFromU8(files["data.json"] ?? new Uint8Array()),
  );
  return { headers: file.headers, data, page: strFromU8(files["index.html"] ?? new Uint8Array()) };
}

test("an export holds what its owner wrote and nothing that others wrote, as JSON and as a page", async () => {
  const app = await createTestApp();
  const zed = await member(app, "zed");
  const pia = await app.createUser({ lastName: "Secretname" });
  await app.jobs.waiting(app.db);
  await app.call("POST", "/firebase-auth/update-profile", {
    as: zed,
    body: { bio: "I <b>like</b> trains" },
  });
  const ride = await hostRide(app, pia, { note: "Pia's own note" });
  await (await requestSeats(app, ride, pia, { message: "Take me along" }, zed)).accept();
  const chat = await openChat(app, zed, pia);
  await sendMessage(app, zed, chat, "Written by Zed");
  await sendMessage(app, pia, chat, "Written by Pia");
  await confirmByPassword(app, zed);
  const response = await app.call<DataExport>("POST", "/identity/exports", { as: zed });
  expect(response).toMatchObject({ status: 201, body: { state: "making", bytes: null } });
  const twice = await app.call<DataExport>("POST", "/identity/exports", { as: zed });
  expect(twice.body.id).toBe(response.body.id);
  await doJobs(app);
  const { body: list } = await app.call<{ items: DataExport[] }>("GET", "/identity/exports", {
    as: zed,
  });
  expect(list.items).toMatchObject([
    { id: response.body.id, state: "ready", expiresAt: "2026-01-08T08:00:00.000Z" },
  ]);
  const { headers, data, page } = await fileOf(app, zed, response.body.id);
  expect(headers).toMatchObject({
    "content-type": "application/zip",
    "cache-control": "private, no-store",
  });
  expect(data["account"]).toMatchObject([{ email: zed.email }]);
  const { label: pickup } = ride.origin;
  expect(data["seatRequest"]).toMatchObject([
    { message: "Take me along", status: "accepted", pickup },
  ]);
  expect(data["message"]).toMatchObject([{ text: "Written by Zed" }]);
  expect(page).toContain("I &#60;b&#62;like&#60;/b&#62; trains");
  for (const others of ["Written by Pia", "Secretname", "own note", pia.email])
    expect(page + JSON.stringify(data)).not.toContain(others);
});

test("an export contains every table of the inventory that has a section", async () => {
  const app = await createTestApp();
  const zed = await leaverIn(app);
  const pia = await app.createUser();
  const pip = await app.createUser();
  const hal = await app.createUser();
  await useEveryFeature(app, zed, { pia, pip, hal });
  const sections: string[] = [];
  for (const [name, { exportAs }] of Object.entries(dataInventory)) {
    const found = await exportAs?.rows(zed.uid).execute(app.db);
    if (found && found.rows.length > 0) sections.push(name);
  }
  const exported = await collectPersonalData(app.ctx, zed.uid);
  expect(exported.map(({ name }) => name).toSorted()).toEqual(sections.toSorted());
});

test("[domain/moving:take-over] an export contains what another platform sent about its owner, and about nobody else", async () => {
  const { app, send } = await memberImportWorld();
  const noa = await app.createUser();
  const kim = await app.createUser();
  await send(memberFile({ people: [personOf(noa.email)], vehicles: [vehicleOf(noa.email)] }));
  const exported = async (as: TestUser) => {
    const { body } = await app.call<DataExport>("POST", "/identity/exports", { as });
    await doJobs(app);
    return fileOf(app, as, body.id);
  };
  const { data, page } = await exported(noa);
  expect(data["importedMember"]).toMatchObject([
    { platform: "Old Lift", content: { vehicles: [{ make: "Renault", plate: "FR-CL 12" }] } },
  ]);
  expect(page).toContain("Sings on the way");
  expect((await exported(kim)).data["importedMember"]).toBeUndefined();
});

/** The export of a new user of a server with this data folder. */
async function exportOf(DATA_DIR: string) {
  const app = await createTestApp({ settings: { DATA_DIR } });
  const user = await app.createUser();
  await app.jobs.waiting(app.db);
  const { body } = await app.call<DataExport>("POST", "/identity/exports", { as: user });
  await doJobs(app);
  const { data, page } = await fileOf(app, user, body.id);
  return { attributions: JSON.stringify(data["attributions"]), page };
}

test("an export names the sources of places and routes, and OpenStreetMap only where it is used", async () => {
  const folder = createTestFolder();
  const without = await exportOf(folder);
  expect(without.attributions).toContain("GeoNames, CC BY 4.0");
  expect(without.attributions + without.page).not.toContain("OpenStreetMap");
  writeRegion(folder, { id: "liechtenstein" });
  const { attributions, page } = await exportOf(folder);
  for (const text of [attributions, page])
    expect(text).toContain("© OpenStreetMap contributors, Open Database License 1.0");
});

test("[domain/privacy:held] an export does not contain the stops of a seat that is only reserved", async () => {
  const app = await createTestApp();
  const zed = await app.createUser();
  const host = await app.createUser();
  await app.jobs.waiting(app.db);
  const ride = await hostRide(app, host, { seatsTotal: 1, approval: "instant" });
  const aboard = await requestSeats(app, ride, host);
  await app.call("POST", `/rides/${ride.id}/standby`, { as: zed, body: {} });
  await aboard.end();
  const { body } = await app.call<DataExport>("POST", "/identity/exports", { as: zed });
  await doJobs(app);
  const { data } = await fileOf(app, zed, body.id);
  expect(data["seatRequest"]).toMatchObject([{ status: "accepted", pickup: null, dropoff: null }]);
});

test("an export is only available to its owner, and for a limited time", async () => {
  const app = await createTestApp({ settings: { EXPORT_RETENTION_DAYS: 1 } });
  const zed = await app.createUser();
  const pia = await app.createUser();
  await app.jobs.waiting(app.db);
  const { body } = await app.call<DataExport>("POST", "/identity/exports", { as: zed });
  const fetched = async (as?: { freshToken: () => Promise<string> }) =>
    (
      await app.http.inject({
        url: `/api/identity/exports/${body.id}/file`,
        headers: as ? { authorization: `Bearer ${await as.freshToken()}` } : {},
      })
    ).statusCode;
  expect(await fetched(zed)).toBe(404);
  await doJobs(app);
  expect([await fetched(zed), await fetched(pia), await fetched()]).toEqual([200, 404, 401]);
  later(app, 1);
  expect(await fetched(zed)).toBe(404);
  await sweep(app);
  expect(await app.db.selectFrom("data_export").select("id").execute()).toEqual([]);
});
