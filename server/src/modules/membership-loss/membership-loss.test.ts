import type { Group } from "@commonlane/contract/groups";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { openMark, waitForMembershipLoss } from "../../../test/fixtures/audiences.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { membershipLossSweeps } from "./index.ts";

const GROUP = {
  name: "Faculty of Physics",
  description: null,
  joining: "open",
  requiredMarkId: null,
  isListed: true,
  showsSize: true,
  memberList: "members",
} as const;

async function runSweeps({ ctx }: TestApp): Promise<void> {
  for (const sweep of membershipLossSweeps) await runSweep(ctx, sweep);
}

async function openRide(overrides: object = {}) {
  const app = await createTestApp();
  const members = await openMark(app);
  const host = await members.createMember({ firstName: "Hana" });
  const member = await members.createMember();
  const ride = await hostRide(app, host, {
    membersOf: members.mark.id,
    approval: "instant",
    ...overrides,
  });
  return { app, ...members, host, member, ride };
}

const readRide = async (app: TestApp, as: TestUser, id: string) =>
  (await app.call<Ride>("GET", `/rides/${id}`, { as })).body;

async function readRequest(
  app: TestApp,
  as: TestUser,
  rideId: string,
): Promise<SeatRequest | undefined> {
  const { body } = await app.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", { as });
  return body.items.find((request) => request.rideId === rideId);
}

test("[domain/audience:lost] who loses the mark loses tomorrow's seat and knows why; it is free for others, and counts against no one", async () => {
  const { app, host, member, ride, withdraw } = await openRide();
  const { response } = await requestSeats(app, ride, host, { seats: 2 }, member);
  expect(response.body.status).toBe("accepted");
  expect((await readRide(app, host, ride.id)).seatsLeft).toBe(1);
  await withdraw(member.uid);
  await waitForMembershipLoss(app);
  expect(await readRequest(app, member, ride.id)).toMatchObject({
    status: "cancelled",
    endedBy: "system",
    reason: expect.stringContaining("no longer belongs"),
  });
  expect((await readRide(app, host, ride.id)).seatsLeft).toBe(3);
  expect((await app.call("GET", `/rides/${ride.id}`, { as: member })).status).toBe(404);
  expect(kindsOf(await listNotifications(app, member))).toContain("seat-request.ended");
  expect(kindsOf(await listNotifications(app, host))).toContain("seat-request.cancelled");
});

test("[domain/audience:lost] pending requests and places in the standby queue end too, and rides for everyone stay", async () => {
  const { app, host, member, ride, withdraw, createMember } = await openRide({
    approval: "manual",
    seatsTotal: 1,
  });
  const everyone = await hostRide(app, await app.createUser(), {
    approval: "instant",
    departsAt: "2026-01-08T06:45:00.000Z",
  });
  const open = await requestSeats(app, everyone, host, {}, member);
  expect(open.response.body.status).toBe("accepted");
  await requestSeats(app, ride, host, {}, member);
  const other = await hostRide(app, await createMember(), {
    membersOf: ride.membersOf?.id,
    approval: "instant",
    seatsTotal: 1,
    departsAt: "2026-01-05T06:45:00.000Z",
  });
  await requestSeats(app, other, host, {}, await createMember());
  const waiting = await app.call("POST", `/rides/${other.id}/standby`, {
    as: member,
    body: { seats: 1 },
  });
  expect(waiting.status).toBe(201);
  await withdraw(member.uid);
  await waitForMembershipLoss(app);
  expect(await readRequest(app, member, ride.id)).toMatchObject({
    status: "rejected",
    endedBy: "system",
  });
  expect(await readRequest(app, member, everyone.id)).toMatchObject({ status: "accepted" });
  const queue = await app.db.selectFrom("standby").select("status").execute();
  expect(queue).toEqual([{ status: "ended" }]);
});

test("[domain/audience:lost] a host who loses the mark can no longer take members: the ride is cancelled, and both sides are notified", async () => {
  const { app, host, member, ride, withdraw } = await openRide();
  await requestSeats(app, ride, host, {}, member);
  const open = await hostRide(app, host, { departsAt: "2026-01-08T06:45:00.000Z" });
  await withdraw(host.uid);
  await waitForMembershipLoss(app);
  expect((await readRide(app, host, ride.id)).status).toBe("cancelled");
  expect((await readRide(app, host, open.id)).status).toBe("scheduled");
  expect(await readRequest(app, member, ride.id)).toMatchObject({
    status: "cancelled",
    reason: expect.stringContaining("no longer belongs"),
  });
  expect(kindsOf(await listNotifications(app, host))).toContain("ride.cancelled");
  expect(kindsOf(await listNotifications(app, member))).toContain("seat-request.cancelled");
});

