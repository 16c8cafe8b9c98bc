import type { TeamMember } from "@commonlane/contract/administration";
import { expect, test } from "vitest";
import { PASSWORD, signUpWithCode } from "../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";
import { act, type Coded } from "../../../test/fixtures/moderation.ts";
import {
  grantAdministratorRole,
  listAdministrators,
  revokeAdministratorRole,
  revokeModeratorRole,
} from "./cli.ts";

type Team = { items: TeamMember[] };
const setRole = (app: TestApp, as: TestUser, email: string, role: string) =>
  app.call<Team & { code?: string }>("PUT", "/administration/team", { as, body: { email, role } });
const rolesOf = ({ items }: Team) =>
  Object.fromEntries(items.map(({ person, role }) => [person.email, role]));

test("[domain/administration:roles] an administrator appoints moderators and administrators, from their next call", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const team = (as: TestUser) =>
    app.call<Team & { code: string }>("GET", "/administration/team", { as });
  expect([(await team(mo)).body.code, (await team(ada)).body.code]).toEqual([
    "administrators_only",
    "administrators_only",
  ]);
  expect((await app.call("GET", "/moderation/reports", { as: ad })).status).toBe(200);
  await setRole(app, ad, ada.email, "administrator");
  expect(rolesOf((await team(ada)).body)).toEqual({
    [ad.email]: "administrator",
    [ada.email]: "administrator",
    [mo.email]: "moderator",
  });
  await setRole(app, ada, mo.email, "member");
  expect((await app.call("GET", "/moderation/reports", { as: mo })).status).toBe(403);
  await setRole(app, ada, ad.email, "moderator");
  expect((await team(ad)).body.code).toBe("administrators_only");
  expect(
    (await app.call<{ administrator: boolean }>("GET", "/moderation/role", { as: ada })).body,
  ).toMatchObject({
    moderator: true,
    administrator: true,
  });
  expect((await setRole(app, ada, "nobody@example.org", "moderator")).body.code).toBe("not_found");
  const acts = (await listModeratorActs(app, ada)).filter(({ moderator }) => moderator !== null);
  expect(acts.map(({ call, aboutId, details }) => [call, aboutId, details])).toEqual(
    expect.arrayContaining([
      ["moderation.grantRole", ada.uid, { role: "administrator" }],
      ["moderation.revokeRole", mo.uid, { role: "member" }],
    ]),
  );
  expect(JSON.stringify(acts)).not.toContain("nobody@example.org");
});

test("[domain/administration:last-administrator] the last administrator cannot be removed, even by two at once", async () => {
  const app = await createTestApp();
  const one = await createAdministrator(app);
  const two = await createAdministrator(app);
  const replies = await Promise.all([
    setRole(app, one, two.email, "moderator"),
    setRole(app, two, one.email, "moderator"),
  ]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    expect.anything(),
  ]);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const [left] = await listAdministrators(app.ctx);
  const last = left?.startsWith(one.email) ? one : two;
  for (const role of ["moderator", "member"])
    expect((await setRole(app, last, last.email, role)).body.code).toBe("last_administrator");
  await expect(revokeAdministratorRole(app.ctx, last.email)).rejects.toThrow(/last administrator/);
  await expect(revokeModeratorRole(app.ctx, last.email)).rejects.toThrow(/administrators remove/);
  expect(await listAdministrators(app.ctx)).toHaveLength(1);
});

test("the last administrator cannot delete their account; a suspended or leaving one does not count", async () => {
  const app = await createTestApp();
  const { body } = await signUpWithCode(app, "boss@example.org");
  await grantAdministratorRole(app.ctx, "boss@example.org");
  const other = await createAdministrator(app);
  const erase = () =>
    app.call<{ code?: string }>("POST", "/identity/deletion", {
      as: { token: body.idToken },
      body: { password: PASSWORD },
    });
  await app.db
    .updateTable("account")
    .set({ suspended_at: app.ctx.now() })
    .where("uid", "=", other.uid)
    .execute();
  expect((await erase()).body.code).toBe("last_administrator");
  await app.db
    .updateTable("account")
    .set({ suspended_at: null })
    .where("uid", "=", other.uid)
    .execute();
  expect((await erase()).status).toBe(200);
  expect((await setRole(app, other, other.email, "member")).body.code).toBe("last_administrator");
});

