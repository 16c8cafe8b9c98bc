import type { Event } from "@commonlane/contract/events";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { openMark } from "../../../test/fixtures/audiences.ts";
import { plantBlock } from "../../../test/fixtures/blocks.ts";
import { groupCalls } from "../../../test/fixtures/groups.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";

const lecture = {
  title: "First lecture",
  place: towns.koeln,
  startsAt: "2026-01-09T09:00:00.000Z",
  endsAt: "2026-01-09T10:30:00.000Z",
};

test("[domain/audience:events] only members see, find and report an event for them, and only members create one", async () => {
  const app = await createTestApp();
  const { mark, createMember, withdraw } = await openMark(app);
  const creator = await createMember();
  const member = await createMember();
  const outsider = await app.createUser();
  const body = { ...lecture, membersOf: mark.id };
  const refused = await app.call("POST", "/events", { as: outsider, body });
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { membersOf: expect.any(String) } },
  });
  const { body: event } = await app.call<Event>("POST", "/events", { as: creator, body });
  expect(event.membersOf).toEqual({ id: mark.id, kind: "mark", name: mark.name });
  const seenBy = async (as: TestUser) => ({
    page: (await app.call("GET", `/events/${event.id}`, { as })).status,
    rides: (await app.call("GET", `/events/${event.id}/rides`, { as })).status,
    calendar: (await app.call("GET", `/events/${event.id}/calendar`, { as })).status,
    list: (await app.call<{ items: Event[] }>("GET", "/events", { as })).body.items.length,
    report: (
      await app.call("POST", "/reports", {
        as,
        body: { about: { kind: "event", id: event.id }, reason: "spam" },
      })
    ).status,
  });
  expect(await seenBy(outsider)).toEqual({
    page: 404,
    rides: 404,
    calendar: 404,
    list: 0,
    report: 404,
  });
  expect(await seenBy(member)).toMatchObject({
    page: 200,
    rides: 200,
    calendar: 200,
    list: 1,
    report: 201,
  });
  await withdraw(member.uid);
  expect(await seenBy(member)).toMatchObject({ page: 404, list: 0 });
  await withdraw(creator.uid);
  expect((await app.call("GET", `/events/${event.id}`, { as: creator })).status).toBe(200);
  const opened = await app.call<Event>("PUT", `/events/${event.id}`, {
    as: creator,
    body: lecture,
  });
  expect(opened.body.membersOf).toBeUndefined();
  expect((await app.call("PUT", `/events/${event.id}`, { as: creator, body })).status).toBe(400);
});

test("[domain/audience:list] members list the rides for them, soonest first; for others there is no such list", async () => {
  const app = await createTestApp();
  const { mark, createMember } = await openMark(app);
  const host = await createMember();
  const member = await createMember();
  const outsider = await app.createUser();
  await hostRide(app, host);
  const late = await hostRide(app, host, {
    membersOf: mark.id,
    departsAt: "2026-01-08T06:45:00.000Z",
  });
  const soon = await hostRide(app, host, {
    membersOf: mark.id,
    departsAt: "2026-01-05T06:45:00.000Z",
  });
  const list = (as: TestUser, id = mark.id) =>
    app.call<{ items?: Ride[] }>("GET", `/rides/for-members/${id}`, { as });
  expect((await list(member)).body.items?.map(({ id }) => id)).toEqual([soon.id, late.id]);
  for (const reply of [await list(outsider), await list(member, host.uid)])
    expect(reply.status).toBe(404);
});

test("[domain/groups:rides] the page of a group has the rides for it and, for who may see the members, those that they offer to everyone", async () => {
  const app = await createTestApp();
  const groups = groupCalls(app);
  const [manager, host, member, outsider] = await Promise.all([
    app.createUser(),
    app.createUser(),
    app.createUser(),
    app.createUser(),
  ]);
  const { body: group } = await groups.create(manager);
  for (const joining of [host, member]) await groups.join(joining, group.id);
  const forGroup = await hostRide(app, host, { membersOf: group.id });
  const open = await hostRide(app, host, { departsAt: "2026-01-05T06:45:00.000Z" });
  await hostRide(app, outsider);
  const list = async (as: TestUser) => {
    const path = `/rides/for-members/${group.id}`;
    const { status, body } = await app.call<{ items?: Ride[] }>("GET", path, { as });
    return body.items?.map(({ id }) => id) ?? status;
  };
  expect(await list(member)).toEqual([forGroup.id, open.id]);
  expect(await list(outsider)).toBe(404);

  await groups.change(manager, group.id, { memberList: "managers" });
  expect(await list(member)).toEqual([forGroup.id]);
  expect(await list(manager)).toEqual([forGroup.id, open.id]);

  await groups.change(manager, group.id, {});
  await plantBlock(app, { blocker: member, blocked: host });
  expect(await list(member)).toEqual([]);
  await groups.leave(host, group.id);
  expect(await list(manager)).toEqual([forGroup.id]);
});
