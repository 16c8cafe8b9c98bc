import type { DomainEvent } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { createCode, createGroup, createGroupApp, namesOf } from "../../../test/fixtures/groups.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";

/** The changes of one user in the events that a user received. */
const changesIn = (events: readonly DomainEvent[] = [], uid = "") =>
  events.flatMap((event) =>
    event.type === "group.membership-changed" && event.uid === uid ? [event.change] : [],
  );

test("[domain/groups:join] anyone joins an open group, once", async () => {
  const { app, ada, bob, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  expect((await groups.join(bob, id)).body).toMatchObject({
    role: "member",
    memberCount: 2,
    waitingRequests: null,
  });
  expect((await groups.join(bob, id)).body).toMatchObject({ role: "member", memberCount: 2 });
  expect((await groups.join(ada, id)).body.role).toBe("manager");
  expect((await groups.own(bob)).body.items.map((group) => group.id)).toEqual([id]);
  expect(await listNotifications(app, ada)).toEqual([]);
});

test("[domain/groups:approval] managers accept and decline requests; they are notified once while requests wait, and only the user learns the answer", async () => {
  const { app, ada, bob, cleo, dan, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada, { joining: "approval" });
  const response = await groups.join(bob, id, "I work in the library. Call +49 30 998877665");
  expect(response.body).toMatchObject({ role: "requested", memberCount: null });
  expect((await groups.join(bob, id, "Again")).body.role).toBe("requested");
  await groups.join(cleo, id);
  expect((await groups.one(ada, id)).body.waitingRequests).toBe(2);
  const waiting = await groups.requests(ada, id, { limit: 1 });
  expect(waiting.body.items).toMatchObject([
    { person: { uid: bob.uid }, requestedAt: "2026-01-01T08:00:00.000Z" },
  ]);
  expect(waiting.body.items[0]?.message).toMatch(/^I work in the library\. Call /);
  expect(waiting.body.items[0]?.message).not.toContain("998877665");
  const next = await groups.requests(ada, id, { limit: 1, cursor: waiting.body.nextCursor ?? "" });
  expect(next.body.items).toMatchObject([{ person: { uid: cleo.uid }, message: null }]);
  expect(kindsOf(await listNotifications(app, ada))).toEqual(["group.requested"]);
  // Asked to decide on someone who did not ask.
  expect((await groups.decide(ada, id, dan.uid)).body.code).toBe("not_found");
  expect((await groups.decide(bob, id, bob.uid)).body.code).toBe("not_yours");
  expect((await groups.decide(ada, id, bob.uid)).status).toBe(200);
  expect((await groups.decide(ada, id, cleo.uid, false)).status).toBe(200);
  expect((await groups.decide(ada, id, cleo.uid)).body.code).toBe("not_found");
  expect([(await groups.one(bob, id)).body.role, (await groups.one(cleo, id)).body.role]).toEqual([
    "member",
    "none",
  ]);
  expect(kindsOf(await listNotifications(app, bob))).toEqual(["group.joined"]);
  expect(kindsOf(await listNotifications(app, cleo))).toEqual(["group.declined"]);
  expect(kindsOf(await listNotifications(app, ada))).toEqual(["group.requested"]);
  // The next one is news again.
  app.clock.now = new Date("2026-01-01T09:00:00Z");
  await groups.join(cleo, id);
  expect(kindsOf(await listNotifications(app, ada))).toEqual([
    "group.requested",
    "group.requested",
  ]);
  expect((await groups.leave(cleo, id)).status).toBe(200);
  expect((await groups.one(ada, id)).body.waitingRequests).toBe(0);
  expect((await groups.leave(cleo, id)).body.code).toBe("not_found");
});

test("[domain/groups:answer-events] only that user and the managers learn who asked, joined or left, and only that user a refusal", async () => {
  const { app, ada, bob, cleo, dan, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada, { joining: "approval" });
  const [toAda, toBob, toCleo, toDan] = [ada, bob, cleo, dan].map(({ uid }) =>
    app.recordEventsOf(uid),
  );
  await groups.join(dan, id);
  await groups.decide(ada, id, dan.uid);
  await groups.join(bob, id);
  await groups.decide(ada, id, bob.uid);
  await groups.join(cleo, id);
  await groups.decide(ada, id, cleo.uid, false);
  await groups.leave(bob, id);
  await app.waitForEvents();
  expect(changesIn(toBob, bob.uid)).toEqual(["requested", "joined", "left"]);
  expect(changesIn(toAda, bob.uid)).toEqual(["requested", "joined", "left"]);
  expect(changesIn(toCleo, cleo.uid)).toEqual(["requested", "declined"]);
  expect(changesIn(toAda, cleo.uid)).toEqual(["requested"]);
  // A member learns nothing of others.
  expect([...changesIn(toDan, bob.uid), ...changesIn(toDan, cleo.uid)]).toEqual([]);
});

test("[domain/groups:invitation] the link is the only way into a group by invitation; a new link, and removing it, end the one before", async () => {
  const { app, ada, bob, cleo, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada, { joining: "invitation" });
  expect((await groups.join(bob, id)).body.code).toBe("invitation_needed");
  expect((await groups.invitation(ada, id)).body).toEqual({ createdAt: null });
  const first = await createCode(app, ada, id);
  expect(first).toMatch(/^[\w-]{32}$/);
  expect((await groups.invitation(ada, id)).body).toEqual({
    createdAt: "2026-01-01T08:00:00.000Z",
  });
  const stored = await app.db.selectFrom("member_group").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(first);
  expect((await groups.open(bob, first)).body).toMatchObject({ id, role: "none" });
  expect((await groups.accept(bob, first)).body).toMatchObject({ id, role: "member" });
  expect((await groups.accept(bob, first)).body).toMatchObject({ id, role: "member" });
  const second = await createCode(app, ada, id);
  for (const code of [first, second.slice(0, -1) + (second.endsWith("A") ? "B" : "A")])
    expect([
      (await groups.open(cleo, code)).body.code,
      (await groups.accept(cleo, code)).body.code,
    ]).toEqual(["link_over", "link_over"]);
  expect((await groups.open(cleo, second)).body.id).toBe(id);
  expect((await groups.endInvitation(ada, id)).status).toBe(200);
  expect((await groups.accept(cleo, second)).body.code).toBe("link_over");
  expect((await groups.invitation(ada, id)).body).toEqual({ createdAt: null });
});

test("[domain/groups:invited-request] with the link of a group whose managers decide, a user asks to join it, also an unlisted one", async () => {
  const { app, ada, bob, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada, { joining: "approval", isListed: false });
  const code = await createCode(app, ada, id);
  expect((await groups.join(bob, id)).body.code).toBe("not_found");
  expect((await groups.accept(bob, code, "Ada knows me")).body).toMatchObject({
    role: "requested",
    memberCount: null,
  });
  expect((await groups.requests(ada, id)).body.items).toMatchObject([{ message: "Ada knows me" }]);
  expect((await groups.own(bob)).body.items).toMatchObject([{ id, role: "requested" }]);
  expect((await groups.members(bob, id)).body.code).toBe("not_yours");
  await groups.decide(ada, id, bob.uid, false);
  expect((await groups.one(bob, id)).body.code).toBe("not_found");
});

test("[domain/groups:managers] managers make others managers and remove members; the last manager stays while there are others", async () => {
  const { app, ada, bob, cleo, ...groups } = await createGroupApp();
  const { id } = await createGroup(app, ada);
  await groups.join(bob, id);
  await groups.join(cleo, id);
  expect((await groups.leave(ada, id)).body.code).toBe("last_manager");
  expect((await groups.setRole(ada, id, ada.uid, "member")).body.code).toBe("last_manager");
  expect((await groups.removeMember(ada, id, ada.uid)).body.code).toBe("last_manager");
  expect((await groups.setRole(ada, id, bob.uid, "member")).status).toBe(200);
  expect((await groups.setRole(bob, id, bob.uid, "manager")).body.code).toBe("not_yours");
  expect((await groups.setRole(ada, id, bob.uid, "manager")).status).toBe(200);
  expect(kindsOf(await listNotifications(app, bob))).toEqual(["group.managed"]);
  expect((await groups.setRole(bob, id, ada.uid, "member")).status).toBe(200);
  expect((await groups.removeMember(ada, id, cleo.uid)).body.code).toBe("not_yours");
  expect((await groups.removeMember(bob, id, cleo.uid)).status).toBe(200);
  expect((await groups.removeMember(bob, id, cleo.uid)).body.code).toBe("not_found");
  const [notice] = await listNotifications(app, cleo);
  expect([notice?.kind, notice?.path, notice?.text]).toEqual([
    "group.removed",
    "/groups",
    "A manager removed you from the group.",
  ]);
  expect((await groups.one(cleo, id)).body.role).toBe("none");
  expect(namesOf(await groups.members(ada, id))).toEqual(["Bob M.", "Ada M."]);
  expect((await groups.leave(ada, id)).status).toBe(200);
  // The last member takes the group along.
  expect((await groups.leave(bob, id)).status).toBe(200);
  expect((await groups.one(bob, id)).body.code).toBe("not_found");
  expect(await app.db.selectFrom("member_group").select("id").execute()).toEqual([]);
});
