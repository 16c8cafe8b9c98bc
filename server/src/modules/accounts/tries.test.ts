import { expect, test } from "vitest";
import { PASSWORD_TRIES, Tries } from "./tries.ts";

const email = "ada@example.org";
const now = new Date("2026-01-01T08:00:00Z");
const refused = expect.objectContaining({ code: "too_many", details: { retryAfterS: 300 } });

function outcome(tries: Tries, address: string, at = now): unknown {
  try {
    return tries.begin(at, email, address);
  } catch (error) {
    return error;
  }
}

test("[ours/sign-in:slowed-everywhere] guessing from everywhere leaves one try for each address, so the owner still gets in", () => {
  const tries = new Tries(PASSWORD_TRIES);
  for (let n = 0; n < 100; n++) expect(outcome(tries, `192.0.2.${n % 10}`)).toBeTypeOf("function");
  expect(outcome(tries, "192.0.2.1")).toEqual(refused);
  expect(outcome(tries, "198.51.100.7")).toBeTypeOf("function");
  expect(outcome(tries, "198.51.100.7")).toEqual(refused);
  expect(outcome(tries, "192.0.2.1", new Date(now.getTime() + 300_000))).toBeTypeOf("function");
});

test("[ours/sign-in:right-ones-free] a right password gives back the one try it took, and no more", () => {
  const tries = new Tries(PASSWORD_TRIES);
  for (let n = 0; n < 9; n++) outcome(tries, "192.0.2.1");
  for (let n = 0; n < 5; n++) tries.begin(now, email, "192.0.2.1")();
  expect(outcome(tries, "192.0.2.1")).toBeTypeOf("function");
  expect(outcome(tries, "192.0.2.1")).toEqual(refused);
});

test("[ours/sign-in:bounded] what is remembered of tries stays bounded", () => {
  const tries = new Tries(PASSWORD_TRIES);
  for (let n = 0; n < 60_000; n++) tries.begin(now, `${n}@example.org`, "192.0.2.1");
  for (let n = 0; n < 10; n++) outcome(tries, "192.0.2.1");
  expect(outcome(tries, "192.0.2.1")).toEqual(refused);
  expect(tries.size).toBeLessThanOrEqual(50_000);
});
