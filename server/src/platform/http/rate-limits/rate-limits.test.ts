import { endpoint } from "@commonlane/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { openTestRouter, verifiedCaller } from "../../../../test/app/test-endpoint-router.ts";
import { formatWait } from "../problem.ts";
import { listNetworks, RateLimits } from "./rate-limits.ts";

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
  openTestRouter(
    [knock, ring],
    (http) => {
      http.on(knock, async () => ({}));
      http.on(ring, async () => ({}));
    },
    { rateLimits, environment: { TRUST_PROXY: "1" } },
  );
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

test("an address that tries too often is told how long to wait; others are not affected", async () => {
  const { send } = await open();
  for (let i = 0; i < 2; i++)
    expect(await send("POST", "/knock", from("203.0.113.7"))).toMatchObject({ status: 200 });
  const { status, body, headers } = await send("POST", "/knock", from("203.0.113.7"));
  const waitS = Number(headers["retry-after"]);
  expect(waitS).toBeGreaterThan(0);
  expect(waitS).toBeLessThanOrEqual(60);
  const error = `Too many tries. Please wait ${waitS === 1 ? "1 second" : `${waitS} seconds`}.`;
  expect({ status, body }).toMatchObject({ status: 429, body: { code: "too_many", error } });
  expect(await send("POST", "/knock", from("203.0.113.8"))).toMatchObject({ status: 200 });
});

test("a wait is given in seconds up to two minutes, then in minutes", () => {
  expect([1, 2, 120, 121, 3480].map((seconds) => formatWait("en", seconds))).toEqual([
    "1 second",
    "2 seconds",
    "120 seconds",
    "3 minutes",
    "58 minutes",
  ]);
});

test("an account is counted across addresses, and each account separately", async () => {
  const { send } = await open();
  const ada = verifiedCaller();
  for (const last of [1, 2]) await send("POST", "/ring", { as: ada, ...from(`203.0.113.${last}`) });
  expect(await send("POST", "/ring", { as: ada, ...from("203.0.113.3") })).toMatchObject({
    status: 429,
  });
  expect(
    await send("POST", "/ring", { as: verifiedCaller(), ...from("203.0.113.3") }),
  ).toMatchObject({ status: 200 });
});

test("one global limit applies to all requests of an address, found or not", async () => {
  // The global limit is 30,000 a minute; this makes it 3.
  const { send } = await open(new RateLimits(undefined, 0.0001));
  for (const path of ["/nowhere", "/else", "/where"])
    expect(await send("GET", path)).toMatchObject({ status: 404 });
  expect(await send("GET", "/nowhere")).toMatchObject({ status: 429 });
});

test("an IPv6 address counts as its /64, its /56 and its /48; an IPv4 address as itself", () => {
  expect(listNetworks("203.0.113.7")).toEqual(["203.0.113.7"]);
  expect(listNetworks("::ffff:203.0.113.7")).toEqual(["203.0.113.7"]);
  expect(listNetworks("::1")).toEqual(["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]);
  expect(listNetworks("2001:0db8:1:2345:3:4:5:6")).toEqual([
    "2001:db8:1:2345::/64",
    "2001:db8:1:2300::/56",
    "2001:db8:1::/48",
  ]);
  expect(listNetworks("2001:db8:1:2::9")).toEqual(listNetworks("2001:db8:1:2:ffff::"));
  expect(listNetworks("2001:db8::5")).toEqual([
    "2001:db8:0:0::/64",
    "2001:db8:0:0::/56",
    "2001:db8:0::/48",
  ]);
  expect(listNetworks("fe80::1%eth0")).toEqual([
    "fe80:0:0:0::/64",
    "fe80:0:0:0::/56",
    "fe80:0:0::/48",
  ]);
});

const each = (count: number, address: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => address(n));
const hex = (n: number) => n.toString(16);

test("a limit covers a whole IPv6 /48: twice as much for a /56, four times for a /48, without its neighbours", async () => {
  const { send } = await open();
  const passed = async (addresses: string[]) => {
    const answers: number[] = [];
    for (const address of addresses)
      answers.push((await send("POST", "/knock", from(address))).status);
    return answers.filter((status) => status === 200).length;
  };
  expect(await passed(each(5, () => "2001:db8:1:1::9"))).toBe(2);
  expect(await passed(each(20, (n) => `2001:db8:1:${hex(0x10 + n)}::9`))).toBe(2);
  expect(await passed(each(300, (n) => `2001:db8:1:${hex(0x100 * (1 + (n % 200)) + n)}::9`))).toBe(
    4,
  );
  expect(await passed(each(3, () => "2001:db8:2:1::9"))).toBe(2);
});
