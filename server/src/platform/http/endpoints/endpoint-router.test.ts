import { endpoint } from "@commonlane/contract/endpoint";
import { rides } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { openTestRouter, verifiedCaller } from "../../../../test/app/test-endpoint-router.ts";
import { Problem } from "../problem.ts";
import type { CheckProof, EndpointRouter } from "./endpoint-router.ts";

const greet = endpoint({
  summary: "Greet someone",
  method: "POST",
  path: "/people/:id",
  access: "public",
  params: z.object({ id: z.uuid() }),
  query: z.object({ times: z.coerce.number().int().default(1) }),
  body: z.object({ name: z.string().default("you") }),
  reply: z.object({ hello: z.string().min(1) }),
});
const secret = endpoint({
  summary: "Return the caller",
  method: "GET",
  path: "/secret",
  access: "signed-in",
  reply: z.object({ uid: z.string() }),
});
const visit = endpoint({
  summary: "Count visits in a cookie",
  method: "POST",
  path: "/identity/visit",
  access: "public",
  reply: z.object({ before: z.string().nullable(), address: z.string() }),
});
const id = crypto.randomUUID();
const problem = (code: string) => ({
  code,
  error: expect.any(String),
  requestId: expect.any(String),
});

const open = (reply: (name: string, times: number) => { hello: string }) =>
  openTestRouter([greet], (http) =>
    http.on(greet, async (_, { body, query }) => reply(body.name, query.times)),
  );

test("returns only fields of the contract, with or without a body or a trailing slash", async () => {
  const { send } = await open((hello) => ({ hello, secret: "hash" }));
  const expectedReply = { status: 200, body: { hello: "you" } };
  expect(await send("POST", `/people/${id}/`)).toMatchObject(expectedReply);
  expect(await send("POST", `/people/${id}`, { payload: "" })).toMatchObject(expectedReply);
  const { body, headers } = await send("POST", `/people/${id}`, {
    payload: '{"name":"Ada","more":1}',
  });
  expect(body).toEqual({ hello: "Ada" });
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
});

test("ignores a blank query value and refuses a repeated one", async () => {
  const { send } = await open((_, times) => ({ hello: String(times) }));
  expect(await send("POST", `/people/${id}?times=`)).toMatchObject({ body: { hello: "1" } });
  expect(await send("POST", `/people/${id}?times=2`)).toMatchObject({ body: { hello: "2" } });
  const fields = { times: expect.any(String) };
  expect(await send("POST", `/people/${id}?times=2&times=3`)).toMatchObject({
    status: 400,
    body: { fields },
  });
  expect(await send("POST", `/people/${id}?times=x`)).toMatchObject({
    status: 400,
    body: { fields },
  });
  expect(await send("POST", `/people/${id}?times=%00`)).toMatchObject({
    status: 400,
    body: { fields },
  });
});

test("a request prefetches routes only if there is road data", async () => {
  const { ctx } = await createTestContext();
  let prefetchCount = 0;
  const openWithPrefetch = async (knowsRoads: boolean) => {
    const bind = (http: EndpointRouter) =>
      http.on(greet, async () => ({ hello: "you" }), { prefetch: async () => ++prefetchCount });
    const { send } = await openTestRouter([greet], bind, {
      ctx: { ...ctx, routing: { ...ctx.routing, hasRoadData: knowsRoads } },
    });
    expect(await send("POST", `/people/${id}`)).toMatchObject({ status: 200 });
    return prefetchCount;
  };
  expect(await openWithPrefetch(false)).toBe(0);
  expect(await openWithPrefetch(true)).toBe(1);
});

test("an endpoint outside the contract, or bound twice, prevents the start", async () => {
  await expect(
    openTestRouter([greet], (http) => http.on(secret, async () => ({ uid: "" }))),
  ).rejects.toThrow("not in the contract");
  await openTestRouter([greet], (http) => {
    http.on(greet, async () => ({ hello: "" }));
    expect(http.unbound).toEqual([]);
    expect(() => http.on(greet, async () => ({ hello: "" }))).toThrow("already has a handler");
    expect(() => http.on(rides.one, async () => Promise.reject(new Error()))).toThrow(
      "GET /rides/:rideId",
    );
  });
});

