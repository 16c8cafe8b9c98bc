import { expect, test } from "vitest";
import { lifetimeMs, renewDelayMs, retryDelayMs } from "./token-renewal.ts";

const minutes = (count: number) => count * 60_000;

test("[spec/session:renew-before-expiry] renews a token 5 minutes before its end", () => {
  expect(renewDelayMs(minutes(60))).toBe(minutes(55));
  expect(renewDelayMs(minutes(10))).toBe(minutes(5));
});

test("does not loop tightly for short-lived tokens", () => {
  expect(renewDelayMs(minutes(5))).toBe(30_000);
  expect(renewDelayMs(-minutes(500))).toBe(30_000);
});

test("[spec/session:renew-retry] waits 30 s after a network failure, doubling to 16 minutes", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 40].map(retryDelayMs)).toEqual(
    [0.5, 1, 2, 4, 8, 16, 16, 16].map((count) => minutes(count)),
  );
});

test("reads the lifetime from the token, regardless of the device clock", () => {
  const token = `x.${btoa(JSON.stringify({ iat: 1000, exp: 4600, name: "ÿ" })).replaceAll("=", "")}.x`;
  const farAhead = Date.parse("2031-01-01T00:00:00Z");
  expect(lifetimeMs(token, "2026-01-01T01:00:00Z", farAhead)).toBe(3_600_000);
});

test("falls back to the given expiry for an unreadable token", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  for (const token of ["", "x", "a.b.c", `x.${btoa('{"iat":"1"}')}.x`])
    expect(lifetimeMs(token, "2026-01-01T01:00:00Z", now)).toBe(3_600_000);
});
