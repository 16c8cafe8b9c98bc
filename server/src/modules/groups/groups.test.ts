import { GROUPS_PER_MEMBER_MAX } from "@commonlane/contract/limits";
import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import {
  createGroup,
  createGroupApp,
  groupCalls,
  groupOf,
  namesOf,
} from "../../../test/fixtures/groups.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";

test("[domain/groups:create] the creator of a group manages it; managers change and remove it, others do not", async () => {
  const { app, ada, bob, eve, ...groups } = await createGroupApp();
  const { status, body: group } = await groups.create(ada);
  expect(status).toBe(201);
  expect(group).toEqual({
    ...groupOf(),
    id: group.id,
    requiredMark: null,
    memberCount: 1,
    role: "manager",
    meetsMark: true,
    waitingRequests: 0,
  });
  await groups.join(bob, group.id);
  for (const as of [bob, eve]) {
    expect((await groups.change(as, group.id, { name: "Mine" })).body.code).toBe("not_yours");
    expect((await groups.remove(as, group.id)).body.code).toBe("not_yours");
  }
  const changed = await groups.change(ada, group.id, {
    name: "Staff",
    description: null,
    joining: "approval",
  });
  expect(changed.body).toMatchObject({
    name: "Staff",
    description: null,
    joining: "approval",
    memberCount: 2,
  });
  expect((await groups.remove(ada, group.id)).status).toBe(200);
  expect((await groups.one(ada, group.id)).body.code).toBe("not_found");
  // The others learn that the group is gone, and the one who removed it knows.
  expect(kindsOf(await listNotifications(app, bob))).toEqual(["group.removed"]);
  expect((await listNotifications(app, bob))[0]?.text).toBe("The group no longer exists.");
  expect(await listNotifications(app, ada)).toEqual([]);
});

test("[domain/groups:texts] names and descriptions without contact details, and a repeated request creates one group", async () => {
  const { ada, ...groups } = await createGroupApp();
  const refused = async (change: object) =>
    Object.keys((await groups.create(ada, change)).body.fields ?? {});
  expect(await refused({ name: " " })).toEqual(["name"]);
  expect(await refused({ name: "x".repeat(61) })).toEqual(["name"]);
  expect(await refused({ name: "Call +49 30 998877665" })).toEqual(["name"]);
  expect(await refused({ description: "Write to ada@example.org" })).toEqual(["description"]);
  const headers = { "idempotency-key": "one-group" };
  const first = await groups.create(ada, {}, headers);
  const second = await groups.create(ada, {}, headers);
  expect(second.body.id).toBe(first.body.id);
  const change = await groups.change(ada, first.body.id, { description: "www.example.org/ada" });
  expect(Object.keys(change.body.fields ?? {})).toEqual(["description"]);
});

test("[domain/groups:creators] the community decides who creates groups", async () => {
  const { app, ada, ...groups } = await createGroupApp();
  const mo = await createModerator(app);
  const setCreators = (groupCreators: string) =>
    app.call("PUT", "/moderation/rules", { as: mo, body: { groupCreators } });
  expect((await setCreators("moderators")).body).toMatchObject({
    groupCreators: "moderators",
    eventCreators: "members",
  });
  expect((await groups.create(ada)).body.code).toBe("moderators_only");
  expect((await groups.list(ada)).body.mayCreate).toBe(false);
  expect((await groups.create(mo)).status).toBe(201);
  expect((await groups.list(mo)).body.mayCreate).toBe(true);
  await setCreators("members");
  expect((await groups.list(ada)).body.mayCreate).toBe(true);
  expect((await groups.create(ada)).status).toBe(201);
});

test("[domain/groups:list] listed groups by name, page by page, found by all words in name or description; own ones apart", async () => {
  const { app, ada, bob, ...groups } = await createGroupApp();
  await createGroup(app, ada, { name: "village of Aldorf", description: "Commuters to Köln" });
  await createGroup(app, ada, { name: "Choir", description: null });
  await createGroup(app, ada, { name: "Board", isListed: false });
  const names = async (query: Record<string, string | number> = {}, as = bob) =>
    (await groups.list(as, query)).body.items.map(({ name }) => name);
  expect(await names()).toEqual(["Choir", "village of Aldorf"]);
  expect(await names({}, ada)).toEqual(["Choir", "village of Aldorf"]);
  expect(await names({ query: "commuters VILLAGE" })).toEqual(["village of Aldorf"]);
  expect(await names({ query: "choir commuters" })).toEqual([]);
  expect(await names({ query: "board" })).toEqual([]);
  const first = await groups.list(bob, { limit: 1 });
  const rest = await groups.list(bob, { limit: 1, cursor: first.body.nextCursor ?? "" });
  expect(rest.body.items.map(({ name }) => name)).toEqual(["village of Aldorf"]);
  expect(rest.body.nextCursor).toBeNull();
  expect((await groups.own(ada)).body.items.map(({ name }) => name)).toEqual([
    "Board",
    "Choir",
    "village of Aldorf",
  ]);
  expect((await groups.own(bob)).body.items).toEqual([]);
});

