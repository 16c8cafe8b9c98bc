import { readFileSync } from "node:fs";
import { maskContactDetails } from "@commonlane/contract/contact-details/mask";
import { expect, test } from "vitest";

const file = new URL("../../../../contract/fixtures/contact-details.txt", import.meta.url);
const corpus = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));
const positives = corpus.filter((line) => line.includes("«"));
const negatives = corpus.filter((line) => !line.includes("«"));

const READABLE = 4;
const MIN_LINES = 500;
const MIN_RECALL = 0.98;
const MAX_FALSE_POSITIVES = 0.01;

/** Whether less than four characters in a row of each marked part can still be read. */
function isHidden(line: string): boolean {
  const masked = maskContactDetails(line.replaceAll(/[«»]/g, "")).text;
  return [...line.matchAll(/«([^»]*)»/g)].every(([, marked = ""]) => {
    const characters = Array.from(marked);
    const pieces = characters.map((_, n) => characters.slice(n, n + READABLE));
    return !pieces.some((piece) => piece.length === READABLE && masked.includes(piece.join("")));
  });
}

test("contact details in the notations of 20 countries are masked", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(MIN_LINES);
  const missed = positives.filter((line) => !isHidden(line));
  const most = Math.floor((1 - MIN_RECALL) * positives.length);
  // What is beyond the limit is printed by the failure.
  expect(missed.slice(most)).toEqual([]);
});

test("ordinary lines about rides stay as they were written", () => {
  const changed = negatives.filter((line) => maskContactDetails(line).text !== line);
  expect(changed.slice(Math.floor(MAX_FALSE_POSITIVES * negatives.length))).toEqual([]);
});
