import { expect, test } from "vitest";
import { z } from "zod";
import { openTestRouter, verifiedCaller } from "../../../../test/app/test-endpoint-router.ts";
import { Problem } from "../problem.ts";
import { id, open, problem, secret } from "../../../../test/fixtures/greeting.ts";

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
