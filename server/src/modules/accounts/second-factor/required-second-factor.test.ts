import { expect, test } from "vitest";
import {
  grantAdministratorRole,
  grantModeratorRole,
  resetSecondFactorsByOperator,
} from "#modules/moderation/index.ts";
import {
  advanceClock,
  PASSWORD,
  refresh,
  refreshCookieOf,
  signIn,
  signUpWithCode,
} from "../../../../test/fixtures/accounts.ts";
import {
  addPasskey,
  confirmByPasskey,
  confirmByPassword,
  signInByPasskey,
} from "../../../../test/fixtures/passkeys.ts";
import {
  codeOf,
  setUpApp,
  signInWithCode,
  statusOf,
} from "../../../../test/fixtures/second-factor.ts";
import { runAdminCommand } from "../../../../test/app/run-admin.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";

const email = "mo@example.org";
const required = { status: 403, body: { code: "second_factor_required" } };
const forTeam = { community: { requireSecondFactor: "team" } } as const;

async function createModerator(app: TestApp, grant = grantModeratorRole) {
  const { body } = await signUpWithCode(app, email);
  await grant(app.ctx, email);
  return { token: body.idToken };
}
const readReports = (app: TestApp, as: { token: string }) =>
  app.call("GET", "/moderation/reports", { as });
const readRole = async (app: TestApp, as: { token: string }) =>
  (await app.call("GET", "/moderation/role", { as })).body;

test("[domain/second-factor:team] a moderator without a second factor is refused every call of the console, and let in once there is one", async () => {
  const app = await createTestApp(forTeam);
  const mo = await createModerator(app);
  for (const path of [
    "/moderation/reports",
    "/moderation/audit-log",
    "/moderation/people?query=mo",
  ])
    expect(await app.call("GET", path, { as: mo }), `GET ${path}`).toMatchObject(required);
  expect(await readRole(app, mo)).toEqual({
    moderator: true,
    administrator: false,
    secondFactorMissing: true,
    openReports: 0,
    urgentReports: 0,
  });
  expect(await statusOf(app, mo)).toMatchObject({ required: true, shownInSession: false });
  // Everything that members do still works.
  expect((await app.call("GET", "/identity/sessions", { as: mo })).status).toBe(200);
  const { key } = await setUpApp(app, mo);
  expect((await readReports(app, mo)).status).toBe(200);
  expect(await readRole(app, mo)).toMatchObject({ secondFactorMissing: false });
  advanceClock(app, 30);
  const again = await signInWithCode(app, email, codeOf(app, key));
  expect((await readReports(app, { token: again.body.idToken })).status).toBe(200);
});

test("an administrator needs one too, a member is told about their role first, and by default no one needs any", async () => {
  const app = await createTestApp(forTeam);
  const ad = await createModerator(app, grantAdministratorRole);
  expect(await app.call("GET", "/administration/settings", { as: ad })).toMatchObject(required);
  expect(
    await app.call("PUT", "/administration/settings", { as: ad, body: { name: "X" } }),
  ).toMatchObject(required);
  const member = await app.createUser();
  expect((await readReports(app, member)).body).toMatchObject({ code: "moderators_only" });
  const open = await createTestApp();
  expect((await readReports(open, await createModerator(open))).status).toBe(200);
});

test("an administrator turns the requirement on in the console; it applies from the next call", async () => {
  const app = await createTestApp();
  const ad = await createModerator(app, grantAdministratorRole);
  await confirmByPassword(app, ad);
  const change = (requireSecondFactor: string) =>
    app.call("PUT", "/administration/settings", { as: ad, body: { requireSecondFactor } });
  expect((await change("everyone")).status).toBe(400);
  expect((await change("team")).status).toBe(200);
  expect(await change("none")).toMatchObject(required);
});

test("[domain/second-factor:team-passkey] with the requirement, a password of a moderator with a passkey opens nothing, and adds no factor", async () => {
  const app = await createTestApp(forTeam);
  const mo = await createModerator(app);
  const { authenticator } = await addPasskey(app, mo);
  expect((await readReports(app, mo)).status, "the first passkey counts at once").toBe(200);
  expect(await signIn(app, email)).toMatchObject({ status: 403, body: { code: "passkey_needed" } });
  const byPasskey = await signInByPasskey(app, authenticator);
  expect((await readReports(app, { token: byPasskey.body.idToken })).status).toBe(200);
});

