import { expect, test } from "vitest";
import { digestOf, idsIn, smallAnswer, wholeAnswer } from "./small-answers.ts";

const uid = "01a204bf-db82-7c05-aa3f-4964d52d373c";
const answer = JSON.stringify({ id: uid, seekerId: uid, status: "accepted", message: "Grüße aus München 🚗" });

test("an answer comes back as it was, and takes less", () => {
  for (const text of [answer, "{}", "", "x".repeat(100_000)]) expect(wholeAnswer(smallAnswer(text))).toBe(text);
  expect(smallAnswer(answer).length).toBeLessThan(Buffer.byteLength(answer) * 0.7);
});

test("the ids that an answer names are found, each once; digests differ wherever the parts do", () => {
  expect(idsIn(answer)).toEqual([uid]);
  expect(idsIn("{}")).toEqual([]);
  expect(digestOf("a", "bc")).not.toBe(digestOf("ab", "c"));
  expect(digestOf("a", "bc")).toBe(digestOf("a", "bc"));
});
