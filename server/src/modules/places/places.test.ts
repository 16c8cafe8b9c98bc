import { PlaceDetails } from "@commonlane/contract/places";
import { distanceM } from "@commonlane/matching/geo";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "#platform/settings.ts";
import { openFakeUpstream, respondWith } from "../../../test/services/fake-upstream.ts";
import { foldName } from "./name-matching.ts";
import { openPlacesServer } from "../../../test/services/open-places-server.ts";

let atlas: Awaited<ReturnType<typeof openPlacesServer>>;
beforeAll(async () => {
  atlas = await openPlacesServer();
}, 60_000);
afterAll(() => atlas.close());

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });

const FREIBURG = "gn:2925177";
const MUNICH = "gn:2867714";
const COLOGNE = "gn:2886242";
const first = async (query: string) => (await atlas.predict(query))[0];

test("finds nothing for empty input, with and without the parameter", async () => {
  for (const query of [{}, { query: "" }])
    expect(await atlas.get("predictions", query)).toEqual({ status: 200, body: { items: [] } });
});

test("finds towns first by their local names", async () => {
  const found = [];
  for (const typed of [
    "München",
    "Wien",
    "Praha",
    "Köln",
    "Lisboa",
    "København",
    "Москва",
    "東京",
  ]) {
    found.push((await first(typed))?.placeId);
  }
  const vienna = 2761369;
  const prague = 3067696;
  const lisbon = 2267057;
  const copenhagen = 2618425;
  const moscow = 524901;
  const tokyo = 1850147;
  expect(found).toEqual([
    MUNICH,
    ...[vienna, prague].map((id) => `gn:${id}`),
    COLOGNE,
    ...[lisbon, copenhagen, moscow, tokyo].map((id) => `gn:${id}`),
  ]);
});

test("labels a place in the reader's language, with its own name and the name that matched in the detail", async () => {
  const labels = {
    en: ["Munich, Germany", "München · Bavaria"],
    de: ["München, Deutschland", "Bayern"],
    fr: ["Munich, Allemagne", "München · Bavière"],
    es: ["Múnich, Alemania", "München · Baviera"],
    ar: ["ميونخ، ألمانيا", "München · بافاريا"],
  };
  for (const [language, [label, detail]] of Object.entries(labels))
    for (const typed of ["Munich", "munchen", "Múnich", "ميونخ"]) {
      const [found] = await atlas.predict(typed, { lang: language });
      expect(found).toMatchObject({ placeId: MUNICH, kind: "town", label });
      expect(found?.detail).toContain(detail);
    }
  expect(await first("Мюнхен")).toMatchObject({
    label: "Munich, Germany",
    detail: "Мюнхен · München · Bavaria",
  });
});

test("shows the Arabic name of a place in an Arabic country beside the reader's", async () => {
  const [found] = await atlas.predict("Kairo", { lang: "de" });
  expect(found).toMatchObject({
    label: "Kairo, Ägypten",
    detail: expect.stringContaining("القاهرة"),
  });
  const [read] = await atlas.predict("Kairo", { lang: "ar" });
  expect(read).toMatchObject({ label: "القاهرة، مصر" });
});

test("an umlaut may be left out or spelt out", async () => {
  const found = await Promise.all(["Koln", "Koeln", "KÖLN", "koel"].map(first));
  expect(found.map((place) => place?.placeId)).toEqual(found.map(() => COLOGNE));
  expect((await first("Muenchen"))?.placeId).toBe(MUNICH);
});

test("finds the large town first from three letters", async () => {
  for (const [typed, label] of [
    ["frei", "Freiburg im Breisgau, Germany"],
    ["ber", "Berlin, Germany"],
    ["par", "Paris, France"],
    ["lon", "London, United Kingdom"],
    ["kar", "Karachi, Pakistan"],
    ["karls", "Karlsruhe, Germany"],
  ]) {
    expect((await first(String(typed)))?.label).toBe(label);
  }
});

test("ranks a village typed in full above larger towns with the same prefix", async () => {
  const buried = [];
  for (const typed of ["Au", "Halle", "Umkirch", "Hof", "Ulm"]) {
    const top = (await atlas.predict(typed)).slice(0, 3);
    if (!top.some(({ label, detail }) => foldName(label + detail).startsWith(foldName(typed))))
      buried.push(typed);
  }
  expect(buried).toEqual([]);
});

test("finds the town despite one typo", async () => {
  const meant = {
    Frieburg: "Freiburg im Breisgau, Germany",
    Karslruhe: "Karlsruhe, Germany",
    Frankfrut: "Frankfurt am Main, Germany",
    Hambrg: "Hamburg, Germany",
    Stutgart: "Stuttgart, Germany",
    Kölm: "Cologne, Germany",
    Мосвка: "Moscow, Russia",
  };
  const found: Record<string, string | undefined> = {};
  for (const typed of Object.keys(meant)) found[typed] = (await first(typed))?.label;
  expect(found).toEqual(meant);
  expect((await first("Frankfrut am Mian"))?.label).toBe("Frankfurt am Main, Germany");
  expect((await first("Garmisch Partenkrichen"))?.label).toBe("Garmisch-Partenkirchen, Germany");
});