test("a session from before the requirement confirms with the factor, and the password alone does not confirm", async () => {
  const app = await createTestApp(forTeam);
  const { body } = await signUpWithCode(app, email);
  const { authenticator } = await addPasskey(app, { token: body.idToken });
  const old = { token: (await signIn(app, email)).body.idToken };
  await grantModeratorRole(app.ctx, email);
  expect(await readReports(app, old)).toMatchObject(required);
  expect(await confirmByPassword(app, old)).toMatchObject({
    status: 403,
    body: { code: "passkey_needed" },
  });
  expect(await app.call("POST", "/identity/second-factor/set-up", { as: old })).toMatchObject({
    body: { code: "confirmation_needed" },
  });
  expect((await confirmByPasskey(app, old, authenticator)).status).toBe(200);
  expect((await readReports(app, old)).status).toBe(200);
});

test("[domain/second-factor:team-again] a session of the team shows its second factor again after a day, that of a member never", async () => {
  const app = await createTestApp(forTeam);
  const mo = await createModerator(app);
  const { key } = await setUpApp(app, mo);
  advanceClock(app, 30);
  const signedIn = await signInWithCode(app, email, codeOf(app, key));
  const cookie = refreshCookieOf(signedIn);
  advanceClock(app, 86_400 - 60);
  const sameSession = { token: (await refresh(app, cookie)).body.idToken };
  expect((await readReports(app, sameSession)).status).toBe(200);
  advanceClock(app, 60);
  expect(await readReports(app, sameSession)).toMatchObject(required);
  expect(await readRole(app, sameSession)).toMatchObject({ secondFactorMissing: true });
  expect(await statusOf(app, sameSession)).toMatchObject({ shownInSession: false });
  expect(await confirmByPassword(app, sameSession)).toMatchObject({
    body: { code: "second_factor_needed" },
  });
  const calls = [
    ["/identity/change-email", { newEmail: "thief@evil.example" }],
    ["/identity/deletion", {}],
  ] as const;
  for (const [path, body] of calls)
    expect([
      path,
      await app.call("POST", path, { as: sameSession, body: { ...body, password: PASSWORD } }),
    ]).toMatchObject([path, { status: 403, body: { code: "confirmation_needed" } }]);
  expect((await confirmByPassword(app, sameSession, { code: codeOf(app, key) })).status).toBe(200);
  expect((await readReports(app, sameSession)).status).toBe(200);

  await app.db.deleteFrom("moderator").execute();
  advanceClock(app, 3000);
  expect(await statusOf(app, sameSession)).toMatchObject({ shownInSession: true });
});

test("a moderator who removes the last factor is stopped again", async () => {
  const app = await createTestApp(forTeam);
  const mo = await createModerator(app);
  const { body } = await addPasskey(app, mo);
  expect((await app.call("DELETE", `/identity/passkeys/${body.id}`, { as: mo })).status).toBe(200);
  expect(await readReports(app, mo)).toMatchObject(required);
});

test("[domain/second-factor:reset] the operator removes lost factors on the command line: sessions end, and the password signs in", async () => {
  const app = await createTestApp(forTeam);
  const mo = await createModerator(app);
  const { authenticator } = await addPasskey(app, mo);
  await setUpApp(app, mo);
  expect(await runAdminCommand(app, ["users", "reset-second-factor", email])).toBe(
    `${email} signs in with the password only now, and is signed out everywhere.\n`,
  );
  expect((await signInByPasskey(app, authenticator)).status).toBe(403);
  const { status, body } = await signIn(app, email, PASSWORD);
  expect(status).toBe(200);
  expect(await readReports(app, { token: body.idToken })).toMatchObject(required);
  expect(await resetSecondFactorsByOperator(app.ctx, email)).toEqual([
    `${email} has neither a passkey nor an authenticator app.`,
  ]);
});
