import { endpoint } from "@commonlane/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { openDoor, verified } from "../../../test/door.ts";
import { waitWords } from "./problem.ts";
import { networkOf, RateLimits } from "./rate-limits.ts";

const knock = endpoint({
  summary: "Knock",
  method: "POST",
  path: "/knock",
  access: "public",
  reply: z.object({}),
  limits: [{ by: "address", count: 2, perS: 60 }],
});
const ring = endpoint({
  summary: "Ring",
  method: "POST",
  path: "/ring",
  access: "signed-in",
  reply: z.object({}),
  limits: [
    { by: "account", count: 2, perS: 60 },
    { by: "account", count: 3, perS: 3600 },
  ],
});
const open = (rateLimits = new RateLimits()) =>
  openDoor(
    [knock, ring],
    (http) => {
      http.on(knock, async () => ({}));
      http.on(ring, async () => ({}));
    },
    { rateLimits, environment: { TRUST_PROXY: "1" } },
  );
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

test("[ours/too-many:wait] an address that tries too often is told how long to wait; another is not held up", async () => {
  const { send } = await open();
  for (let i = 0; i < 2; i++) expect(await send("POST", "/knock", from("203.0.113.7"))).toMatchObject({ status: 200 });
  const { status, body, headers } = await send("POST", "/knock", from("203.0.113.7"));
  const waitS = Number(headers["retry-after"]);
  expect(waitS).toBeGreaterThan(0);
  expect(waitS).toBeLessThanOrEqual(60);
  const error = `Too many tries. Please wait ${waitS === 1 ? "1 second" : `${waitS} seconds`}.`;
  expect({ status, body }).toMatchObject({ status: 429, body: { code: "too_many", error } });
  expect(await send("POST", "/knock", from("203.0.113.8"))).toMatchObject({ status: 200 });
});

test("[ours/too-many:wait] a wait is said by the second up to two minutes, then by the minute", () => {
  expect([1, 2, 120, 121, 3480].map(waitWords)).toEqual([
    "1 second",
    "2 seconds",
    "120 seconds",
    "3 minutes",
    "58 minutes",
  ]);
});

test("an account is counted wherever it calls from, and each account for itself", async () => {
  const { send } = await open();
  const ada = verified();
  for (const last of [1, 2]) await send("POST", "/ring", { as: ada, ...from(`203.0.113.${last}`) });
  expect(await send("POST", "/ring", { as: ada, ...from("203.0.113.3") })).toMatchObject({ status: 429 });
  expect(await send("POST", "/ring", { as: verified(), ...from("203.0.113.3") })).toMatchObject({ status: 200 });
});

test("one ceiling holds for everything an address does, found or not", async () => {
  // The ceiling is 30,000 a minute; this makes it 3.
  const { send } = await open(new RateLimits(undefined, 0.0001));
  for (const path of ["/nowhere", "/else", "/where"]) expect(await send("GET", path)).toMatchObject({ status: 404 });
  expect(await send("GET", "/nowhere")).toMatchObject({ status: 429 });
});

test("a customer's whole IPv6 network is one address", () => {
  expect(networkOf("203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("2001:0db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:2::9")).toBe(networkOf("2001:db8:1:2:ffff::"));
  expect(networkOf("2001:db8::5")).toBe("2001:db8:0:0::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});
