import type { SettingsView } from "@commonlane/contract/administration";
import { expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";

type SettingsReply = SettingsView & { code?: string; fields?: Record<string, string> };
const change = (app: TestApp, as: TestUser, body: object) =>
  app.call<SettingsReply>("PUT", "/administration/settings", { as, body });
const read = (app: TestApp, as: TestUser) =>
  app.call<SettingsReply>("GET", "/administration/settings", { as });

const server = {
  host: "smtp.example.org",
  port: 587,
  security: "starttls",
  user: "rides",
  password: "p@ss:w/rd",
};

test("[domain/administration:settings] a changed setting takes effect in the process and is logged, old and new", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  expect((await read(app, await createModerator(app))).body.code).toBe("administrators_only");
  const region = { lat: 47.99, lng: 7.85, radiusKm: 40 };
  const saved = await change(app, ad, {
    name: "  Uni Rides ",
    region,
    currency: "CHF",
    costPerKmMinor: 70,
  });
  expect(saved.body.values).toMatchObject({ name: "Uni Rides", region, currency: "CHF" });
  expect(app.ctx.community).toMatchObject({
    name: "Uni Rides",
    region,
    currency: "CHF",
    costPerKmMinor: 70,
  });
  expect((await app.call("GET", "/moderation/statistics", { as: ad })).body).toMatchObject({
    currency: "CHF",
    costPerKmMinor: 70,
  });
  // Unchanged values are no change.
  await change(app, ad, { name: "Uni Rides" });
  const acts = (await listModeratorActs(app, ad)).filter(
    ({ call }) => call === "administration.changeSettings",
  );
  expect(acts.map(({ details }) => details)).toEqual([
    {
      name: "Commonlane → Uni Rides",
      region: "none → 47.99, 7.85 (40 km)",
      currency: "EUR → CHF",
      costPerKmMinor: "30 → 70",
    },
  ]);
});

test("[domain/administration:environment] the environment fixes a setting: it cannot be changed, and says which variable", async () => {
  const app = await createTestApp({ community: { name: "Town Rides" } });
  const ad = await createAdministrator(app);
  expect((await read(app, ad)).body.fixed).toEqual([{ name: "name", variable: "COMMUNITY_NAME" }]);
  const refused = await change(app, ad, { name: "Mine", currency: "CHF" });
  expect([refused.status, refused.body.code, refused.body.fields]).toEqual([
    409,
    "setting_fixed",
    { name: "The operator's environment sets this value." },
  ]);
  expect((await read(app, ad)).body.values).toMatchObject({ name: "Town Rides", currency: "EUR" });
  expect((await change(app, ad, { name: "Town Rides", currency: "CHF" })).status).toBe(200);
});

test.each([
  [{ name: " " }, "name"],
  [{ supportEmail: "nobody" }, "supportEmail"],
  [{ socialUrl: "javascript:alert(1)" }, "socialUrl"],
  [{ region: { lat: 91, lng: 0, radiusKm: 5 } }, "region.lat"],
  [{ region: { lat: 1, lng: 0, radiusKm: 0 } }, "region.radiusKm"],
  [{ currency: "euro" }, "currency"],
  [{ costPerKmMinor: -1 }, "costPerKmMinor"],
  [{ mailFrom: "Rides <rides@example.org>\r\nBcc: eve@example.org" }, "mailFrom"],
  [{ mailServer: { ...server, host: "smtp.example.org/x?" } }, "mailServer.host"],
  [{ mailServer: { ...server, port: 0 } }, "mailServer.port"],
  [{ mailServer: { ...server, password: "" } }, "mailServer.password"],
])("an invalid setting is refused with its field: %j", async (body, field) => {
  const app = await createTestApp();
  const reply = await change(app, await createAdministrator(app), body);
  expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, [field]]);
  expect(await app.db.selectFrom("community_setting").selectAll().execute()).toEqual([]);
});

test("[domain/administration:told] a changed mail server is told to all administrators through the old one and the new one, and a changed rule, too", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const other = await createAdministrator(app);
  app.mail.length = 0;
  await change(app, ad, { mailServer: server, mailFrom: "Rides <rides@example.org>" });
  expect(app.mail.map(({ to, through }) => [to, through?.mailFrom])).toEqual(
    expect.arrayContaining([
      [ad.email, "Rides <rides@example.org>"],
      [other.email, "Rides <rides@example.org>"],
    ]),
  );
  expect(app.mail).toHaveLength(2);
  app.mail.length = 0;
  await change(app, ad, { mailServer: { ...server, host: "evil.example" } });
  const through = app.mail.map(({ to, through }) => `${to} ${through?.smtpUrl.split("@")[1]}`);
  expect(new Set(through)).toEqual(
    new Set(
      [ad, other].flatMap(({ email }) => [
        `${email} smtp.example.org:587?requireTLS=true`,
        `${email} evil.example:587?requireTLS=true`,
      ]),
    ),
  );
  expect(app.mail[0]?.paragraphs.join(" ")).toContain(
    `evil.example:587 (starttls) now, from Rides`,
  );
  app.mail.length = 0;
  await change(app, ad, { name: "Town Rides", requireSecondFactor: "team" });
  expect(app.mail.map(({ paragraphs }) => paragraphs[0])).toEqual(
    Array(2).fill("Moderators and administrators need a second factor now."),
  );
});

test("[domain/administration:mail-password] the password of the mail server is used, but never returned or logged", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const saved = await change(app, ad, {
    mailServer: server,
    mailFrom: "Rides <rides@example.org>",
  });
  const { password: _, ...shown } = server;
  expect(saved.body.values.mailServer).toEqual(shown);
  expect(app.ctx.community.smtpUrl).toBe(
    "smtp://rides:p%40ss%3Aw%2Frd@smtp.example.org:587?requireTLS=true",
  );
  const log = await listModeratorActs(app, ad);
  expect(log.at(-1)?.details).toMatchObject({
    mailServer: "local mailbox → rides at smtp.example.org:587 (starttls)",
  });
  const everything = JSON.stringify([saved.body, (await read(app, ad)).body, log, app.lines]);
  expect(everything).not.toMatch(/p@ss|p%40ss/);
  await change(app, ad, { mailServer: null });
  expect(app.ctx.community.smtpUrl).toBeNull();
});

test("a stored setting that this release does not accept has its default, and the others still apply", async () => {
  const app = await createTestApp();
  const row = (name: string, value: unknown) => ({
    name,
    value: JSON.stringify(value),
    changed_at: app.ctx.now(),
  });
  await app.db
    .insertInto("community_setting")
    .values([row("name", 7), row("currency", "CHF"), row("fromTheFuture", true)])
    .execute();
  await app.ctx.community.reload(app.db);
  expect(app.ctx.community).toMatchObject({ name: "Commonlane", currency: "CHF" });
});