test("[domain/administration:last-administrator] of two administrators who delete their accounts at once, one stays", async () => {
  const app = await createTestApp();
  const erase = (as: TestUser) => app.call("POST", "/identity/deletion", { as, body: {} });
  for (let round = 0; round < 8; round++) {
    await app.db.deleteFrom("moderator").execute();
    const one = await createAdministrator(app);
    const two = await createAdministrator(app);
    const replies = await Promise.all([erase(one), erase(two)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  }
});

test("[domain/administration:refused] refused changes of the team are on record: by an administrator each, by a member once an hour", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const ada = await app.createUser();
  for (const email of ["nobody@example.org", "noone@example.org"])
    await setRole(app, ad, email, "administrator");
  await setRole(app, ad, ad.email, "member");
  for (let n = 0; n < 3; n++) await setRole(app, ada, ada.email, "administrator");
  await setRole(app, ad, "not an address", "administrator");
  const acts = (await listModeratorActs(app, ad)).filter(
    ({ call }) => call === "administration.refused",
  );
  expect(
    acts.map(({ moderator, details }) => [moderator?.uid, details["call"], details["reason"]]),
  ).toEqual([
    [ad.uid, "administration.setRole", "not_found"],
    [ad.uid, "administration.setRole", "not_found"],
    [ad.uid, "administration.setRole", "last_administrator"],
    [ada.uid, "administration.setRole", "administrators_only"],
  ]);
  expect(JSON.stringify(acts)).not.toContain("nobody@example.org");
});

test("[domain/administration:told] all administrators are e-mailed about a change of the team, also who lost the role", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const other = await createAdministrator(app);
  const ada = await app.createUser();
  app.mail.length = 0;
  await setRole(app, ad, ada.email, "moderator");
  await setRole(app, ad, other.email, "member");
  await setRole(app, ad, ada.email, "administrator");
  const texts = app.mail.map(({ to, paragraphs }) => [to, paragraphs[0], paragraphs[1]]);
  const byAd = `It was done by ${ad.email}.`;
  expect(texts).toHaveLength(6);
  expect(texts).toEqual(
    expect.arrayContaining([
      [ad.email, `${ada.email} is a moderator now, and not an administrator.`, byAd],
      [other.email, `${ada.email} is a moderator now, and not an administrator.`, byAd],
      [ad.email, `${other.email} is neither an administrator nor a moderator any more.`, byAd],
      [other.email, `${other.email} is neither an administrator nor a moderator any more.`, byAd],
      [ad.email, `${ada.email} is an administrator now.`, byAd],
      [ada.email, `${ada.email} is an administrator now.`, byAd],
    ]),
  );
});

test("[domain/administration:sanctions] only an administrator warns, suspends or reinstates an administrator, also while they are suspended, or undoes that", async () => {
  const app = await createTestApp({ settings: { MODERATION_UNDO_S: 600 } });
  const ad = await createAdministrator(app);
  const mo = await createModerator(app);
  const other = await createAdministrator(app);
  const sanction = (as: TestUser, what: string) => act(app, as, ad, what, { reason: "No" });
  const undoNewest = async (as: TestUser) => {
    const path = "/moderation/actions";
    const { body } = await app.call<{ items: { id: string }[] }>("GET", path, { as });
    return app.call<Coded>("POST", `${path}/${body.items[0]?.id}/undo`, { as, body: {} });
  };
  expect((await sanction(mo, "suspend")).body.code).toBe("administrators_only");
  expect((await sanction(other, "warn")).status).toBe(200);
  expect((await undoNewest(mo)).body.code).toBe("administrators_only");
  expect((await sanction(other, "suspend")).status).toBe(200);
  const refused = [
    await sanction(mo, "warn"),
    await sanction(mo, "suspend"),
    await sanction(mo, "unsuspend"),
    await undoNewest(mo),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => "administrators_only"));
  expect((await undoNewest(other)).status).toBe(200);
  expect((await sanction(other, "suspend")).status).toBe(200);
  expect((await sanction(other, "unsuspend")).status).toBe(200);
});
