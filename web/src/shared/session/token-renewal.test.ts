import { expect, test } from "vitest";
import { lifetimeMs, renewDelayMs, retryDelayMs } from "./token-renewal.ts";

const minutes = (count: number) => count * 60_000;

test("[spec/session:renew-before-expiry] a token is renewed 5 minutes before it ends", () => {
  expect(renewDelayMs(minutes(60))).toBe(minutes(55));
  expect(renewDelayMs(minutes(10))).toBe(minutes(5));
});

test("a token that lives shorter than that does not make a tight loop", () => {
  expect(renewDelayMs(minutes(5))).toBe(30_000);
  expect(renewDelayMs(-minutes(500))).toBe(30_000);
});

test("[spec/session:renew-retry] after a network failure it waits 30 s, doubling to 16 minutes", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 40].map(retryDelayMs)).toEqual(
    [0.5, 1, 2, 4, 8, 16, 16, 16].map((count) => minutes(count)),
  );
});

test("a token's life is read from the token, so a wrong clock changes nothing", () => {
  const token = `x.${btoa(JSON.stringify({ iat: 1000, exp: 4600, name: "ÿ" })).replaceAll("=", "")}.x`;
  const farAhead = Date.parse("2031-01-01T00:00:00Z");
  expect(lifetimeMs(token, "2026-01-01T01:00:00Z", farAhead)).toBe(3_600_000);
});

test("a token that cannot be read falls back to the instant beside it", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  for (const token of ["", "x", "a.b.c", `x.${btoa('{"iat":"1"}')}.x`])
    expect(lifetimeMs(token, "2026-01-01T01:00:00Z", now)).toBe(3_600_000);
});
