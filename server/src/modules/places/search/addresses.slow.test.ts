import { readFileSync } from "node:fs";
import { PlaceDetails } from "@commonlane/contract/places";
import { distanceM } from "@commonlane/matching/geo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressInputs } from "../../../../test/regions/address-inputs.ts";
import { importAddressWorld } from "../../../../test/regions/import-address-world.ts";
import { importLiechtenstein } from "../../../../test/regions/import-liechtenstein.ts";
import { openPlacesServer } from "../../../../test/services/open-places-server.ts";

/** The towns of the world, Liechtenstein, and a few streets of fifty-two countries; the community has no home. */
let atlas: Awaited<ReturnType<typeof openPlacesServer>>;
beforeAll(async () => {
  atlas = await openPlacesServer({
    prepare: async (connection) => {
      await importLiechtenstein(connection);
      await importAddressWorld(connection);
    },
  });
}, 120_000);
afterAll(() => atlas.close());

const find = async (placeId = "") => PlaceDetails.parse((await atlas.get(placeId)).body);

test("[domain/place:written] finds the houses of 48 countries in the ways that people there write addresses", async () => {
  const inputs = addressInputs();
  const missed: string[] = [];
  for (const { typed, at, country } of inputs) {
    const [first] = await atlas.predict(typed.slice(0, 100));
    const isFound = first?.kind === "address" && distanceM(await find(first.placeId), at) < 5;
    if (!isFound) missed.push(`${country}: ${typed}`);
  }
  expect(new Set(inputs.map(({ country }) => country)).size).toBeGreaterThanOrEqual(48);
  expect(inputs.length).toBeGreaterThanOrEqual(600);
  // All of them, so that a failure lists what is missing.
  expect(missed.length <= inputs.length * 0.05 ? [] : missed).toEqual([]);
});

const linesOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .replace(/\n$/u, "")
    .split("\n")
    .map((line) => line.split("\t"));

test("[domain/place:written] finds nine of ten addresses that were written before anyone saw what is found for them", async () => {
  const inputs = linesOf("unseen-addresses.tsv");
  const missed: string[] = [];
  for (const [typed = "", kind, label = ""] of inputs) {
    const [first] = await atlas.predict(typed);
    if (first?.kind !== kind || !first?.label.startsWith(label)) missed.push(typed);
  }
  expect(missed.length <= inputs.length * 0.1 ? [] : missed).toEqual([]);
});

test("[domain/place:readings] a number may belong to the name, the house, the postcode or nothing: what exists decides, and the rest is ignored in sight", async () => {
  const wrong: unknown[] = [];
  for (const [typed = "", kind, label = "", ignored = ""] of linesOf("address-cases.tsv")) {
    const [first] = await atlas.predict(typed);
    const isRight =
      first?.kind === kind && first?.label.startsWith(label) && (first.ignored ?? "") === ignored;
    if (!isRight) wrong.push({ typed, first });
  }
  expect(wrong).toEqual([]);
});

test("[domain/place:corner] a corner of two streets is where they meet, and is found again by its id", async () => {
  const [corner] = await atlas.predict("Städtle & Äulestrasse, Vaduz");
  const place = await find(corner?.placeId);
  expect(place).toMatchObject({
    kind: "street",
    label: "Städtle & Äulestrasse, Vaduz, Liechtenstein",
  });
  for (const street of ["Städtle, Vaduz", "Äulestrasse, Vaduz"]) {
    const nearest = await atlas.nearest(place.lat, place.lng);
    expect(nearest.distanceM).toBeLessThan(60);
    expect((await atlas.predict(street))[0]?.kind).toBe("street");
  }
  for (const id of [`${corner?.placeId ?? ""}9`, "rg:nowhere:8+16", "rg:liechtenstein:8+16+24"])
    expect(await atlas.get(id)).toMatchObject({ status: 404 });
});

