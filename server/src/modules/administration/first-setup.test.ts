import { expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { PASSWORD } from "../../../test/fixtures/accounts.ts";
import { createAdministrator, listModeratorActs } from "../../../test/fixtures/moderators.ts";
import { createSetupLink } from "./first-setup.ts";

const keyOf = (link: string | undefined) => new URL(link ?? "").searchParams.get("key") ?? "";
const person = {
  email: "boss@example.org",
  password: PASSWORD,
  firstName: "Bea",
  lastName: "Ossard",
};
type Reply = { code?: string; idToken: string; user: { uid: string; emailVerified: boolean } };
const create = (app: TestApp, body: object) => app.call<Reply>("POST", "/identity/setup", { body });
const check = async (app: TestApp, key: string) =>
  (await app.call<Reply>("POST", "/identity/setup/check", { body: { key } })).body.code ?? "ok";

test("[domain/administration:first-setup] the key creates one administrator, verified and signed in, and is used up", async () => {
  const app = await createTestApp();
  const link = await createSetupLink(app.ctx, "https://rides.example.org/");
  expect(link).toMatch(/^https:\/\/rides\.example\.org\/setup\?key=[\w-]{43}$/);
  const key = keyOf(link);
  expect(JSON.stringify(await app.db.selectFrom("setup_key").selectAll().execute())).not.toContain(
    key,
  );
  expect([await check(app, key), await check(app, `${key}x`)]).toEqual(["ok", "link_over"]);
  const replies = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      create(app, { key, ...person, email: `boss${n}@example.org` }),
    ),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 400, 400, 400, 400,
  ]);
  const made = replies.find(({ status }) => status === 201);
  expect(made?.body.user.emailVerified).toBe(true);
  expect(await app.db.selectFrom("account").select("uid").execute()).toEqual([
    { uid: made?.body.user.uid },
  ]);
  const as = { token: made?.body.idToken ?? "" };
  expect((await app.call("GET", "/administration/settings", { as })).status).toBe(200);
  // Whoever has just chosen the password with the key is not asked for it again by the first question.
  const named = await app.call<Reply>("PUT", "/administration/settings", {
    as,
    body: { supportEmail: "help@uni.example" },
  });
  expect(named).toMatchObject({ status: 200 });
  expect(await check(app, key)).toBe("link_over");
  expect(await createSetupLink(app.ctx, "http://localhost")).toBeUndefined();
  const [act] = await app.db
    .selectFrom("audit_log_entry")
    .selectAll()
    .where("call", "=", "administration.setUp")
    .execute();
  expect(act).toMatchObject({
    moderator_uid: made?.body.user.uid,
    details: { role: "administrator" },
  });
});

test("a refused password or name leaves the key valid", async () => {
  const app = await createTestApp();
  const key = keyOf(await createSetupLink(app.ctx, "http://localhost:3000"));
  expect((await create(app, { key, ...person, password: "short" })).body.code).toBe(
    "password_weak",
  );
  expect((await create(app, { key, ...person, firstName: "Commonlane" })).body.code).toBe(
    "invalid_input",
  );
  expect((await create(app, { key, ...person })).status).toBe(201);
});

test("each start has a new key, and none works once there is an account or an administrator", async () => {
  const app = await createTestApp();
  const first = keyOf(await createSetupLink(app.ctx, "http://localhost"));
  const second = keyOf(await createSetupLink(app.ctx, "http://localhost"));
  expect([await check(app, first), await check(app, second)]).toEqual(["link_over", "ok"]);
  const ad = await createAdministrator(app);
  expect((await create(app, { key: second, ...person })).body.code).toBe("link_over");
  expect(await createSetupLink(app.ctx, "http://localhost")).toBeUndefined();
  expect(await app.db.selectFrom("setup_key").selectAll().execute()).toEqual([]);
  expect((await listModeratorActs(app, ad)).map(({ call }) => call)).toEqual([
    "moderation.grantRole",
  ]);
});
