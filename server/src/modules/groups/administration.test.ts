import type { PublicPerson } from "@commonlane/contract/profiles";
import { expect, test } from "vitest";
import { deleteAccountCompletely } from "../../../test/fixtures/account-deletion.ts";
import { createCode, createGroup, createGroupApp, namesOf } from "../../../test/fixtures/groups.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";

interface AdministeredGroup {
  name: string;
  isListed: boolean;
  memberCount: number;
  managers: PublicPerson[];
}

test("[domain/groups:administration] administrators see all groups, appoint managers and remove groups, on record; others do not", async () => {
  const { app, ada, bob, cleo, ...groups } = await createGroupApp();
  const ad = await createAdministrator(app);
  const mo = await createModerator(app);
  const { id } = await createGroup(app, ada, { isListed: false });
  await createGroup(app, cleo, { name: "Choir" });
  await groups.accept(bob, await createCode(app, ada, id));
  const list = (as: typeof ad, query = {}) =>
    app.call<{ items: AdministeredGroup[]; nextCursor: string | null; code?: string }>(
      "GET",
      "/administration/groups",
      {
        as,
        query,
      },
    );
  const first = await list(ad, { limit: 1 });
  const next = await list(ad, { limit: 1, cursor: first.body.nextCursor ?? "" });
  const described = [...first.body.items, ...next.body.items].map(
    ({ name, isListed, memberCount, managers }) => [
      name,
      isListed,
      memberCount,
      managers.map(({ uid }) => uid),
    ],
  );
  expect(described).toEqual([
    ["Choir", true, 1, [cleo.uid]],
    ["University staff", false, 2, [ada.uid]],
  ]);
  expect(next.body.nextCursor).toBeNull();
  const appoint = (as: typeof ad, uid: string) =>
    app.call<{ code?: string }>("POST", `/administration/groups/${id}/managers`, {
      as,
      body: { uid },
    });
  const remove = (as: typeof ad) =>
    app.call<{ code?: string }>("DELETE", `/administration/groups/${id}`, { as });
  for (const as of [mo, ada])
    expect([
      (await list(as)).body.code,
      (await appoint(as, bob.uid)).body.code,
      (await remove(as)).body.code,
    ]).toEqual(Array(3).fill("administrators_only"));
  expect((await appoint(ad, cleo.uid)).body.code).toBe("not_found");
  expect((await appoint(ad, bob.uid)).status).toBe(200);
  expect((await groups.one(bob, id)).body.role).toBe("manager");
  expect([(await remove(ad)).status, (await remove(ad)).status]).toEqual([200, 404]);
  expect((await groups.one(bob, id)).body.code).toBe("not_found");
  expect(kindsOf(await listNotifications(app, bob))).toEqual(["group.removed", "group.managed"]);
  const acts = (await listModeratorActs(app, ad)).filter(({ call }) =>
    /^groupAdministration\.(?!list)/.test(call),
  );
  expect(acts.map(({ call, aboutId, details }) => [call, aboutId, details])).toEqual([
    ["groupAdministration.setManager", bob.uid, { group: "University staff" }],
    ["groupAdministration.remove", null, { group: "University staff" }],
  ]);
});

test("[domain/groups:erasure] an erased account leaves its groups; after the last manager the longest-standing member manages, and an empty group is removed", async () => {
  const { app, ada, bob, cleo, dan, ...groups } = await createGroupApp();
  const { id: shared } = await createGroup(app, ada);
  const { id: alone } = await createGroup(app, ada, { name: "Alone" });
  const { id: managed } = await createGroup(app, bob, { name: "Bob's" });
  const { id: response } = await createGroup(app, bob, { joining: "approval" });
  for (const as of [dan, bob, cleo]) {
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    await groups.join(as, shared);
  }
  // Dan joined first, but is suspended.
  await app.db
    .updateTable("account")
    .set({ suspended_at: app.clock.now })
    .where("uid", "=", dan.uid)
    .execute();
  await groups.join(ada, managed);
  await groups.join(ada, response, "Hello");
  await deleteAccountCompletely(app, ada);
  const { items } = (await groups.members(cleo, shared)).body;
  expect(items.map(({ person, role }) => [person.uid, role])).toEqual([
    [bob.uid, "manager"],
    [cleo.uid, "member"],
  ]);
  expect(kindsOf(await listNotifications(app, bob))).toContain("group.managed");
  expect(namesOf(await groups.members(bob, managed))).toEqual(["Bob M."]);
  expect((await groups.requests(bob, response)).body.items).toEqual([]);
  const left = await app.db.selectFrom("member_group").select("id").execute();
  expect(left.map(({ id }) => id).toSorted()).toEqual([shared, managed, response].toSorted());
  expect(left.some(({ id }) => id === alone)).toBe(false);
});
