import { expect, test } from "vitest";
import { hashToUuid, findIds, compressReply, decompressReply } from "./compressed-replies.ts";

const uid = "01a204bf-db82-7c05-aa3f-4964d52d373c";
const answer = JSON.stringify({
  id: uid,
  seekerId: uid,
  status: "accepted",
  message: "Grüße aus München 🚗",
});

test("a reply is restored unchanged and takes less space", () => {
  for (const text of [answer, "{}", "", "x".repeat(100_000)])
    expect(decompressReply(compressReply(text))).toBe(text);
  expect(compressReply(answer).length).toBeLessThan(Buffer.byteLength(answer) * 0.9);
});

test("a reply that an earlier release stored can still be read", () => {
  const stored = Buffer.from("BkMqawxMktJ0U5IsjHTNkw1MdRMTjdN0TSzNTFJMjVKMzY2TsZajtQA=", "base64");
  expect(decompressReply(stored)).toBe(`{"id":"${uid}","status":"accepted"}`);
});

test("finds every id in a reply once; hashes differ if any part differs", () => {
  expect(findIds(answer)).toEqual([uid]);
  expect(findIds("{}")).toEqual([]);
  expect(hashToUuid("a", "bc")).not.toBe(hashToUuid("ab", "c"));
  expect(hashToUuid("a", "bc")).toBe(hashToUuid("a", "bc"));
});
