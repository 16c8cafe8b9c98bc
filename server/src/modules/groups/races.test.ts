import { expect, test } from "vitest";
import { createCode, createGroup, createGroupApp, namesOf } from "../../../test/fixtures/groups.ts";
import { sortedStatuses } from "../../../test/fixtures/rides.ts";

test("[domain/groups:last-manager] of two managers who leave at once, one stays", async () => {
  const { app, ada, bob, cleo, ...groups } = await createGroupApp();
  for (let round = 0; round < 5; round++) {
    const { id } = await createGroup(app, ada);
    for (const as of [bob, cleo]) await groups.join(as, id);
    await groups.setRole(ada, id, bob.uid, "manager");
    const replies = await Promise.all([groups.leave(ada, id), groups.leave(bob, id)]);
    expect(replies.map(({ body }) => body.code ?? "ok").toSorted()).toEqual(["last_manager", "ok"]);
    const { items } = (await groups.members(cleo, id)).body;
    expect(items.map(({ role }) => role)).toEqual(["manager", "member"]);
  }
});

test("[domain/groups:last-manager] of two managers who demote or remove each other at once, one stays", async () => {
  const { app, ada, bob, ...groups } = await createGroupApp();
  const act = {
    demote: (as: typeof ada, id: string, uid: string) => groups.setRole(as, id, uid, "member"),
    remove: (as: typeof ada, id: string, uid: string) => groups.removeMember(as, id, uid),
  };
  for (const [one, other] of [
    [act.demote, act.demote],
    [act.remove, act.remove],
    [act.demote, act.remove],
  ] as const) {
    const { id } = await createGroup(app, ada);
    await groups.join(bob, id);
    await groups.setRole(ada, id, bob.uid, "manager");
    const replies = await Promise.all([one(ada, id, bob.uid), other(bob, id, ada.uid)]);
    expect(sortedStatuses(replies)).toEqual([200, 403]);
    const managers = await app.db
      .selectFrom("group_member")
      .select("uid")
      .where("group_id", "=", id)
      .where("role", "=", "manager")
      .execute();
    expect(managers).toHaveLength(1);
  }
});

/** Statuses of accepting, declining and withdrawing at once, and what the user is then. */
const OUTCOMES = [
  // Withdrawn first, or declined first; or accepted, and left as a member.
  [404, 404, 200, "none"],
  [404, 200, 404, "none"],
  [200, 404, 200, "none"],
];

test("[domain/groups:races] a request that is accepted, declined and withdrawn at once has one outcome", async () => {
  const { app, ada, bob, cleo, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada, { joining: "approval" });
  await groups.join(bob, id);
  await groups.decide(ada, id, bob.uid);
  await groups.setRole(ada, id, bob.uid, "manager");
  for (let round = 0; round < 5; round++) {
    await groups.join(cleo, id);
    const [accepted, declined, left] = await Promise.all([
      groups.decide(ada, id, cleo.uid),
      groups.decide(bob, id, cleo.uid, false),
      groups.leave(cleo, id),
    ]);
    const { role } = (await groups.one(cleo, id)).body;
    expect(OUTCOMES).toContainEqual([accepted.status, declined.status, left.status, role]);
    expect((await groups.requests(ada, id)).body.items).toEqual([]);
  }
});

test("[domain/groups:races] joining at once, by the link and directly, makes one member; who joins a group that is removed finds none", async () => {
  const { app, ada, bob, cleo, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  const code = await createCode(app, ada, id);
  const replies = await Promise.all([
    groups.join(bob, id),
    groups.accept(bob, code),
    groups.join(bob, id),
  ]);
  expect(sortedStatuses(replies)).toEqual([200, 200, 200]);
  expect(namesOf(await groups.members(ada, id))).toEqual(["Ada M.", "Bob M."]);
  const [removed, joined] = await Promise.all([groups.remove(ada, id), groups.join(cleo, id)]);
  expect(removed.status).toBe(200);
  expect([200, 404]).toContain(joined.status);
  expect((await groups.own(cleo)).body.items).toEqual([]);
});

test("[domain/groups:races] the last member who leaves while another joins leaves no group without a manager", async () => {
  const { app, ada, bob, ...groups } = await createGroupApp();
  for (let round = 0; round < 5; round++) {
    const { id } = await createGroup(app, ada);
    const [left, joined] = await Promise.all([groups.leave(ada, id), groups.join(bob, id)]);
    const rows = await app.db
      .selectFrom("group_member")
      .select("role")
      .where("group_id", "=", id)
      .execute();
    expect([
      [200, 404, 0],
      [409, 200, 2],
    ]).toContainEqual([left.status, joined.status, rows.length]);
  }
});