test("[domain/place:two-languages] streets with two names are labelled in the reader's language, with the houses of either order", async () => {
  const labels = [];
  for (const [typed, lang] of [
    ["Romstraße 5 Bozen", "de"],
    ["Via Roma 5, Bolzano", "de"],
    ["Nieuwstraat 10, 1000 Brussel", "fr"],
  ] as const) {
    const [first] = await atlas.predict(typed, { lang });
    labels.push(first?.label);
  }
  expect(labels).toEqual([
    "Romstraße 5, Bozen, Italien",
    "Romstraße 5, Bozen, Italien",
    "Rue Neuve 10, Bruxelles, Belgique",
  ]);
});

test("[domain/place:category] a generic word finds such places around the user or in a town", async () => {
  const home = { lat: "47.14", lng: "9.52" };
  for (const [typed, kind] of [
    ["supermarket", "shop"],
    ["Supermarkt", "shop"],
    ["Tankstelle", "place"],
    ["fuel", "place"],
  ] as const) {
    const [first] = await atlas.predict(typed, home);
    expect({ typed, kind: first?.kind }).toEqual({ typed, kind });
    expect(distanceM(await find(first?.placeId), { lat: 47.14, lng: 9.52 })).toBeLessThan(5000);
  }
  expect((await atlas.predict("Supermarkt Schaan", home))[0]?.label).toMatch(/Schaan/u);
});

test("[domain/place:order] towns, stations, stops, campuses and hospitals come before shops and clubs of that name", async () => {
  const home = { lat: "47.14", lng: "9.52" };
  const kinds = (await atlas.predict("schaan", home)).map(({ kind }) => kind);
  expect(kinds[0]).toBe("town");
  expect(kinds[1]).toBe("station");
  expect((await atlas.predict("balz", home))[0]?.label).toBe("Balzers, Liechtenstein");
  expect((await atlas.predict("schan", home))[0]?.label).toBe("Schaan, Liechtenstein");
});

/** Words for kinds of places in the languages of the product, with what is around Vaduz. */
const GENERIC = [
  ["supermarket", "supermercado", "Supermarkt in der Nähe", "سوبرماركت"],
  ["gas station", "petrol station near me", "station-service", "Tankstelle", "محطة وقود"],
  ["Bahnhof", "nearest station", "la gare la plus proche", "estación más cercana", "محطة القطار"],
  ["university", "Uni", "Universität", "université", "universidad", "جامعة"],
  ["hospital near me", "Krankenhaus", "hôpital", "مستشفى"],
  ["P+R", "park and ride", "Parkplatz", "parking"],
  ["bus stop", "Haltestelle", "arrêt", "parada de autobús"],
].flat();

test("[domain/place:generic] a word for a kind of place finds those around the user", async () => {
  const home = { lat: "47.14", lng: "9.52" };
  const wrong: unknown[] = [];
  for (const typed of GENERIC) {
    const { items, needsTown } = await atlas.suggest(typed, home);
    const [first] = items;
    const isAround =
      first && distanceM(await find(first.placeId), { lat: 47.14, lng: 9.52 }) < 15_000;
    if (!isAround || needsTown) wrong.push({ typed, first, needsTown });
  }
  expect(wrong).toEqual([]);
});

const NAMES_THAT_GO_ON: ReadonlySet<string> = new Set(["town", "village", "street"]);

test("[domain/place:generic] without a home it finds nothing far away, and asks for a town", async () => {
  const far: unknown[] = [];
  for (const typed of [...GENERIC, "stadium", "ATM", "Innenstadt"]) {
    const { items, needsTown } = await atlas.suggest(typed);
    expect({ typed, needsTown }).toEqual({ typed, needsTown: true });
    // Names that go on may be meant, such as Bahnhofstrasse.
    for (const item of items.filter(({ kind }) => !NAMES_THAT_GO_ON.has(kind)))
      if (!item.label.endsWith("Liechtenstein")) far.push({ typed, item });
  }
  expect(far).toEqual([]);
  expect(await atlas.suggest("Bahnhof Schaan")).not.toHaveProperty("needsTown");
  expect(await atlas.suggest("Bank")).toHaveProperty("needsTown", true);
  expect(await atlas.suggest("Bangk")).not.toHaveProperty("needsTown");
});