test("[domain/groups:size] others see the size of a group only if it shows it and has at least five members", async () => {
  const { app, ada, bob, cleo, dan, eve, fay, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  for (const as of [bob, cleo, dan]) await groups.join(as, id);
  const count = async (as = fay) => (await groups.one(as, id)).body.memberCount;
  expect([await count(), await count(ada), await count(bob)]).toEqual([null, 4, 4]);
  await groups.join(eve, id);
  expect([await count(), await count(bob)]).toEqual([5, 5]);
  // Others see steps of five, so that they cannot watch who joins.
  await groups.join(await app.createUser(), id);
  expect([await count(), await count(bob)]).toEqual([5, 6]);
  await groups.change(ada, id, { showsSize: false });
  expect([await count(), await count(bob)]).toEqual([null, 6]);
});

test("[domain/privacy:four-accounts] fresh accounts do not count in the size that others see", async () => {
  const app = await createTestApp({ settings: { NEW_ACCOUNT_DAYS: 7 } });
  const groups = groupCalls(app);
  const members: TestUser[] = [];
  for (let n = 0; n < 5; n++) members.push(await app.createUser());
  const [ada, ...others] = members;
  if (!ada) throw new Error("There must be a manager.");
  const { id } = await createGroup(app, ada);
  for (const as of others) await groups.join(as, id);
  const sizeFor = async (as: TestUser) => (await groups.one(as, id)).body.memberCount;
  expect([await sizeFor(ada), await sizeFor(await app.createUser())]).toEqual([5, null]);
  app.clock.now = new Date(app.clock.now.getTime() + 29 * 86_400_000);
  expect(await sizeFor(await app.createUser())).toBe(5);
});

test("[domain/groups:members] managers first, then by name; a group can show its members to managers only", async () => {
  const { app, ada, cleo, bob, eve, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  const lower = await app.createUser({ firstName: "ada" });
  for (const as of [cleo, lower, bob]) await groups.join(as, id);
  expect(namesOf(await groups.members(cleo, id))).toEqual([
    "Ada M.",
    "ada M.",
    "Bob M.",
    "Cleo M.",
  ]);
  const pages: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await groups.members(cleo, id, { limit: 1, ...(cursor && { cursor }) });
    pages.push(...namesOf(page));
    cursor = page.body.nextCursor;
    // A cursor is sealed, because it contains the name to continue after.
    expect(Buffer.from(cursor ?? "", "base64url").toString()).not.toMatch(/ada|bob|cleo|moreau/i);
  }
  expect(pages).toEqual(["Ada M.", "ada M.", "Bob M.", "Cleo M."]);
  expect((await groups.members(eve, id)).body.code).toBe("not_yours");
  await groups.change(ada, id, { memberList: "managers" });
  expect((await groups.members(cleo, id)).body.code).toBe("not_yours");
  expect(namesOf(await groups.members(ada, id))).toHaveLength(4);
});

test("[domain/groups:members] the next page begins after the last member shown, also if that one is no longer listed or has become a manager", async () => {
  const { ada, bob, cleo, dan, app, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  for (const as of [bob, cleo, dan]) await groups.join(as, id);
  const { nextCursor: cursor } = (await groups.members(ada, id, { limit: 2 })).body;
  const next = async () => namesOf(await groups.members(ada, id, { cursor: cursor ?? "" }));
  await groups.setRole(ada, id, bob.uid, "manager");
  expect(await next()).toEqual(["Cleo M.", "Dan M."]);
  await groups.leave(bob, id);
  expect(await next()).toEqual(["Cleo M.", "Dan M."]);
});

test("[domain/groups:blocked] members who blocked each other do not see each other; managers see everyone, and who is suspended is hidden", async () => {
  const { app, ada, bob, cleo, dan, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  for (const as of [bob, cleo, dan]) await groups.join(as, id);
  await app.call("PUT", `/blocks/${cleo.uid}`, { as: bob });
  await app.call("PUT", `/blocks/${ada.uid}`, { as: cleo });
  expect(namesOf(await groups.members(bob, id))).toEqual(["Ada M.", "Bob M.", "Dan M."]);
  expect(namesOf(await groups.members(cleo, id))).toEqual(["Cleo M.", "Dan M."]);
  expect(namesOf(await groups.members(ada, id))).toEqual(["Ada M.", "Bob M.", "Cleo M.", "Dan M."]);
  await app.db
    .updateTable("account")
    .set({ suspended_at: app.clock.now })
    .where("uid", "=", dan.uid)
    .execute();
  expect(namesOf(await groups.members(ada, id))).toEqual(["Ada M.", "Bob M.", "Cleo M."]);
  expect((await groups.one(ada, id)).body.memberCount).toBe(3);
});

test("[domain/groups:limit] a user belongs to no more groups than allowed, requests included, also if several are joined at once", async () => {
  const { app, ada, bob, eve, ...groups } = await createGroupApp();
  const half = GROUPS_PER_MEMBER_MAX / 2;
  const ids = [];
  for (let n = 0; n < half; n++) ids.push((await createGroup(app, ada, { name: `Open ${n}` })).id);
  for (let n = 0; n < half + 2; n++)
    ids.push((await createGroup(app, bob, { name: `Asked ${n}`, joining: "approval" })).id);
  const joined = await Promise.all(ids.map((id) => groups.join(eve, id)));
  expect(joined.filter(({ status }) => status === 200)).toHaveLength(GROUPS_PER_MEMBER_MAX);
  expect(new Set(joined.map(({ body }) => body.code))).toEqual(
    new Set([undefined, "groups_enough"]),
  );
  expect((await groups.create(eve)).body.code).toBe("groups_enough");
  // A request that is accepted takes its own place.
  const { items } = (await groups.own(eve)).body;
  const response = items.find(({ role }) => role === "requested");
  expect((await groups.decide(bob, response?.id ?? "", eve.uid)).status).toBe(200);
  await groups.leave(eve, response?.id ?? "");
  expect((await groups.create(eve)).status).toBe(201);
});
