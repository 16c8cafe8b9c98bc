import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { Sealer } from "./sealer.ts";

test("[domain/privacy:opaque] a sealed text opens only with its key, in its context and unchanged, and shows nothing of its content", () => {
  const sealer = new Sealer(randomBytes(32));
  const content = Buffer.from("2026-01-02T06:45:00Z of a ride");
  const text = sealer.seal(content, "ada");
  expect(sealer.open(text, "ada")).toEqual(content);
  expect(sealer.seal(content, "ada")).toBe(text);
  expect(Buffer.from(text, "base64url").toString("latin1")).not.toContain("ride");

  expect(sealer.open(text, "bob")).toBeUndefined();
  expect(new Sealer(randomBytes(32)).open(text, "ada")).toBeUndefined();
  const changed = Buffer.from(text, "base64url").map((byte, n) => (n === 13 ? byte ^ 1 : byte));
  for (const forged of [
    Buffer.from(changed).toString("base64url"),
    content.toString("base64url"),
    "",
    "x".repeat(300),
  ])
    expect(sealer.open(forged, "ada")).toBeUndefined();
});
