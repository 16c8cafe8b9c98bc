import { expect, onTestFinished, test } from "vitest";
import { takeEarlyReply } from "./early-replies.ts";

test("a reply that the early script has asked for is taken once, and only by its own call", async () => {
  const reply = Promise.resolve(new Response("{}"));
  globalThis.commonlaneEarly = { "POST /api/identity/refresh": reply };
  onTestFinished(() => (globalThis.commonlaneEarly = undefined));
  expect(takeEarlyReply("GET", "/api/identity/refresh")).toBeUndefined();
  expect(takeEarlyReply("POST", "/api/identity/refresh")).toBe(reply);
  expect(takeEarlyReply("POST", "/api/identity/refresh")).toBeUndefined();
});

test("without an early script every call is made", () => {
  expect(takeEarlyReply("POST", "/api/identity/refresh")).toBeUndefined();
});