test("ranks the near one of several towns with the same name first and keeps the others", async () => {
  const near = await atlas.predict("Freiburg", { lat: "53.8", lng: "9.3" });
  expect(near[0]).toMatchObject({ placeId: "gn:2925181", detail: "Lower Saxony" });
  expect(near.map(({ placeId }) => placeId)).toContain(FREIBURG);
  const labels = (await atlas.predict("um", { lat: "48", lng: "7.8" })).map(({ label }) => label);
  expect(labels.slice(0, 3)).toContain("Umkirch, Germany");
});

test("ranks towns near the community first if the caller gives no position", async () => {
  const { predict, close } = await atlas.at({ COMMUNITY_REGION: "53.8,9.3,30" });
  const home = await predict("Freiburg");
  const elsewhere = await predict("Freiburg", { lat: "47.9", lng: "7.8" });
  await close();
  expect([home[0]?.placeId, elsewhere[0]?.placeId]).toEqual(["gn:2925181", FREIBURG]);
  expect(home.map(({ placeId }) => placeId)).toContain(FREIBURG);
  for (const wrong of ["Freiburg", "91,7,40", "48,7", "48,7,0"])
    expect(() => readSettings({ COMMUNITY_REGION: wrong })).toThrow(/COMMUNITY_REGION/);
});

test("GEOCODER puts a service with streets before our towns and is named in the error if it is unusable", async () => {
  const properties = {
    osm_type: "W",
    osm_id: 5,
    name: "Bahnhofstraße",
    city: "Elmshorn",
    country: "Germany",
  };
  const street = { geometry: { coordinates: [9.65, 53.75] }, properties };
  const peer = await openFakeUpstream(respondWith({ features: [street] }));
  const { predict, nearest, close } = await atlas.at({
    GEOCODER: `photon:${peer.url}`,
    COMMUNITY_REGION: "53.8,9.3,30",
  });
  const label = "Bahnhofstraße, Elmshorn, Germany";
  expect(await predict("Bahnhofstr")).toEqual([
    { placeId: "osm:W5:53.75000:9.65000", kind: "address", label, detail: "" },
  ]);
  expect(peer.requests[0]?.url).toBe("/api?q=Bahnhofstr&limit=10&lat=53.8&lon=9.3");
  expect((await nearest(53.75, 9.65)).label).toBe(label);
  await peer.close();
  expect((await predict("Elmshorn"))[0]?.placeId).toMatch(/^gn:/);
  await close();
  for (const GEOCODER of [
    "photon",
    "photon:ftp://a.example",
    "google:https://a.example",
    "nominatim:https://a.example?key=1",
  ])
    expect(() => readSettings({ GEOCODER })).toThrow("GEOCODER");
});

test("finds a place again by its earlier label, and distinguishes towns of one name by region", async () => {
  expect((await first("Freiburg im Breisgau, Germany"))?.placeId).toBe(FREIBURG);
  expect((await first("Springfield, Mass"))?.detail).toBe("Massachusetts");
});

test.each([
  ["en", "Neustadt, Rheinland-Pfalz", "Rhineland-Palatinate"],
  ["de", "Neustadt Rhineland-Palatinate", "Rheinland-Pfalz"],
  ["fr", "Münster, Rhénanie-du-Nord-Westphalie", "Rhénanie-du-Nord-Westphalie"],
  ["es", "Münster Renania del Norte-Westfalia", "Renania del Norte-Westfalia"],
  ["fr", "Ferrol Galice", "Galice"],
  ["de", "Freiburg BaWü", "Baden-Württemberg"],
  ["en", "Springfield IL", "Illinois"],
])(
  "understands and shows the names of states in each language (%s): %s",
  async (language, typed, state) => {
    const [found] = await atlas.predict(typed, { lang: language });
    expect(found).toMatchObject({ detail: expect.stringContaining(state) });
    expect(found).not.toHaveProperty("ignored");
  },
);

test("[domain/place:namesakes] towns of one name are told apart by their states, and one near home comes before larger ones", async () => {
  const statesOf = async (typed: string) =>
    (await atlas.predict(typed)).map(({ detail }) => detail);
  expect(await statesOf("Springfield")).toEqual(
    expect.arrayContaining(["Missouri", "Massachusetts", "Illinois"]),
  );
  expect(await statesOf("Columbus")).toEqual(expect.arrayContaining(["Ohio", "Georgia"]));
  expect(await statesOf("Portland")).toEqual(expect.arrayContaining(["Oregon", "Maine"]));
  expect((await atlas.predict("Newcastle", { lat: "53.8", lng: "-1.55" }))[0]?.label).toBe(
    "Newcastle upon Tyne, United Kingdom",
  );
  expect((await atlas.predict("Santiago", { lat: "42.3", lng: "-8" }))[0]?.label).toBe(
    "Santiago de Compostela, Spain",
  );
});

