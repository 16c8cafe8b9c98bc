import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { describeApi, type Operation } from "#platform/http/openapi.ts";
import { openWorld } from "./world.ts";

const REQUESTS = 20_000;
/** They would end the session that all other calls are made with. */
const LEFT_OUT = ["identity.signOut", "ownAccount.signOutEverywhere"];

const rubbish = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "'; drop table ride; --", "__proto__", "1e309", "-1", "NaN", "x".repeat(5000)),
  // Neither can be kept in a database.
  fc.constantFrom("\0", "a\ud800"),
  fc.constantFrom("0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-01-01T08:00:01Z", "2026-02-30"),
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1e-320),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);
/** A good value, then one of its fields spoiled or dropped, then maybe another. */
const spoiling = fc.array(fc.record({ at: fc.nat(100_000), by: fc.option(rubbish, { nil: undefined }) }), {
  maxLength: 3,
});
const attempt = fc.record({
  path: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rubbish }),
  query: spoiling,
  body: spoiling,
  replaced: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: rubbish }),
  signedIn: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
  key: fc.option(fc.string({ maxLength: 300 })),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer T> ? T : never;

/** Puts `by` somewhere into `value`: `at` says where, as far down as it likes. What becomes undefined is not sent. */
function spoil(value: unknown, at: number, by: unknown): unknown {
  const { success, data } = z.record(z.string(), z.unknown()).safeParse(value);
  const name = success ? Object.keys(data)[at % Object.keys(data).length] : undefined;
  if (!success || name === undefined) return by;
  return { ...data, [name]: at % 3 === 0 ? by : spoil(data[name], Math.floor(at / 7), by) };
}

const spoiled = (good: unknown, changes: Attempt["body"]): unknown =>
  changes.reduce((value: unknown, { at, by }) => (value === undefined ? value : spoil(value, at, by)), good);

const inUrl = (value: unknown) =>
  encodeURIComponent((typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed());

/** Ids of what was made on the way are used again, so that later calls reach further. */
function requestOf(path: string, { parameters = [], requestBody }: Operation, said: Attempt, id: string) {
  const query = spoiled(
    Object.fromEntries(
      parameters
        .filter((one) => one.in === "query" && one.example !== undefined)
        .map(({ name, example }) => [name, example]),
    ),
    said.query,
  );
  const body = said.replaced ?? spoiled(requestBody?.content["application/json"].example, said.body);
  return {
    url: `/api${path.replaceAll(/\{\w+\}/g, inUrl(said.path ?? id))}?${Object.entries(query ?? {})
      .map(([name, value]) => `${name}=${inUrl(value)}`)
      .join("&")}`,
    payload: JSON.stringify(body),
    ...(said.key && /^[\u0020-\u007e]+$/.test(said.key) && { key: said.key }),
  };
}

test(
  `nothing that can be sent breaks the server: ${REQUESTS} spoiled requests give no 5xx and tell nothing`,
  { timeout: 300_000 },
  async () => {
    const { app, bugs, person } = await openWorld();
    const ada = await person();
    const operations = Object.entries(describeApi().paths)
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
      .filter(({ operation }) => !LEFT_OUT.includes(operation.operationId));
    // Passwords are slow to hash on purpose.
    const slow = operations.filter(({ path }) => /sign-|password|change-email/.test(path));
    const ids: string[] = [randomUUID()];
    const statuses = new Set<number>();
    let sent = 0;
    for (const [i, said] of fc.sample(attempt, 1.25 * REQUESTS).entries()) {
      const { path, method, operation } = operations[i % operations.length] ?? {};
      if (!path || !method || !operation) continue;
      if (slow.some((one) => one.operation === operation) && i % 20 !== 0) continue;
      const { url, payload, key } = requestOf(path, operation, said, ids[i % ids.length] ?? "");
      const reply = await app.inject({
        method: method === "get" ? "GET" : method === "post" ? "POST" : method === "put" ? "PUT" : "DELETE",
        url,
        headers: {
          ...(said.signedIn && { authorization: `Bearer ${ada.token}` }),
          ...(key && { "idempotency-key": key }),
          "content-type": "application/json",
        },
        ...(method !== "get" && { payload }),
      });
      sent++;
      statuses.add(reply.statusCode);
      if (reply.statusCode >= 500 || (reply.statusCode >= 400 && !TOLD.safeParse(reply.json()).success)) {
        throw new Error(
          `${method} ${url} ${payload} gave ${reply.statusCode} ${reply.body}: ${JSON.stringify(bugs.at(-1))}`,
        );
      }
      const made = z.object({ id: z.uuid() }).safeParse(reply.statusCode === 201 ? reply.json() : undefined);
      if (made.success) ids.push(made.data.id);
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
    expect(bugs).toEqual([]);
    expect(sent).toBeGreaterThan(REQUESTS);
  },
);

const TOLD = z.strictObject({
  code: z.string().regex(/^[a-z_]+$/),
  error: z.string().max(200),
  fields: z.record(z.string(), z.string().max(200)).optional(),
  current: z.unknown().optional(),
  requestId: z.uuid(),
});
