import { expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "node:http";
import { transaction } from "#platform/context.ts";
import type { StoredEvent } from "#platform/db/outbox/outbox.ts";
import { createTransientConsumer } from "#platform/events/event-consumer.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { advanceClock, refresh, refreshCookieOf } from "../../../test/fixtures/accounts.ts";
import { saveProvider, TestBrowser } from "../../../test/fixtures/institution-sign-in.ts";
import { openOidcProvider, type ProviderPerson } from "../../../test/services/oidc-provider.ts";
import { signInProviderSweeps } from "./membership-check.ts";

const DAY_S = 86_400;

async function runChecks(app: TestApp): Promise<void> {
  for (const sweep of signInProviderSweeps) await runSweep(app.ctx, sweep);
}

async function openMember(scopes: string) {
  const app = await createTestApp({ settings: { HOST: "127.0.0.1", PORT: 3000 } });
  const people: Record<string, ProviderPerson> = {
    ada: {
      given_name: "Ada",
      family_name: "Moreau",
      email: "ada@uni.example",
      email_verified: true,
    },
  };
  const uni = await openOidcProvider({ people, site: "http://127.0.0.1:3000" });
  onTestFinished(uni.close);
  await saveProvider(app, uni.issuer, { scopes });
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const person = { firstName: "Ada", lastName: "Moreau", isAdult: true, acceptsTerms: true };
  const cookie = refreshCookieOf(await browser.call("/identity/providers/create-account", person));
  return { app, uni, people, cookie };
}

test("[domain/sign-in:left] once a day the provider is asked about its people; the sessions of a person who has left end", async () => {
  const { app, people, cookie } = await openMember("openid email profile offline_access");
  const token = async () =>
    (await app.db.selectFrom("provider_session").select("refresh_token").executeTakeFirstOrThrow())
      .refresh_token;
  const first = await token();
  await runChecks(app);
  expect(await token()).toBe(first);
  advanceClock(app, DAY_S + 1);
  await runChecks(app);
  expect(await token()).not.toBe(first);
  const still = await refresh(app, cookie);
  expect(still.status).toBe(200);
  delete people["ada"];
  // Also while nobody can sign in there.
  await app.db.updateTable("sign_in_provider").set({ enabled: false }).execute();
  await runChecks(app);
  expect((await refresh(app, still.cookie)).status).toBe(200);
  advanceClock(app, DAY_S + 1);
  await runChecks(app);
  const over = await refresh(app, still.cookie);
  expect([over.status, over.body.code]).toEqual([401, "session_ended"]);
});

test("a provider that is down ends no session, and one without the scope is not asked", async () => {
  const { app, uni, people, cookie } = await openMember("openid email profile offline_access");
  await uni.close();
  advanceClock(app, DAY_S + 1);
  await runChecks(app);
  expect((await refresh(app, cookie)).status).toBe(200);
  const other = await openMember("openid email profile");
  delete people["ada"];
  advanceClock(other.app, DAY_S + 1);
  await runChecks(other.app);
  expect((await refresh(other.app, other.cookie)).status).toBe(200);
});

/** A provider that accepts connections and never answers. */
async function openSilentProvider(): Promise<{ issuer: string; asked: () => number }> {
  let asked = 0;
  const server = createServer(() => void asked++);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return { issuer: `http://127.0.0.1:${port}`, asked: () => asked };
}

test("while a provider is silent events are delivered, and it is asked once for all of its people", async () => {
  const { app, cookie } = await openMember("openid email profile offline_access");
  const silent = await openSilentProvider();
  await app.db.updateTable("sign_in_provider").set({ issuer: silent.issuer }).execute();
  advanceClock(app, DAY_S + 1);
  const received: StoredEvent[] = [];
  const poll = await createTransientConsumer(app.ctx, (event) => received.push(event), {
    topics: () => ["rides"],
  });

  const checking = runChecks(app);
  await vi.waitUntil(() => silent.asked() > 0, PATIENCE);
  await transaction(app.ctx, async (ctx) =>
    ctx.publish("rides", { type: "ride-requests.changed" }),
  );
  await vi.waitUntil(async () => (await poll()) > 0 && received.length > 0, {
    timeout: 2_500,
    interval: 20,
  });
  await checking;

  expect((await refresh(app, cookie)).status).toBe(200);
  advanceClock(app, 600);
  await runChecks(app);
  expect(silent.asked()).toBe(1);
});

test("a check that was broken off after the provider replaced the token signs nobody out", async () => {
  const { app, cookie } = await openMember("openid email profile offline_access");
  const stored = app.db.selectFrom("provider_session").select("refresh_token");
  const { refresh_token: spent } = await stored.executeTakeFirstOrThrow();
  advanceClock(app, DAY_S + 1);
  await runChecks(app);
  // As if the process had ended between the provider's answer and the next statement.
  await app.db
    .updateTable("provider_session")
    .set({ refresh_token: spent, check_began_at: app.clock.now })
    .execute();
  advanceClock(app, DAY_S + 1);
  const kept = await refresh(app, cookie);
  await runChecks(app);
  expect((await refresh(app, kept.cookie)).status).toBe(200);
  expect((await stored.executeTakeFirstOrThrow()).refresh_token).toBeNull();
});

const PATIENCE = { timeout: 15_000, interval: 20 };
