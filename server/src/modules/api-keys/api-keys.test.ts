import type { ApiKey } from "@commonlane/contract/api-keys";
import type { ApiScope } from "@commonlane/contract/endpoint";
import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { transaction } from "#platform/context.ts";
import { endAccess } from "#platform/account-access/account-access.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { freiburgToKoeln, hostRide } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";

interface Failure {
  readonly code?: string;
}

async function openKeyApp(rateLimits?: RateLimits) {
  const app = await createTestApp({
    settings: { API_KEYS: "on" },
    ...(rateLimits && { rateLimits }),
  });
  const owner = await app.createUser();
  const createKey = async (scopes: readonly ApiScope[], as: TestUser = owner) => {
    const body = { name: "Chat bot", scopes, validDays: 30 };
    const created = await app.call<ApiKey & { key: string }>("POST", "/api-keys", { as, body });
    expect(created.status).toBe(201);
    return created.body;
  };
  /** Calls with a key instead of an ID token. */
  const callWith = (key: string, method: "GET" | "POST" | "DELETE", path: string, body?: object) =>
    app.call<Failure>(method, path, { as: { token: key }, body });
  return { app, owner, createKey, callWith };
}

test("[domain/api-keys:scopes] a key acts for its owner within its scopes, and opens nothing that names no scope", async () => {
  const { app, owner, createKey, callWith } = await openKeyApp();
  const { key } = await createKey(["rides:write"]);
  const hosted = await callWith(key, "POST", "/rides", freiburgToKoeln);
  expect(hosted.body).toMatchObject({ hostId: owner.uid });

  const other = await hostRide(app, await app.createUser());
  const refused = [
    await callWith(key, "GET", "/rides/all"),
    await callWith(key, "GET", "/identity/access"),
    await callWith(key, "GET", "/api-keys"),
    await callWith(key, "GET", "/bulletin"),
    await callWith(key, "GET", "/moderation/reports"),
  ];
  expect(refused.map(({ body }) => body.code)).toEqual(refused.map(() => "api_key_scope"));
  expect((await callWith(key, "DELETE", `/rides/${other.id}`)).body.code).toBe("not_yours");
});

test("[domain/api-keys:shown-once] only the hash of a key is stored, its owner is e-mailed, and the list shows when it was last used", async () => {
  const { app, owner, createKey, callWith } = await openKeyApp();
  const { key, id } = await createKey(["rides:read"]);
  expect(app.mail.map(({ to }) => to)).toEqual([owner.email]);
  const rows = await app.db.selectFrom("api_key").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(key);

  const list = async () =>
    (await app.call<{ items: ApiKey[] }>("GET", "/api-keys", { as: owner })).body.items;
  expect(await list()).toMatchObject([{ id, name: "Chat bot", lastUsedAt: null }]);
  expect((await callWith(key, "GET", "/rides/all")).status).toBe(200);
  expect(await list()).toMatchObject([{ id, lastUsedAt: "2026-01-01T08:00:00.000Z" }]);
  expect(JSON.stringify(await list())).not.toContain(key);
});

test("[domain/api-keys:ends] a key ends when it is revoked, expires or the password changes, and is refused while its owner is suspended", async () => {
  const { app, owner, createKey, callWith } = await openKeyApp();
  const revoked = await createKey(["rides:read"]);
  const expiring = await createKey(["rides:read"]);
  const codeOf = async (key: string) => (await callWith(key, "GET", "/rides/all")).body.code;
  await app.call("DELETE", `/api-keys/${revoked.id}`, { as: owner });
  expect(await codeOf(revoked.key)).toBe("api_key_wrong");

  const suspend = (suspended_at: Date | null) =>
    app.db.updateTable("account").set({ suspended_at }).where("uid", "=", owner.uid).execute();
  await suspend(app.clock.now);
  expect(await codeOf(expiring.key)).toBe("api_key_wrong");
  await suspend(null);
  expect(await codeOf(expiring.key)).toBeUndefined();

  app.clock.now = new Date(app.clock.now.getTime() + 31 * DAY_MS);
  expect(await codeOf(expiring.key)).toBe("api_key_wrong");
  const last = await createKey(["rides:read"]);
  await transaction(app.ctx, (ctx) =>
    endAccess(ctx, "password-change", { uid: owner.uid, reason: "test" }),
  );
  expect(await codeOf(last.key)).toBe("api_key_wrong");
});

test("[domain/api-keys:limits] calls are counted per key, and another key of the same owner goes on", async () => {
  const { createKey, callWith } = await openKeyApp(new RateLimits(undefined, 1 / 10));
  const first = await createKey(["rides:read"]);
  const second = await createKey(["events:read"]);
  const statuses: number[] = [];
  for (let n = 0; n < 13; n++)
    statuses.push((await callWith(first.key, "GET", "/rides/all")).status);
  expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
  expect((await callWith(second.key, "GET", "/events")).status).toBe(200);
});

test("[domain/api-keys:off] no key is made or accepted unless the operator switches them on", async () => {
  const { app, owner, createKey, callWith } = await openKeyApp();
  const { key } = await createKey(["rides:read"]);
  Object.assign(app.settings, { API_KEYS: "off" });
  expect((await callWith(key, "GET", "/rides/all")).body.code).toBe("api_key_wrong");
  const body = { name: "Chat bot", scopes: ["rides:read"], validDays: 30 };
  const refused = await app.call<Failure>("POST", "/api-keys", { as: owner, body });
  expect(refused.body.code).toBe("api_keys_off");
});
