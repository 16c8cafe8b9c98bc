import { readFileSync } from "node:fs";
import { PlaceDetails, type PlacePrediction } from "@commonlane/contract/places";
import { distanceM } from "@commonlane/matching/geo";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importLiechtenstein } from "../../../../test/regions/import-liechtenstein.ts";
import { openPlacesServer } from "../../../../test/services/open-places-server.ts";
import { approximatePlace, isPublicPlace } from "#modules/privacy/approximate/index.ts";

/** The whole world and Liechtenstein, in a community at home there. */
const openServer = () =>
  openPlacesServer({
    all: true,
    prepare: importLiechtenstein,
    env: { COMMUNITY_REGION: "47.14,9.52,40" },
  });

let map: Awaited<ReturnType<typeof openServer>>;
beforeAll(async () => {
  map = await openServer();
}, 120_000);
afterAll(() => map.close());

const find = async (placeId: string) => PlaceDetails.parse((await map.get(placeId)).body);

interface Input {
  readonly group: string;
  readonly typed: string;
  readonly kind: string;
  readonly lat: number;
  readonly lng: number;
  readonly km: number;
  readonly label: string;
}
const inputs = readFileSync(new URL("liechtenstein-inputs.tsv", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Input => {
    const [group = "", typed = "", kind = "", lat, lng, km, label = ""] = line.split("\t");
    return { group, typed, kind, lat: Number(lat), lng: Number(lng), km: Number(km), label };
  });

async function isFound({ typed, kind, lat, lng, km, label }: Input): Promise<boolean> {
  for (const prediction of (await map.predict(typed)).slice(0, 3)) {
    if (prediction.kind !== kind || !prediction.label.startsWith(label)) continue;
    if (distanceM(await find(prediction.placeId), { lat, lng }) <= km * 1000) return true;
  }
  return false;
}

test("finds addresses, streets and public places of a region in the ways that people type them", async () => {
  const missed: string[] = [];
  for (const input of inputs)
    if (!(await isFound(input))) missed.push(`${input.group}: ${input.typed}`);
  expect(missed).toEqual([]);
  expect(inputs.filter(({ group }) => group === "addresses").length).toBeGreaterThanOrEqual(40);
});

test("finds every stop, station, school, hospital, car park, village and hamlet of Liechtenstein by name and town", async () => {
  const rows = await map.db
    .selectFrom("place")
    .select(["kind", "name", "town", "lat", "lng"])
    .where("region", "like", "liechtenstein@%")
    .where("kind", "in", ["stop", "station", "school", "hospital", "parking", "village"])
    .execute();
  const missed: string[] = [];
  for (const row of rows) {
    const found = (await map.predict(`${row.name}, ${row.town}`)).slice(0, 3);
    const details = await Promise.all(found.map(({ placeId }) => find(placeId)));
    if (!details.some((place) => distanceM(place, row) < 1500))
      missed.push(`${row.kind}: ${row.name}, ${row.town}`);
  }
  expect(missed).toEqual([]);
  expect(rows.length).toBeGreaterThan(200);
});

const first = async (typed: string): Promise<PlacePrediction | undefined> =>
  (await map.predict(typed))[0];

test("a street that is not known leaves the town, and says so", async () => {
  for (const typed of ["Xyzstrasse 5, Vaduz", "Vaduz Xyzweg 7"]) {
    const [town] = await map.predict(typed);
    expect(town?.label).toBe("Vaduz, Liechtenstein");
    expect(town?.ignored).toMatch(/^Xyz/);
  }
});

test("an address has the position of its house, and is found again by its id", async () => {
  const address = await first("Städtle 43, Vaduz");
  expect(address).toMatchObject({ kind: "address", label: "Städtle 43, Vaduz, Liechtenstein" });
  expect(address?.ignored).toBeUndefined();
  expect(address?.detail).toContain("9490");
  const house = await find(address?.placeId ?? "");
  expect(house).toMatchObject({ kind: "address", label: address?.label, timeZone: "Europe/Vaduz" });
  const street = await find((await first("Städtle, Vaduz"))?.placeId ?? "");
  expect(street).toMatchObject({ kind: "street", label: "Städtle, Vaduz, Liechtenstein" });
  expect(distanceM(house, street)).toBeGreaterThan(20);
  for (const id of [
    `${street.placeId}:999`,
    `${street.placeId}:.zzzzz.`,
    "rg:nowhere:8:1",
    `${house.placeId}:1`,
  ])
    expect(await map.get(id)).toMatchObject({ status: 404 });
});

test("a house number that is not known leaves the street, and says so", async () => {
  expect(await first("Städtle 999, Vaduz")).toMatchObject({
    kind: "street",
    label: "Städtle, Vaduz, Liechtenstein",
    ignored: "999",
  });
});

const townsNear = async (lat: string, lng: string) =>
  (await map.predict("Landstrasse", { lat, lng }))
    .filter(({ kind }) => kind === "street")
    .map(({ label }) => label);

test("ranks streets of one name by distance from where the user looks", async () => {
  expect((await townsNear("47.166", "9.51"))[0]).toBe("Landstrasse, Schaan, Liechtenstein");
  expect((await townsNear("47.107", "9.527"))[0]).toBe("Landstrasse, Triesen, Liechtenstein");
  expect(await townsNear("47.107", "9.527")).toContain("Landstrasse, Schaan, Liechtenstein");
});

test("towns come before streets whose names only begin like the text, and a town shows once", async () => {
  const labels = (await map.predict("Vaduz")).map(({ label }) => label);
  expect(labels[0]).toBe("Vaduz, Liechtenstein");
  expect(labels.filter((label) => label === "Vaduz, Liechtenstein")).toHaveLength(1);
  const zurich = (await map.predict("Zürich")).slice(0, 2).map(({ kind }) => kind);
  expect(zurich).toEqual(["town", "district"]);
  expect((await first("Zürich"))?.label).toBe("Zurich, Switzerland");
  expect((await first("Berlin"))?.label).toBe("Berlin, Germany");
});

test("a country after a kind of place means the one that has it in its name", async () => {
  expect((await first("Uni Liechtenstein"))?.label).toBe(
    "Universität Liechtenstein, Vaduz, Liechtenstein",
  );
});

test("a place whose name is all that was typed comes first, and a station of another town or country never", async () => {
  const firsts = new Map([
    ["Schaan Bahnhof", "Schaan Bahnhof, Liechtenstein"],
    ["Schaan Post", "Post Schaan, Liechtenstein"],
    ["Vaduz Post", "Vaduz Post, Liechtenstein"],
    ["Buchs Bahnhof", "Buchs SG, Switzerland"],
    ["Feldkirch Bahnhof", "Feldkirch, Austria"],
    ["Bahnhof Sargans", "Sargans, Switzerland"],
    // Not a "Fernbahnhof" with a typing error.
    ["Bern Bahnhof", "Bern, Switzerland"],
    ["Rheinpark", "Rheinparkstadion, Vaduz, Liechtenstein"],
    ["Städtle", "Städtle, Vaduz, Liechtenstein"],
    // Not the station of Vaduz with a typing error.
    ["Vaduz Stadion", "Vaduz, Rheinpark Stadion, Liechtenstein"],
    ["Vaduz Staiton", "Schaan-Vaduz, Liechtenstein"],
    // Not "Friesensportplatz" with a typing error.
    ["Triesen Sportplatz", "Triesen, Liechtenstein"],
  ]);
  const found = await Promise.all(
    [...firsts.keys()].map(async (typed) => (await first(typed))?.label),
  );
  expect(found).toEqual([...firsts.values()]);
  // Rather than the car park of that name.
  expect((await first("Städtle"))?.kind).toBe("street");
});

test("the word for a kind of place alone means those around", async () => {
  const labelsOf = async (typed: string) => (await map.predict(typed)).map(({ label }) => label);
  expect((await labelsOf("Uni"))[0]).toBe("Universität Liechtenstein, Vaduz, Liechtenstein");
  expect((await labelsOf("Krankenhaus"))[0]).toBe(
    "Liechtensteinisches Landesspital, Vaduz, Liechtenstein",
  );
  expect((await labelsOf("airport"))[0]).toBe("Zurich Airport, Switzerland");
  const stations = (await labelsOf("Bahnhof")).slice(0, 3);
  expect(stations).toEqual(
    expect.arrayContaining(["Schaan-Vaduz, Liechtenstein", "Buchs SG, Switzerland"]),
  );
  const [station] = await map.predict("Hauptbahnhof", { lat: "49.95", lng: "11.58" });
  expect(station?.label).toBe("Bayreuth Hbf, Germany");
  // The 180th meridian is no edge: Taveuni is beyond it.
  const [airport] = await map.predict("airport", { lat: "-16.69", lng: "-179.99" });
  expect(airport?.label).toContain("Fiji");
  expect((await map.get("predictions", { query: "airport", lat: "90", lng: "0" })).status).toBe(
    200,
  );
});

test("[domain/place:namesakes] finds first what people near a home, or without one, mean", async () => {
  const away = await map.at({});
  const lines = readFileSync(new URL("near-and-far.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const missed: string[] = [];
  for (const line of lines) {
    const [typed = "", home = "", wanted = ""] = line.split("\t");
    const [lat = "", lng = ""] = home.split(",");
    const [found] = await away.predict(typed, home === "" ? {} : { lat, lng });
    const text = found ? `${found.label} | ${found.detail}` : "";
    if (!wanted.split("|").some((label) => text.includes(label)))
      missed.push(`${typed} (${home}): ${text}`);
  }
  await away.close();
  expect(lines.length).toBeGreaterThanOrEqual(280);
  expect(missed.length <= lines.length * 0.05 ? [] : missed).toEqual([]);
});

test("[domain/place:postcodes] without a home, a postcode is that of a built region", async () => {
  const away = await map.at({});
  const [schaan] = await away.predict("9494");
  await away.close();
  expect(schaan?.label).toBe("9494 Schaan, Liechtenstein");
});

test("suggests a street and its town from their first letters", async () => {
  for (const typed of [
    "Herreng",
    "Herrengasse Va",
    "Vaduz Herreng",
    "vaduz herrengass",
    "9490 Herreng",
  ])
    expect((await map.predict(typed)).slice(0, 3).map(({ label }) => label)).toContain(
      "Herrengasse, Vaduz, Liechtenstein",
    );
});

test("names a position after the house at it, then after the street, and elsewhere after the town", async () => {
  const house = await find((await first("Rotenbodenstrasse 119"))?.placeId ?? "");
  const near = await map.nearest(house.lat + 0.00005, house.lng);
  expect(near).toMatchObject({
    placeId: house.placeId,
    label: "Rotenbodenstrasse 119, Triesenberg, Liechtenstein",
  });
  expect(near.distanceM).toBeLessThan(10);
  const street = await find((await first("Fürst-Johannes-Strasse, Vaduz"))?.placeId ?? "");
  expect(await map.nearest(street.lat, street.lng)).toMatchObject({
    kind: "street",
    label: "Fürst-Johannes-Strasse, Vaduz, Liechtenstein",
  });
  expect((await map.nearest(47.99, 7.85)).label).toBe("Freiburg im Breisgau, Germany");
});

/** The first suggestion of a kind, as a user would choose it. */
const choose = async (typed: string, kind: string) => {
  const found = (await map.predict(typed)).find((prediction) => prediction.kind === kind);
  const { placeId, label, lat, lng } = await find(found?.placeId ?? "");
  return { placeId, label, lat, lng };
};

test("streets and houses are private for strangers; stops and schools are public", async () => {
  const house = await choose("Städtle 43, Vaduz", "address");
  const street = await choose("Herrengasse, Vaduz", "street");
  const stop = await choose("Vaduz Post", "stop");
  const school = await choose("Primarschule Triesen", "school");
  const isPublic = await Promise.all(
    [house, street, stop, school].map((known) => isPublicPlace(map.ctx, known)),
  );
  expect(isPublic).toEqual([false, false, true, true]);
  for (const known of [house, street]) {
    const { label } = await approximatePlace(map.ctx, known);
    expect(label).toMatch(/^(Vaduz|Rotenboden|Ebenholz)\b/);
  }
});

test("accepts any text as an address without an error", async () => {
  const word = fc.constantFrom(
    "Städtle",
    "43",
    "12a",
    "9490",
    "Vaduz",
    "Str.",
    "Pl",
    "c/",
    "FL",
    "Nr.",
    "-",
    ",",
    "%",
    "_",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.array(word, { maxLength: 14 }).map((w) => w.join(" ")),
  );
  await fc.assert(
    fc.asyncProperty(text, async (query) => {
      expect([200, 400]).toContain(
        (await map.get("predictions", { query: query.slice(0, 100) })).status,
      );
    }),
    { numRuns: 80 },
  );
});
