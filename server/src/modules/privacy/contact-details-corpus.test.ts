import { readFileSync } from "node:fs";
import { maskContactDetails } from "@commonlane/contract/contact-details/mask";
import { expect, test } from "vitest";

const file = new URL("../../../../contract/fixtures/contact-details.txt", import.meta.url);
const corpus = readFileSync(file, "utf8")
  .split("\n")
  .filter((text) => text !== "" && !text.startsWith("#"));
const positives = corpus.filter((text) => text.includes("«"));
const negatives = corpus.filter((text) => !text.includes("«"));

const READABLE = 4;
const MIN_LINES = 500;
const MIN_RECALL = 0.98;
const MAX_FALSE_POSITIVES = 0.01;

/** Returns true if fewer than four consecutive characters of each marked part remain readable. */
function isHidden(text: string): boolean {
  const masked = maskContactDetails(text.replaceAll(/[«»]/g, "")).text;
  return [...text.matchAll(/«([^»]*)»/g)].every(([, marked = ""]) => {
    const characters = Array.from(marked);
    const pieces = characters.map((_, n) => characters.slice(n, n + READABLE));
    return !pieces.some((piece) => piece.length === READABLE && masked.includes(piece.join("")));
  });
}

test("masks contact details in the notations of 20 countries", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(MIN_LINES);
  const missed = positives.filter((text) => !isHidden(text));
  const most = Math.floor((1 - MIN_RECALL) * positives.length);
  // The failure prints the entries beyond the limit.
  expect(missed.slice(most)).toEqual([]);
});

test("leaves ordinary texts about rides unchanged", () => {
  const changed = negatives.filter((text) => maskContactDetails(text).text !== text);
  expect(changed.slice(Math.floor(MAX_FALSE_POSITIVES * negatives.length))).toEqual([]);
});
