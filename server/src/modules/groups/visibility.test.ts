import { expect, test } from "vitest";
import type { TestUser } from "../../../test/app/test-app.ts";
import { createCode, createGroup, createGroupApp } from "../../../test/fixtures/groups.ts";
import { createAdministrator, createModerator } from "../../../test/fixtures/moderators.ts";
import { addMark } from "../../../test/fixtures/trust-marks.ts";

const UNKNOWN = "01a204bf-db82-7c05-aa3f-000000000000";
const SECRET = "Works council of the night shift";
/** For these users, an unlisted group must look like a group that does not exist. */
const STRANGERS = [
  "outsider",
  "blocked",
  "former",
  "removed",
  "declined",
  "unmarked",
  "moderator",
] as const;
type Stranger = (typeof STRANGERS)[number];

/** A group that requires a mark and whose managers decide, with one user of each kind. */
async function createScene(isListed: boolean) {
  const groupApp = await createGroupApp();
  const { app } = groupApp;
  const ad = await createAdministrator(app);
  const moderator = await createModerator(app);
  const mark = await addMark(app, { byTeam: true }, ad);
  const decideMark = (uid: string, path = "") =>
    app.call("POST", `/moderation/people/${uid}/trust-marks${path}`, {
      as: ad,
      body: { markId: mark.id },
    });
  const createMarked = async () => {
    const user = await app.createUser();
    await decideMark(user.uid);
    return user;
  };
  const manager = await createMarked();
  const { id } = await createGroup(app, manager, {
    name: SECRET,
    joining: "approval",
    requiredMarkId: mark.id,
    isListed,
  });
  const code = await createCode(app, manager, id);
  const ask = async (isAccepted?: boolean) => {
    const user = await createMarked();
    await groupApp.accept(user, code);
    if (isAccepted !== undefined) await groupApp.decide(manager, id, user.uid, isAccepted);
    return user;
  };
  const strangers: Record<Stranger, TestUser> = {
    outsider: await createMarked(),
    blocked: await createMarked(),
    former: await ask(true),
    removed: await ask(true),
    declined: await ask(false),
    unmarked: await ask(true),
    moderator,
  };
  const member = await ask(true);
  const requester = await ask();
  await groupApp.leave(strangers.former, id);
  await groupApp.removeMember(manager, id, strangers.removed.uid);
  await decideMark(strangers.unmarked.uid, "/withdraw");
  await app.call("PUT", `/blocks/${strangers.blocked.uid}`, { as: manager });
  await app.call("PUT", `/blocks/${manager.uid}`, { as: requester });

  /** Every call about one group, in an order in which none changes the outcome of the next. */
  const callsOf = (as: TestUser | undefined, groupId: string) => {
    const caller = as ?? { token: "none" };
    return {
      one: () => groupApp.one(caller, groupId),
      members: () => groupApp.members(caller, groupId),
      requests: () => groupApp.requests(caller, groupId),
      invitation: () => groupApp.invitation(caller, groupId),
      statistics: () => groupApp.statistics(caller, groupId),
      decide: () => groupApp.decide(caller, groupId, requester.uid),
      setRole: () => groupApp.setRole(caller, groupId, member.uid, "manager"),
      removeMember: () => groupApp.removeMember(caller, groupId, member.uid),
      invite: () => groupApp.invite(caller, groupId),
      endInvitation: () => groupApp.endInvitation(caller, groupId),
      change: () => groupApp.change(caller, groupId, { name: "Taken over" }),
      remove: () => groupApp.remove(caller, groupId),
      join: () => groupApp.join(caller, groupId),
      leave: () => groupApp.leave(caller, groupId),
    };
  };
  const askAll = async (as: TestUser | undefined, groupId = id) => {
    const outcomes: Record<string, unknown> = {};
    const bodies: Record<string, unknown> = {};
    for (const [name, send] of Object.entries(callsOf(as, groupId))) {
      const { status, body } = await send();
      outcomes[name] = status < 300 ? "ok" : body.code;
      bodies[name] = { ...body, requestId: "" };
    }
    return { outcomes, bodies };
  };
  return { ...groupApp, id, strangers, member, requester, manager, askAll };
}

