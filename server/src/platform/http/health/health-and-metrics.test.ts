import Fastify from "fastify";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { mountHealthAndMetrics } from "./health-and-metrics.ts";

const METRICS_TOKEN = "only-the-monitor-knows";
const FORWARDED: readonly Record<string, string>[] = [
  { "x-forwarded-for": "127.0.0.1" },
  { "x-forwarded-host": "localhost" },
  { "x-forwarded-proto": "https" },
  { "x-real-ip": "127.0.0.1" },
  { via: "1.1 proxy" },
  { forwarded: "for=127.0.0.1" },
];

const CHECKS = "database writes migrations collation accepting clock rides load push".split(" ");

test("/health/live says that the process answers, /health/ready that everything it needs is available", async () => {
  const { http: app, db, clock } = await createTestApp();
  clock.now = new Date();
  expect((await app.inject("/health/live")).json()).toEqual({ status: "ok" });
  const ready = await app.inject("/health/ready");
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    {
      status: "ok",
      checks: Object.fromEntries(CHECKS.map((name) => [name, "ok"])),
    },
  ]);
  await sql`delete from kysely_migration`.execute(db);
  expect((await app.inject("/health/ready")).json()).toMatchObject({
    status: "failed",
    checks: { database: "ok", migrations: "failed" },
  });
});

test("/health/ready warns if the clocks differ by more than a minute, and stays ready", async () => {
  const { http: app, clock } = await createTestApp();
  clock.now = new Date(Date.now() + 3 * 60_000);
  const ready = await app.inject("/health/ready");
  expect([ready.statusCode, ready.json()]).toMatchObject([
    200,
    {
      status: "ok",
      checks: { clock: "warning" },
      reasons: { clock: expect.stringMatching(/differ by 1[78]\d s\./) },
    },
  ]);
});

test("/health/ready is 503 and names what is missing, not why", async () => {
  const { ctx, logged } = await createTestContext();
  const http = Fastify();
  onTestFinished(() => http.close());
  const checks = {
    index: async () => {},
    database: () => Promise.reject(new Error("password of ada is wrong")),
  };
  mountHealthAndMetrics(http, {
    checks,
    metrics: ctx.metrics,
    settings: ctx.settings,
    log: ctx.log,
  });
  const reply = await http.inject("/health/ready");
  expect([reply.statusCode, reply.json()]).toEqual([
    503,
    { status: "failed", checks: { index: "ok", database: "failed" } },
  ]);
  expect(logged.join()).toContain("password of ada");
});

test("metrics are served to this machine and to callers with the token", async () => {
  const { http: app, call } = await createTestApp({ settings: { METRICS_TOKEN } });
  await call("GET", "/rides/all");
  await call("GET", `/rides/${crypto.randomUUID()}`);
  const { statusCode, body, headers } = await app.inject("/metrics");
  expect(statusCode).toBe(200);
  expect(headers["content-type"]).toContain("text/plain; version=0.0.4");
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/rides/:rideId",status="4xx"} 1',
  );
  expect(body).toMatch(/^process_resident_memory_bytes \d+/m);

  const remoteRequest = { remoteAddress: "203.0.113.7", url: "/metrics" };
  expect((await app.inject(remoteRequest)).statusCode).toBe(404);
  expect(
    (await app.inject({ ...remoteRequest, headers: { authorization: `Bearer ${METRICS_TOKEN}` } }))
      .statusCode,
  ).toBe(200);
  expect(
    (await app.inject({ ...remoteRequest, headers: { authorization: `Bearer ${METRICS_TOKEN}x` } }))
      .statusCode,
  ).toBe(404);
  // Through a proxy on this machine, or under a foreign host name.
  for (const from of FORWARDED)
    expect((await app.inject({ url: "/metrics", headers: from })).statusCode).toBe(404);
});

test("a scan of many addresses and statuses does not grow the metrics", async () => {
  const { http: app, call, createUser } = await createTestApp();
  const series = async () => {
    const { body } = await app.inject("/metrics");
    return new Set(body.match(/^http_request_duration_seconds_count\{[^}]*\}/gm));
  };
  await app.inject("/nothing/here");
  await call("GET", "/rides/all");
  await series();
  const before = await series();
  for (let n = 0; n < 50; n++)
    await app.inject({ method: n % 2 ? "GET" : "POST", url: `/nothing/${n}?q=${n}` });
  for (const status of ["", "Bearer x"])
    await call("GET", "/rides/all", { headers: { authorization: status } });
  await call("GET", "/rides/all", { query: { limit: "none" }, as: await createUser() });
  const after = [...(await series())].filter((one) => !before.has(one));
  expect(after).toEqual([
    'http_request_duration_seconds_count{method="POST",route="none",status="4xx"}',
  ]);
});