test("a protected endpoint requires a valid token and a verified e-mail before anything else", async () => {
  const { send } = await openTestRouter([secret], (http) =>
    http.on(secret, async (_, __, { uid }) => ({ uid })),
  );
  const signedOut = {
    status: 401,
    body: { ...problem("signed_out"), error: "No authenticated user" },
  };
  expect(await send("GET", "/secret")).toMatchObject(signedOut);
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    "Basic eyJ9",
    "Bearer no-good",
    "Bearer ey ey",
  ])
    expect(await send("GET", "/secret", { headers: { authorization } })).toMatchObject(signedOut);
  const caller = verifiedCaller();
  expect(await send("GET", "/secret", { as: { ...caller, emailVerified: false } })).toMatchObject({
    status: 403,
    body: problem("email_unverified"),
  });
  expect(await send("GET", "/secret", { as: caller })).toMatchObject({
    status: 200,
    body: { uid: caller.uid },
  });
});

test("cookies cannot be read by scripts or sent by other sites, and over https they are secure, by name too", async () => {
  for (const [PUBLIC_URL, name, end] of [
    ["http://localhost:3000", "visits", "SameSite=Strict"],
    ["https://rides.example.org", "__Secure-visits", "Secure; SameSite=Strict"],
  ] as const) {
    const { send } = await openTestRouter(
      [visit],
      (http) =>
        http.on(visit, async (_, __, ___, exchange) => {
          exchange.setCookie("visits", "a b", { path: "/api/identity", maxAgeS: 60 });
          return { before: exchange.cookie("visits") ?? null, address: exchange.address };
        }),
      { environment: { PUBLIC_URL } },
    );
    const { body, headers } = await send("POST", "/identity/visit", {
      headers: { cookie: `other=1; ${name}=a%20b` },
    });
    expect(body).toEqual({ before: "a b", address: "127.0.0.1" });
    expect(headers["set-cookie"]).toBe(
      `${name}=a%20b; Max-Age=60; Path=/api/identity; HttpOnly; ${end}`,
    );
    const planted = await send("POST", "/identity/visit", {
      headers: { cookie: `${name.slice(1)}=a; x${name}=b` },
    });
    expect(planted.body).toEqual({ before: null, address: "127.0.0.1" });
    for (const site of ["cross-site", "same-site"])
      expect(
        await send("POST", "/identity/visit", { headers: { "sec-fetch-site": site } }),
      ).toMatchObject({
        status: 403,
      });
    for (const site of ["same-origin", "none"])
      expect(
        await send("POST", "/identity/visit", { headers: { "sec-fetch-site": site } }),
      ).toMatchObject({
        status: 200,
      });
  }
});

const openBehind = (TRUST_PROXY?: string) =>
  openTestRouter(
    [visit],
    (http) => http.on(visit, async (_, __, ___, { address }) => ({ before: null, address })),
    TRUST_PROXY ? { environment: { TRUST_PROXY } } : {},
  );

test("takes the client address from the proxy only if the proxy is trusted", async () => {
  const headers = { "x-forwarded-for": "9.9.9.9, 203.0.113.7", "x-forwarded-host": "evil.example" };
  const addressBehind = async (trusted?: string) =>
    (await (await openBehind(trusted)).send("POST", "/identity/visit", { headers })).body;
  expect(await addressBehind()).toMatchObject({ address: "127.0.0.1" });
  expect(await addressBehind("1")).toMatchObject({ address: "203.0.113.7" });
  expect(await addressBehind("127.0.0.0/8")).toMatchObject({ address: "203.0.113.7" });
  await expect(openBehind("true")).rejects.toThrow("TRUST_PROXY must be the number of proxies");
});

test("every failure has a code and a request id", async () => {
  const { send, http } = await open((hello) => ({ hello }));
  const post = (payload: string, url = `/people/${id}`) => send("POST", url, { payload });
  expect(await post('{"name":1}')).toMatchObject({
    status: 400,
    body: { ...problem("invalid_input"), fields: { name: expect.any(String) } },
  });
  for (const broken of [
    "{",
    '{"__proto__":{"name":"x"}}',
    '{"constructor":{"prototype":{}}}',
    '{"name":"\\u0000"}',
    '{"name":"\\ud800"}',
    `${"[".repeat(30_000)}"\\ud83d\\ude00"${"]".repeat(30_000)}`,
  ])
    expect(await post(broken)).toMatchObject({ status: 400, body: problem("invalid_input") });
  expect(await post('{"name":"\\ud83d\\ude00"}')).toMatchObject({ body: { hello: "😀" } });
  for (const type of [
    "text/csv",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ])
    expect(
      await send("POST", `/people/${id}`, { payload: "x", headers: { "content-type": type } }),
    ).toMatchObject({
      status: 415,
      body: problem("not_json"),
    });
  expect(await post(`"${"x".repeat(70_000)}"`)).toMatchObject({
    status: 413,
    body: problem("body_too_large"),
  });
  expect(await post("{}", "/people/7")).toMatchObject({ status: 404, body: problem("not_found") });
  expect(await post("{}", `/people/${"7".repeat(300)}`)).toMatchObject({
    status: 404,
    body: problem("not_found"),
  });
  expect(await post("{}", "/nowhere")).toMatchObject({ status: 404, body: problem("not_found") });
  expect(await send("DELETE", `/people/${id}`)).toMatchObject({
    status: 404,
    body: problem("not_found"),
  });
  expect((await http.inject("/api/people/%zz")).json()).toEqual(problem("invalid_input"));
});