test("[domain/place:nicknames] nicknames and common misspellings find the town", async () => {
  expect((await first("Edinborough"))?.label).toBe("Edinburgh, United Kingdom");
  expect((await first("Den Bosch"))?.label).toBe("'s-Hertogenbosch, Netherlands");
  expect((await first("Kitz"))?.label).toBe("Kitzbühel, Austria");
});

test("finds nothing for short input and rejects input that is too long", async () => {
  for (const typed of ["x", "!?", "%", "_", "ö"]) expect(await atlas.predict(typed)).toEqual([]);
  expect(await atlas.predict("東")).not.toEqual([]);
  expect(await atlas.predict("san")).toHaveLength(10);
  expect(await atlas.predict("san", { limit: "3" })).toHaveLength(3);
  for (const query of [
    { query: "x".repeat(101) },
    { query: "san", limit: "11" },
    { query: "san", lat: "1" },
    { query: "san", lat: "91", lng: "0" },
  ]) {
    expect(await atlas.get("predictions", query)).toMatchObject({
      status: 400,
      body: { code: "invalid_input" },
    });
  }
});

test("accepts any typed input without an error", async () => {
  const text = fc.oneof(
    fc.string({ maxLength: 100 }),
    fc.string({ unit: "binary", maxLength: 50 }),
    fc.constantFrom("\u0000", "a\u0000b", "'; --", "\\", "50%_x"),
  );
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      expect([200, 400]).toContain((await atlas.get("predictions", { query })).status);
    }),
    { numRuns: 60 },
  );
});

test("[spec/7-places:details] returns a place by its id, and 404 for an unknown id", async () => {
  expect(await atlas.get(FREIBURG)).toEqual({
    status: 200,
    body: {
      placeId: FREIBURG,
      kind: "town",
      label: "Freiburg im Breisgau, Germany",
      lat: 47.9959,
      lng: 7.8522,
      timeZone: "Europe/Berlin",
    },
  });
  for (const id of ["gn:1", "gn:99999999999", "gn:-5", "cl:2147483648", "7", "gn:", "%00"]) {
    expect(await atlas.get(id)).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
});

test("[spec/7-places:details] every prediction has details, also places without a GeoNames id", async () => {
  const { id } = await atlas.db
    .selectFrom("place")
    .select("id")
    .where("id", "<", 0)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  const { body } = await atlas.get(`cl:${-id}`);
  const place = PlaceDetails.parse(body);
  expect(place.placeId).toBe(`cl:${-id}`);
  expect((await atlas.predict(place.label)).map(({ placeId }) => placeId)).toContain(place.placeId);
});

test("[spec/7-places:reverse-geocode] names a position after the nearest town, not after one of its quarters", async () => {
  expect(await atlas.nearest(47.99, 7.85)).toMatchObject({
    placeId: FREIBURG,
    label: "Freiburg im Breisgau, Germany",
  });
  expect(await atlas.nearest(50.9389, 6.9575)).toMatchObject({ placeId: COLOGNE });
  expect(await atlas.get("reverse-geocode", { lat: "1" })).toMatchObject({ status: 400 });
});

test("[spec/7-places:reverse-geocode] finds the nearest town exactly: at sea, at the poles, across the 180th meridian", async () => {
  const towns = await atlas.db
    .selectFrom("place")
    .select(["lat", "lng"])
    .where("kind", "in", ["town", "village"])
    .execute();
  const edges = [
    { lat: 90, lng: 0 },
    { lat: -90, lng: 77 },
    { lat: 89.9, lng: -120 },
    { lat: 0, lng: 180 },
    { lat: -17, lng: -179.99 },
    { lat: -17, lng: 179.99 },
    { lat: 66, lng: -180 },
    { lat: -60, lng: -150 },
  ];
  const globe = fc.record({ lat: between(-90, 90), lng: between(-180, 180) });
  const europe = fc.record({ lat: between(40, 60), lng: between(-5, 25) });
  const spots = [
    ...edges,
    ...fc.sample(globe, { numRuns: 8, seed: 11 }),
    ...fc.sample(europe, { numRuns: 8, seed: 12 }),
  ];
  const nearestTowns = await Promise.all(spots.map(({ lat, lng }) => atlas.nearest(lat, lng)));
  const expectedDistances = spots.map((spot) =>
    towns.reduce((minimum, town) => Math.min(minimum, distanceM(spot, town)), Infinity),
  );
  expect(nearestTowns.map((town) => town.distanceM)).toEqual(expectedDistances.map(Math.round));
  expect(nearestTowns.map((town, n) => Math.round(distanceM(town, spots[n] ?? town)))).toEqual(
    expectedDistances.map(Math.round),
  );
});
