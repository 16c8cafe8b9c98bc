import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importAddressWorld } from "../../../../test/regions/import-address-world.ts";
import { importLiechtenstein } from "../../../../test/regions/import-liechtenstein.ts";
import { openPlacesServer } from "../../../../test/services/open-places-server.ts";

/** All places of the world, Liechtenstein, and a few streets of other countries. */
let atlas: Awaited<ReturnType<typeof openPlacesServer>>;
beforeAll(async () => {
  atlas = await openPlacesServer({
    all: true,
    prepare: async (connection) => {
      await importLiechtenstein(connection);
      await importAddressWorld(connection);
    },
  });
}, 120_000);
afterAll(() => atlas.close());

const inputs = readFileSync(new URL("hard-inputs.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [kind = "", typed = "", label = ""] = line.split("\t");
    return { kind, typed, label: new RegExp(label, "u") };
  });

/** Inputs of a kind whose first suggestion is not what is meant. */
async function findMissed(kind: string): Promise<string[]> {
  const missed: string[] = [];
  for (const { typed, label } of inputs.filter((input) => input.kind === kind)) {
    const [first] = await atlas.predict(typed);
    if (!first || !label.test(first.label)) missed.push(`${typed}: ${first?.label ?? "nothing"}`);
  }
  return missed;
}

test("[domain/place:latin-letters] streets in Greek and Cyrillic letters are found by the ways to write them in Latin ones", async () => {
  expect(await findMissed("latin")).toEqual([]);
});

test("[domain/place:two-typos] a long name with two typing errors is found if no other name is nearer", async () => {
  // These are one letter away from the names of smaller places.
  const nearer = expect.stringMatching(/^(?:Lubjliana|Szczeczyn|Schafhousen): /u);
  for (const missed of await findMissed("typos")) expect(missed).toEqual(nearer);
  expect(await findMissed("streettypos")).toEqual([]);
});

test("[domain/place:acronyms] the letters of a university rather mean it than a small airport or town", async () => {
  expect(await findMissed("acronym")).toEqual([]);
});

test("[domain/place:kind-and-town] a kind and a town mean a place there, never one across the border, and otherwise the town", async () => {
  expect(await findMissed("kindtown")).toEqual([]);
  expect(await findMissed("resort")).toEqual([]);
});

test("[domain/place:known-places] ski areas, hospitals and districts of large cities are found by their names, also by common other ones", async () => {
  expect(await findMissed("skiarea")).toEqual([]);
  expect(await findMissed("hospital")).toEqual([]);
  expect(await findMissed("district")).toEqual([]);
});

test("a British postcode may be written without its space", async () => {
  expect(await findMissed("postcode")).toEqual([]);
});
