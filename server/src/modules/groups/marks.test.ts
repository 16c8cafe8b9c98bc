import { sql } from "kysely";
import { expect, test } from "vitest";
import { createCode, createGroup, createGroupApp, namesOf } from "../../../test/fixtures/groups.ts";
import { createAdministrator, createModerator } from "../../../test/fixtures/moderators.ts";
import { addMark, setHidden } from "../../../test/fixtures/trust-marks.ts";
import { heldGroupIds } from "./valid-members.store.ts";

/** Ada, Bob and Cleo hold a mark for thirty days; Cleo's is withdrawn, hidden or renewed by the tests. */
async function createMarkedApp() {
  const groupApp = await createGroupApp();
  const { app, ada, bob, cleo } = groupApp;
  const moderator = await createModerator(app);
  const administrator = await createAdministrator(app);
  const mark = await addMark(app, { byTeam: true, lifetimeDays: 30 }, administrator);
  const decide = (uid: string, path: string) =>
    app.call("POST", `/moderation/people/${uid}/trust-marks${path}`, {
      as: moderator,
      body: { markId: mark.id },
    });
  for (const { uid } of [ada, bob, cleo]) await decide(uid, "");
  return {
    ...groupApp,
    mark,
    administrator,
    grant: (uid: string) => decide(uid, ""),
    withdraw: (uid: string) => decide(uid, "/withdraw"),
    held: async (uid: string) => {
      const { rows } = await sql<{
        group_id: string;
      }>`${heldGroupIds(sql`${uid}::uuid`, app.clock.now)}`.execute(app.db);
      return rows.map(({ group_id }) => group_id);
    },
  };
}

test("[domain/groups:mark] only holders of the required mark join, also by the link; hiding the mark changes nothing", async () => {
  const { app, ada, cleo, dan, mark, ...groups } = await createMarkedApp();
  const { body: group } = await groups.create(ada, { requiredMarkId: mark.id });
  expect(group).toMatchObject({
    requiredMark: { id: mark.id, name: mark.name },
    meetsMark: true,
    role: "manager",
  });
  const code = await createCode(app, ada, group.id);
  expect((await groups.one(dan, group.id)).body).toMatchObject({ meetsMark: false, role: "none" });
  expect((await groups.join(dan, group.id)).body.code).toBe("mark_needed");
  expect((await groups.accept(dan, code)).body.code).toBe("mark_needed");
  await setHidden(app, cleo, mark.id, true);
  expect((await groups.join(cleo, group.id)).body).toMatchObject({
    role: "member",
    meetsMark: true,
    memberCount: 2,
  });
  expect(await groups.held(cleo.uid)).toEqual([group.id]);
});

test("[domain/groups:mark-manager] managers cannot require a mark that they lack, or that does not exist", async () => {
  const { app, ada, dan, mark, ...groups } = await createMarkedApp();
  const none = "01a204bf-db82-7c05-aa3f-000000000000";
  expect((await groups.create(dan, { requiredMarkId: mark.id })).body.code).toBe("mark_needed");
  expect((await groups.create(ada, { requiredMarkId: none })).body.code).toBe("mark_needed");
  const { id } = await createGroup(app, dan);
  for (const requiredMarkId of [mark.id, none])
    expect((await groups.change(dan, id, { requiredMarkId })).body.code).toBe("mark_needed");
  expect((await groups.one(dan, id)).body).toMatchObject({ requiredMarkId: null, role: "manager" });
  expect((await groups.own(dan)).body.items).toHaveLength(1);
});

