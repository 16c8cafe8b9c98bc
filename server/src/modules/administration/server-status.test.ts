import type { ServerStatus } from "@commonlane/contract/administration";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { createAdministrator, createModerator } from "../../../test/fixtures/moderators.ts";
import { openSmtpServer } from "../../../test/services/smtp.ts";

const getStatus = async (app: TestApp, as: TestUser) =>
  (await app.call<ServerStatus>("GET", "/administration/status", { as })).body;
const stateOf = ({ goLive }: ServerStatus, id: string) =>
  goLive.find((item) => item.id === id)?.state;

async function setMailServer(app: TestApp, as: TestUser, mailServer: object) {
  expect(
    (await app.call("PUT", "/administration/settings", { as, body: { mailServer } })).status,
  ).toBe(200);
  await app.ctx.community.reload(app.db);
}

test("[domain/administration:test-email] a test e-mail goes to the caller only, and the checklist knows its result", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const send = () =>
    app.call<{ to: string; failure: string | null }>("POST", "/administration/test-email", {
      as: ad,
    });
  expect((await send()).body).toMatchObject({ to: ad.email, failure: "ENOSERVER" });
  expect(stateOf(await getStatus(app, ad), "mail")).toBe("open");
  const { port, recipients, close } = await openSmtpServer();
  onTestFinished(close);
  const server = { host: "127.0.0.1", port, security: "optional", user: "rides" };
  await setMailServer(app, ad, { ...server, password: "wrong" });
  expect(stateOf(await getStatus(app, ad), "mail")).toBe("warning");
  const refused = (await send()).body.failure;
  // The step and the code, but nothing that the server said.
  expect(refused).toMatch(/^EAUTH AUTH PLAIN 535$/);
  expect(await getStatus(app, ad)).toMatchObject({ testEmail: { failure: refused } });
  await setMailServer(app, ad, { ...server, password: "right" });
  // A test of the server before does not count.
  expect(await getStatus(app, ad)).toMatchObject({ testEmail: null });
  expect((await send()).body).toMatchObject({ to: ad.email, failure: null });
  expect(recipients).toEqual([ad.email]);
  expect(stateOf(await getStatus(app, ad), "mail")).toBe("done");
});

test("the checklist and the health page use the readiness checks and metrics", async () => {
  const app = await createTestApp({
    community: { name: "Uni Rides", supportEmail: "help@uni.example" },
  });
  const ad = await createAdministrator(app);
  app.ctx.metrics.addGauge({
    name: "disk_free_bytes",
    help: "x",
    labels: ["folder"],
    collect: () => [{ labels: { folder: "data" }, value: 1e9 }],
  });
  const status = await getStatus(app, ad);
  expect(Object.fromEntries(status.goLive.map(({ id, state }) => [id, state]))).toEqual({
    identity: "done",
    publicUrl: "open",
    mail: "open",
    legal: "open",
    imprint: "open",
    accessibility: "open",
    appearance: "open",
    region: "open",
    team: "open",
    backup: "open",
    proxy: "open",
    push: "open",
    disk: "warning",
  });
  expect(status.checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["database", "writes", "migrations", "clock", "rides"]),
  );
  expect(status.measures).toMatchObject({ freeBytes: 1e9, backupAgeS: null });
  await createModerator(app);
  expect(stateOf(await getStatus(app, ad), "team")).toBe("done");
});

test("behind HTTPS the proxy has to be trusted, and pushes work", async () => {
  const app = await createTestApp({ settings: { PUBLIC_URL: "https://rides.example.org" } });
  const status = await getStatus(app, await createAdministrator(app));
  expect(["publicUrl", "proxy"].map((id) => stateOf(status, id))).toEqual(["done", "warning"]);
});