test("an endpoint that requires a proof of work refuses requests without one, and uses the proof up last", async () => {
  const guarded = endpoint({
    ...visit,
    captcha: "sign-up",
    limits: [{ by: "address", count: 2, perS: 60 }],
  });
  const steps: string[] = [];
  const checkProof: CheckProof = async (action, proof) => {
    steps.push(`looked at ${proof} for ${action}`);
    if (proof !== "good") throw new Problem("captcha_missing");
    return {
      consume: async () => void steps.push("used it up"),
      assertSufficient: async ({ body }) =>
        void steps.push(`compared it with ${JSON.stringify(body)}`),
    };
  };
  const bind = (http: EndpointRouter) =>
    http.on(guarded, async () => {
      steps.push("heard");
      return { before: null, address: "" };
    });
  const { send } = await openTestRouter([guarded], bind, { checkProof });
  // More often than the limit allows: requests without a proof do not count.
  for (let n = 0; n < 3; n++)
    expect(await send("POST", "/identity/visit")).toMatchObject({
      status: 400,
      body: problem("captcha_missing"),
    });
  expect(steps.splice(0)).toEqual(Array(3).fill("looked at undefined for sign-up"));
  const headers = { "captcha-proof": "good" };
  expect(await send("POST", "/identity/visit", { headers })).toMatchObject({ status: 200 });
  expect(steps.splice(0)).toEqual([
    "looked at good for sign-up",
    "used it up",
    "compared it with undefined",
    "heard",
  ]);
  await send("POST", "/identity/visit", { headers });
  expect(await send("POST", "/identity/visit", { headers })).toMatchObject({ status: 429 });
  expect(steps.at(-1)).toBe("looked at good for sign-up");
});

test("a refusal includes the current record and how long to wait", async () => {
  const { send } = await openTestRouter([secret], (http) =>
    http.on(secret, async () =>
      Promise.reject(new Problem("ride_full", { current: { seatsLeft: 0 }, retryAfterS: 7 })),
    ),
  );
  const { body, headers, status } = await send("GET", "/secret", { as: verifiedCaller() });
  expect({ status, body }).toEqual({
    status: 409,
    body: { ...problem("ride_full"), current: { seatsLeft: 0 } },
  });
  expect(headers["retry-after"]).toBe("7");
});

test("a bug, or a reply that breaks the contract, is logged and not shown to the caller", async () => {
  const { send, logged } = await open((hello) => {
    if (hello === "you") return { hello: "" };
    throw new Error("select secret");
  });
  for (const payload of ["{}", '{"name":"Ada"}']) {
    const { status, body } = await send("POST", `/people/${id}`, { payload });
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        code: "unexpected",
        error: "An error occurred. Please try again.",
        requestId: expect.any(String),
      },
    });
    expect(
      logged.some(
        (line) =>
          line.includes('"level":50') &&
          line.includes(z.object({ requestId: z.string() }).parse(body).requestId),
      ),
    ).toBe(true);
  }
});

test("a database that cannot be reached is a 503, and recovers without a restart", async () => {
  const { send } = await openTestRouter([secret], (http) =>
    http.on(secret, async () =>
      Promise.reject(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })),
    ),
  );
  expect(await send("GET", "/secret", { as: verifiedCaller() })).toMatchObject({
    status: 503,
    body: problem("unavailable"),
  });
});

test("a log line names the route and never users or places", async () => {
  const { send, logged } = await open((hello) => ({ hello }));
  await send("POST", `/people/${id}?times=3`, {
    payload: '{"name":"Ada Lovelace"}',
    headers: { "user-agent": "Firefox", authorization: "Bearer abc" },
  });
  const line: unknown = JSON.parse(logged.at(-1) ?? "");
  expect(line).toEqual({
    level: 30,
    time: expect.any(String),
    requestId: expect.any(String),
    method: "POST",
    route: "/api/people/:id",
    status: 200,
    ms: expect.any(Number),
  });
});