test("[domain/groups:mark-lost] a membership ends everywhere at the moment the mark is lost or expires, and is there again with it", async () => {
  const { app, ada, bob, cleo, mark, withdraw, grant, ...groups } = await createMarkedApp();
  const { id } = await createGroup(app, ada, { requiredMarkId: mark.id, isListed: false });
  const code = await createCode(app, ada, id);
  for (const as of [bob, cleo]) await groups.accept(as, code);
  expect(namesOf(await groups.members(bob, id))).toEqual(["Ada M.", "Bob M.", "Cleo M."]);
  const seen = async () => [
    (await groups.one(cleo, id)).body.code ?? "seen",
    (await groups.own(cleo)).body.items.length,
    (await groups.members(cleo, id)).body.code ?? "seen",
    (await groups.one(ada, id)).body.memberCount,
    namesOf(await groups.members(ada, id)).length,
    (await groups.held(cleo.uid)).length,
  ];
  expect(await seen()).toEqual(["seen", 1, "seen", 3, 3, 1]);
  await withdraw(cleo.uid);
  expect(await seen()).toEqual(["not_found", 0, "not_found", 2, 2, 0]);
  // Nothing of the group is left for a former member, not even leaving it.
  expect((await groups.leave(cleo, id)).body.code).toBe("not_found");
  expect((await groups.join(cleo, id)).body.code).toBe("not_found");
  // A former member is no one to hand the group to.
  expect((await groups.setRole(ada, id, cleo.uid, "manager")).body.code).toBe("not_found");
  await grant(cleo.uid);
  expect(await seen()).toEqual(["seen", 1, "seen", 3, 3, 1]);
  app.clock.now = new Date("2026-01-31T07:59:59Z");
  expect(await seen()).toEqual(["seen", 1, "seen", 3, 3, 1]);
  // No sweep runs in between.
  app.clock.now = new Date("2026-01-31T08:00:00Z");
  expect(await groups.held(cleo.uid)).toEqual([]);
  expect((await groups.one(cleo, id)).body.code).toBe("not_found");
  expect((await groups.one(ada, id)).body.code).toBe("not_found");
});

test("[domain/groups:mark-lost] a former manager manages nothing, may leave a listed group, and does not count as its manager", async () => {
  const { app, ada, bob, cleo, mark, withdraw, grant, ...groups } = await createMarkedApp();
  const { id } = await createGroup(app, ada, { requiredMarkId: mark.id });
  await groups.join(bob, id);
  await groups.setRole(ada, id, bob.uid, "manager");
  await withdraw(ada.uid);
  expect((await groups.one(ada, id)).body).toMatchObject({ role: "none", waitingRequests: null });
  expect((await groups.setRole(ada, id, bob.uid, "member")).body.code).toBe("not_yours");
  expect((await groups.leave(bob, id)).body.code).toBe("last_manager");
  await groups.join(cleo, id);
  await grant(ada.uid);
  expect((await groups.leave(bob, id)).status).toBe(200);
  await withdraw(ada.uid);
  expect((await groups.leave(ada, id)).status).toBe(200);
  expect((await groups.leave(ada, id)).body.code).toBe("not_found");
  expect((await groups.one(cleo, id)).body).toMatchObject({ role: "member", memberCount: 1 });
});

test("[domain/groups:mark-removed] when the community removes the mark, the group has no members until a manager changes the group", async () => {
  const { app, ada, bob, cleo, mark, administrator, ...groups } = await createMarkedApp();
  const { id } = await createGroup(app, ada, { requiredMarkId: mark.id });
  await groups.join(bob, id);
  await app.call("DELETE", `/administration/trust-marks/${mark.id}`, { as: administrator });
  for (const { uid } of [ada, bob]) expect(await groups.held(uid)).toEqual([]);
  expect((await groups.one(bob, id)).body).toMatchObject({
    role: "none",
    meetsMark: false,
    requiredMark: null,
  });
  expect((await groups.join(cleo, id)).body.code).toBe("mark_needed");
  expect((await groups.one(ada, id)).body).toMatchObject({
    role: "manager",
    meetsMark: false,
    memberCount: 0,
  });
  // The group can be handed over.
  expect((await groups.leave(ada, id)).body.code).toBe("last_manager");
  expect((await groups.setRole(ada, id, bob.uid, "manager")).status).toBe(200);
  expect((await groups.leave(ada, id)).status).toBe(200);
  const changed = await groups.change(bob, id, { requiredMarkId: null });
  expect(changed.body).toMatchObject({ role: "manager", meetsMark: true, memberCount: 1 });
  expect(await groups.held(bob.uid)).toEqual([id]);
});
