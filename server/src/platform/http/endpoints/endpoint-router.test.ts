import { endpoint } from "@commonlane/contract/endpoint";
import { rides } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { z } from "zod";
import { openTestRouter, verifiedCaller } from "../../../../test/app/test-endpoint-router.ts";
import { Problem } from "../problem.ts";
import type { CheckProof, EndpointRouter } from "./endpoint-router.ts";
import { greet, id, open, problem, secret } from "../../../../test/fixtures/greeting.ts";

const visit = endpoint({
  summary: "Count visits in a cookie",
  method: "POST",
  path: "/identity/visit",
  access: "public",
  reply: z.object({ before: z.string().nullable(), address: z.string() }),
});

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
