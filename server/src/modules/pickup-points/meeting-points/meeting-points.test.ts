import type { MeetingPoint } from "@commonlane/contract/meeting-points";
import type { AuditLogEntry } from "@commonlane/contract/report-files";
import { expect, test, vi } from "vitest";
import { hostRide } from "../../../../test/fixtures/rides.ts";
import { createModerator } from "../../../../test/fixtures/moderators.ts";
import { isWaitingForLock } from "../../../../test/app/is-waiting-for-lock.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../../test/app/test-app.ts";
import { type InTransaction, transaction } from "#platform/context.ts";
import { insertMeetingPoint } from "./meeting-points.store.ts";

const PARK_AND_RIDE = {
  name: "P+R Mühleholz",
  kind: "parkAndRide",
  lat: 47.1528,
  lng: 9.5127,
  note: "Beside the bus shelter",
  capacity: 40,
} as const;
const BAKERY = { name: "Bakery", kind: "parking", lat: 47.16, lng: 9.51 } as const;

const listAs = async (app: TestApp, as: TestUser) =>
  (await app.call<{ items: MeetingPoint[] }>("GET", "/meeting-points", { as })).body.items;

test("[domain/pickup:community-points] moderators define meeting points that everyone sees; each change is in the audit log", async () => {
  const app = await createTestApp();
  const moderator = await createModerator(app);
  const user = await app.createUser();
  const url = "/moderation/meeting-points";
  const created = await app.call<MeetingPoint>("POST", url, { as: moderator, body: PARK_AND_RIDE });
  expect(created).toMatchObject({
    status: 201,
    body: { ...PARK_AND_RIDE, owner: "community", rideId: null },
  });
  expect(await listAs(app, user)).toEqual([created.body]);
  const one = `${url}/${created.body.id}`;
  const changed = await app.call("PUT", one, {
    as: moderator,
    body: { ...PARK_AND_RIDE, name: "P+R Au", note: null },
  });
  expect(changed).toMatchObject({ status: 200, body: { name: "P+R Au", note: null } });
  expect(
    (await app.call("PUT", `/meeting-points/${created.body.id}`, { as: moderator, body: BAKERY }))
      .status,
  ).toBe(404);
  for (const [method, path] of [
    ["POST", url],
    ["PUT", one],
    ["DELETE", one],
  ] as const)
    expect((await app.call(method, path, { as: user, body: BAKERY })).body).toMatchObject({
      code: "moderators_only",
    });
  expect((await app.call("DELETE", one, { as: moderator })).body).toEqual({ success: true });
  expect((await app.call("DELETE", one, { as: moderator })).status).toBe(404);
  const { body } = await app.call<{ items: AuditLogEntry[] }>("GET", "/moderation/audit-log", {
    as: moderator,
  });
  const calls = body.items
    .map(({ call }) => call)
    .filter((call) => call.startsWith("meetingPoints"));
  expect(calls.toReversed()).toEqual([
    "meetingPoints.createForCommunity",
    "meetingPoints.changeForCommunity",
    "meetingPoints.removeForCommunity",
  ]);
});

test("[domain/pickup:own-points] hosts define meeting points for all their rides or one; only they list, change and delete them", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const other = await app.createUser();
  const ride = await hostRide(app, host);
  const create = (as: TestUser, body: object) =>
    app.call<MeetingPoint>("POST", "/meeting-points", { as, body });
  const forAll = (await create(host, BAKERY)).body;
  const forOne = await create(host, { ...PARK_AND_RIDE, rideId: ride.id });
  expect(forOne).toMatchObject({ status: 201, body: { owner: "host", rideId: ride.id } });
  expect(await listAs(app, host)).toEqual([forAll, forOne.body]);
  expect(await listAs(app, other)).toEqual([]);
  expect((await create(other, { ...BAKERY, rideId: ride.id })).body).toMatchObject({
    code: "not_found",
  });
  const one = `/meeting-points/${forAll.id}`;
  expect((await app.call("PUT", one, { as: other, body: BAKERY })).status).toBe(404);
  expect((await app.call("DELETE", one, { as: other })).status).toBe(404);
  expect(
    (await app.call("PUT", one, { as: host, body: { ...BAKERY, name: "Baker" } })).body,
  ).toMatchObject({
    name: "Baker",
    kind: "parking",
  });
  expect((await app.call("DELETE", one, { as: host })).status).toBe(200);
  expect(await listAs(app, host)).toEqual([forOne.body]);
});

test("[domain/pickup:contact-details] refuses a meeting point with contact details in its name or note", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const create = (details: object) =>
    app.call("POST", "/meeting-points", { as: host, body: { ...BAKERY, ...details } });
  const text = "Leave out phone numbers, e-mail addresses and links.";
  expect((await create({ name: "Bakery, call +49 170 1234567" })).body).toMatchObject({
    fields: { name: text },
  });
  expect((await create({ note: "Write to me@example.org" })).body).toMatchObject({
    fields: { note: text },
  });
  const { id } = (
    await app.call<MeetingPoint>("POST", "/meeting-points", { as: host, body: BAKERY })
  ).body;
  const renamed = { ...BAKERY, name: "www.example.org/bakery" };
  expect((await app.call("PUT", `/meeting-points/${id}`, { as: host, body: renamed })).status).toBe(
    400,
  );
  expect(await listAs(app, host)).toMatchObject([{ name: "Bakery" }]);
});

test("limits the number of meeting points created at the same time", async () => {
  const app = await createTestApp();
  const host = await app.createUser();
  const insert = (ctx: InTransaction) =>
    insertMeetingPoint(ctx, { owner: host.uid, rideId: null, details: BAKERY }, 1);
  const other = { created: undefined as Promise<unknown> | undefined, isOver: false };
  const created = await transaction(app.ctx, async (ctx) => {
    const first = await insert(ctx);
    other.created = transaction(app.ctx, insert).finally(() => (other.isOver = true));
    await vi.waitUntil(async () => other.isOver || (await isWaitingForLock(app)));
    return first;
  });
  expect([created?.name, await other.created]).toEqual(["Bakery", undefined]);
});