const MANAGEMENT = [
  "requests",
  "invitation",
  "statistics",
  "decide",
  "setRole",
  "removeMember",
  "invite",
  "endInvitation",
  "change",
  "remove",
] as const;
const managementIs = (code: string) => Object.fromEntries(MANAGEMENT.map((name) => [name, code]));

test("[domain/groups:unlisted] for everyone but its members and requesters, an unlisted group answers every call like an unknown id", async () => {
  const { strangers, list, own, askAll } = await createScene(false);
  for (const kind of STRANGERS) {
    const as = strangers[kind];
    const real = await askAll(as);
    const unknown = await askAll(as, UNKNOWN);
    expect([kind, new Set(Object.values(real.outcomes))]).toEqual([kind, new Set(["not_found"])]);
    expect([kind, real.bodies]).toEqual([kind, unknown.bodies]);
    const lists = [await list(as), await list(as, { query: "night council" }), await own(as)];
    expect([kind, lists.flatMap(({ body }) => body.items)]).toEqual([kind, []]);
  }
  const anonymous = await askAll(undefined);
  expect(new Set(Object.values(anonymous.outcomes))).toEqual(new Set(["signed_out"]));
  expect(anonymous.bodies).toEqual((await askAll(undefined, UNKNOWN)).bodies);
});

test("[domain/groups:listed] of a listed group, others see what it says of itself, and neither members nor requests", async () => {
  const { strangers, askAll, one, id, list } = await createScene(true);
  for (const kind of STRANGERS) {
    const as = strangers[kind];
    const seen = await one(as, id);
    expect(seen.body).toMatchObject({
      name: SECRET,
      role: "none",
      memberCount: null,
      waitingRequests: null,
    });
    expect((await list(as)).body.items.map((group) => group.id)).toEqual([id]);
    const hasMark = kind !== "unmarked" && kind !== "moderator";
    expect([kind, (await askAll(as)).outcomes]).toEqual([
      kind,
      {
        ...managementIs("not_yours"),
        one: "ok",
        members: "not_yours",
        join: hasMark ? "ok" : "mark_needed",
        // The request, or the rest of a membership without the mark.
        leave: kind === "moderator" ? "not_found" : "ok",
      },
    ]);
  }
});

test.for([true, false])(
  "[domain/groups:roles] members see the members, requesters the group, and only managers run it (listed: %s)",
  async (isListed) => {
    const { member, requester, manager, askAll, one, id } = await createScene(isListed);
    expect((await one(requester, id)).body).toMatchObject({
      role: "requested",
      memberCount: null,
      waitingRequests: null,
    });
    const response = await askAll(requester);
    const refused = managementIs("not_yours");
    expect(response.outcomes).toEqual({
      ...refused,
      one: "ok",
      members: "not_yours",
      join: "ok",
      leave: "ok",
    });
    expect((await one(requester, id)).body.code).toBe(isListed ? undefined : "not_found");
    // The last one ends the membership.
    expect((await askAll(member)).outcomes).toEqual({
      ...refused,
      one: "ok",
      members: "ok",
      join: "ok",
      leave: "ok",
    });
    const managed = await askAll(manager);
    expect(managed.outcomes).toEqual({
      ...managementIs("ok"),
      one: "ok",
      members: "ok",
      // Both have left.
      decide: "not_found",
      setRole: "not_found",
      removeMember: "not_found",
      // Removed before.
      join: "not_found",
      leave: "not_found",
    });
  },
);

test("[domain/groups:roles] managers see a request of a user who blocked them, because they answer for the group", async () => {
  const { requester, manager, requests, id } = await createScene(false);
  expect((await requests(manager, id)).body.items.map(({ person }) => person.uid)).toEqual([
    requester.uid,
  ]);
});
