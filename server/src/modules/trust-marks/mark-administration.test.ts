import type { MarkChange, MarkDefinition } from "@commonlane/contract/mark-administration";
import { expect, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { sortedStatuses } from "../../../test/fixtures/rides.ts";
import { addMark, markOf, ownMarks, shownMarksOf } from "../../../test/fixtures/trust-marks.ts";

test("administrators add, change and remove marks, with old and new values in the audit log; others do not", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const moderator = await createModerator(app);
  const member = await app.createUser();
  const mark = await addMark(app, { byTeam: true }, ad);
  expect(mark).toEqual({ id: mark.id, ...markOf({ byTeam: true }), holders: 0 });
  await addMark(app, { name: "Übungsleiter" }, ad);
  const path = `/administration/trust-marks/${mark.id}`;
  const put = (change: Partial<MarkChange>, as = ad) =>
    app.call<MarkDefinition & { code?: string }>("PUT", path, { as, body: markOf(change) });
  expect((await put({ name: "ÜBUNGSLEITER" })).body).toMatchObject({
    code: "invalid_input",
    fields: { name: "Another trust mark has this name." },
  });
  expect((await put({ lifetimeDays: 30 })).body).toMatchObject({ lifetimeDays: 30, byTeam: false });
  for (const as of [moderator, member]) {
    expect((await put({ lifetimeDays: 1 }, as)).body.code).toBe("administrators_only");
    const replies = [
      await app.call<{ code?: string }>("POST", "/administration/trust-marks", {
        as,
        body: markOf({ name: "x" }),
      }),
      await app.call<{ code?: string }>("DELETE", path, { as }),
      await app.call<{ code?: string }>("GET", "/administration/trust-marks", { as }),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual(Array(3).fill("administrators_only"));
  }
  const remove = () => app.call("DELETE", path, { as: ad });
  expect([(await remove()).status, (await remove()).status, (await put({})).status]).toEqual([
    200, 404, 404,
  ]);
  const list = await app.call<{ items: MarkDefinition[] }>("GET", "/administration/trust-marks", {
    as: ad,
  });
  expect(list.body.items.map(({ name }) => name)).toEqual(["Übungsleiter"]);
  const acts = (await listModeratorActs(app, ad)).filter(({ call }) =>
    call.startsWith("markAdministration."),
  );
  expect(
    acts.map(({ call, details }) => [call, details["lifetime_days"] ?? details["mark"]]),
  ).toEqual([
    ["markAdministration.add", "none → 180"],
    ["markAdministration.add", "none → 180"],
    ["markAdministration.change", "180 → 30"],
    ["markAdministration.remove", markOf().name],
    ["markAdministration.list", undefined],
  ]);
});

test.each([
  [{ name: " " }, "name"],
  [{ meaning: "" }, "meaning"],
  [{ emailDomains: ["not a domain"] }, "emailDomains.0"],
  [{ lifetimeDays: 0 }, "lifetimeDays"],
  [
    { claimRules: [{ providerId: "no", claim: "a", match: "is", values: ["x"] }] },
    "claimRules.0.providerId",
  ],
  [
    { claimRules: [{ providerId: "no", claim: "a b", match: "is", values: ["x"] }] },
    "claimRules.0.claim",
  ],
  [
    { claimRules: [{ providerId: "no", claim: "a", match: "is", values: [] }] },
    "claimRules.0.values",
  ],
] as const)("%j is refused at its field", async (change, field) => {
  const app = await createTestApp();
  const as = await createAdministrator(app);
  const body = { ...markOf(), ...change };
  const reply = await app.call<{ fields: object }>("POST", "/administration/trust-marks", {
    as,
    body,
  });
  expect([reply.status, Object.keys(reply.body.fields)]).toEqual([400, [field]]);
});

test("at most 50 marks, also if two are added at once", async () => {
  const app = await createTestApp();
  const as = await createAdministrator(app);
  for (let n = 0; n < 49; n++) await addMark(app, { name: `Mark ${n}` }, as);
  const add = (name: string) =>
    app.call("POST", "/administration/trust-marks", { as, body: markOf({ name }) });
  expect(sortedStatuses(await Promise.all([add("a"), add("b")]))).toEqual([201, 400]);
});

test("[domain/trust-mark:team] moderators grant and withdraw only marks for which that is allowed, not to themselves; both are logged", async () => {
  const app = await createTestApp();
  const moderator = await createModerator(app);
  const member = await app.createUser();
  const viewer = await app.createUser();
  const volunteer = await addMark(app, { name: "Volunteer", byTeam: true });
  const student = await addMark(app, { emailDomains: ["uni.example"] });
  const decide = (path: string, markId: string, uid = member.uid, as = moderator) =>
    app.call<{ code?: string }>("POST", `/moderation/people/${uid}/trust-marks${path}`, {
      as,
      body: { markId },
    });
  expect((await decide("", student.id)).body.code).toBe("not_found");
  for (const path of ["", "/withdraw"])
    expect((await decide(path, volunteer.id, moderator.uid)).body.code).toBe("own_moderation");
  expect((await decide("", volunteer.id, member.uid, viewer)).body.code).toBe("moderators_only");
  expect((await decide("/withdraw", volunteer.id)).body.code).toBe("not_found");
  expect((await decide("", volunteer.id)).status).toBe(200);
  expect(await shownMarksOf(app, viewer, member.uid)).toEqual(["Volunteer"]);
  advanceClock(app, 60);
  expect((await decide("", volunteer.id)).status).toBe(200);
  expect((await ownMarks(app, member)).items[0]?.reasons).toMatchObject([
    { expiresAt: "2026-06-30T08:01:00.000Z" },
  ]);
  const listed = await app.call("GET", `/moderation/people/${member.uid}/trust-marks`, {
    as: moderator,
  });
  expect(listed.body).toMatchObject({
    items: [{ name: "Volunteer", isHeld: true }],
    grantable: [{ name: "Volunteer" }],
  });
  expect((await decide("/withdraw", volunteer.id)).status).toBe(200);
  expect(await shownMarksOf(app, viewer, member.uid)).toEqual([]);
  expect(kindsOf(await listNotifications(app, member))).toEqual([
    "trust-mark.lost",
    "trust-mark.gained",
  ]);
  const ad = await createAdministrator(app);
  const acts = (await listModeratorActs(app, ad)).filter(({ call }) =>
    /^markModeration\.(?:grant|withdraw)$/.test(call),
  );
  expect(acts.map(({ call, aboutId, details }) => [call, aboutId, details])).toEqual([
    ["markModeration.grant", member.uid, { mark: "Volunteer" }],
    ["markModeration.grant", member.uid, { mark: "Volunteer" }],
    ["markModeration.withdraw", member.uid, { mark: "Volunteer" }],
  ]);
});
