import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { sendIdempotently } from "./idempotent-send.ts";

const failure = (status: number, code: string) => new ApiError({ status, code, message: "no" });

/** Sends the bodies in order with the given replies, and returns the keys used. */
async function sendAndCollectKeys(
  name: string,
  attempts: readonly { body: unknown; answer: ApiError | undefined }[],
) {
  const keys: string[] = [];
  for (const { body, answer } of attempts) {
    const send = (key: string) => {
      keys.push(key);
      return answer ? Promise.reject(answer) : Promise.resolve("done");
    };
    await sendIdempotently(name, body, send).catch(() => "failed");
  }
  return keys;
}

test("retries a lost reply under the same key", async () => {
  const [first, second, third] = await sendAndCollectKeys("lost", [
    { body: { seats: 2 }, answer: failure(0, "network") },
    { body: { seats: 2 }, answer: failure(503, "unavailable") },
    { body: { seats: 2 }, answer: undefined },
  ]);
  expect(second).toBe(first);
  expect(third).toBe(first);
});

test("uses a new key after a rejection, a success or a change", async () => {
  const keys = await sendAndCollectKeys("answered", [
    { body: { seats: 2 }, answer: failure(409, "ride_full") },
    { body: { seats: 2 }, answer: undefined },
    { body: { seats: 2 }, answer: failure(0, "network") },
    { body: { seats: 1 }, answer: undefined },
  ]);
  expect(new Set(keys).size).toBe(4);
});

test("keeps the key while a call is still in flight", async () => {
  const keys = await sendAndCollectKeys("running", [
    { body: {}, answer: failure(409, "in_flight") },
    { body: {}, answer: undefined },
  ]);
  expect(new Set(keys).size).toBe(1);
});