test("[domain/audience:lost] a mark that was regained before loses nothing", async () => {
  const { app, host, member, ride, withdraw, grant } = await openRide();
  await requestSeats(app, ride, host, {}, member);
  await withdraw(member.uid);
  await grant(member.uid);
  await waitForMembershipLoss(app);
  expect(await readRequest(app, member, ride.id)).toMatchObject({ status: "accepted" });
});

test("[domain/audience:lost] if the mark itself is removed, what was agreed stays", async () => {
  const { app, host, member, ride, mark } = await openRide();
  await requestSeats(app, ride, host, {}, member);
  const removal = await app.call("DELETE", `/administration/trust-marks/${mark.id}`, {
    as: await createAdministrator(app),
  });
  expect(removal.status).toBe(200);
  await waitForMembershipLoss(app);
  await runSweeps(app);
  expect(await readRequest(app, member, ride.id)).toMatchObject({ status: "accepted" });
  expect((await readRide(app, host, ride.id)).status).toBe("scheduled");
});

test("[domain/audience:lost] who leaves a group, is removed from it, or lacks the mark that it now requires, loses the seat", async () => {
  const { app, host, withdraw, grant, mark, createMember } = await openRide();
  const body = { ...GROUP, requiredMarkId: null };
  const { body: group } = await app.call<Group>("POST", "/groups", { as: host, body });
  const path = `/groups/${group.id}`;
  const ride = await hostRide(app, host, {
    membersOf: group.id,
    approval: "instant",
    departsAt: "2026-01-09T06:45:00.000Z",
  });
  expect(ride.membersOf).toEqual({ id: group.id, kind: "group", name: GROUP.name });
  const leaver = await app.createUser();
  const removed = await app.createUser();
  const holder = await createMember();
  for (const as of [leaver, removed, holder]) {
    expect((await requestSeats(app, ride, host, {}, as)).response.status).toBe(404);
    await app.call("POST", `${path}/join`, { as, body: { message: null } });
    expect((await requestSeats(app, ride, host, {}, as)).response.status).toBe(201);
  }
  await app.call("POST", `${path}/leave`, { as: leaver });
  await app.call("DELETE", `${path}/members/${removed.uid}`, { as: host });
  await waitForMembershipLoss(app);
  const statuses = async () =>
    Promise.all(
      [leaver, removed, holder].map(async (as) => (await readRequest(app, as, ride.id))?.status),
    );
  expect(await statuses()).toEqual(["cancelled", "cancelled", "accepted"]);
  await grant(host.uid);
  await app.call("PUT", path, { as: host, body: { ...GROUP, requiredMarkId: mark.id } });
  await withdraw(holder.uid);
  await waitForMembershipLoss(app);
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("[domain/audience:lost] members without the mark that their group begins to require lose their seats within a minute", async () => {
  const { app, host, mark } = await openRide();
  const { body: group } = await app.call<Group>("POST", "/groups", { as: host, body: GROUP });
  const member = await app.createUser();
  await app.call("POST", `/groups/${group.id}/join`, { as: member, body: { message: null } });
  const departsAt = "2026-01-09T06:45:00.000Z";
  const ride = await hostRide(app, host, { membersOf: group.id, approval: "instant", departsAt });
  await requestSeats(app, ride, host, {}, member);
  await app.call("PUT", `/groups/${group.id}`, {
    as: host,
    body: { ...GROUP, requiredMarkId: mark.id },
  });
  await runSweeps(app);
  expect(await readRequest(app, member, ride.id)).toMatchObject({
    status: "cancelled",
    endedBy: "system",
  });
  expect((await readRide(app, host, ride.id)).status).toBe("scheduled");
});

test("[domain/audience:lost] a booking that meets the loss is refused or ends: no seat outlives the mark", async () => {
  const app = await createTestApp();
  const { mark, createMember, withdraw } = await openMark(app);
  const host = await createMember();
  const rides = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      hostRide(app, host, {
        membersOf: mark.id,
        approval: n % 2 === 0 ? "instant" : "manual",
        departsAt: `2026-01-1${n}T06:45:00.000Z`,
      }),
    ),
  );
  const member = await createMember();
  const [, ...booked] = await Promise.all([
    withdraw(member.uid),
    ...rides.map((ride) => requestSeats(app, ride, host, {}, member)),
  ]);
  for (const { response } of booked) expect([201, 403, 404]).toContain(response.status);
  await waitForMembershipLoss(app);
  const active = await app.db
    .selectFrom("seat_request")
    .select("id")
    .where("seeker_id", "=", member.uid)
    .where("status", "in", ["pending", "accepted"])
    .execute();
  expect(active).toEqual([]);
});
