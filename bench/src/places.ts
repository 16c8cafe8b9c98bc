import { readFileSync } from "node:fs";
import { distanceM } from "../../matching/src/geo.ts";
import { sql } from "kysely";
import type { Geocoder } from "../../server/src/modules/places/geocoding/address-service.ts";
import {
  buildPlaces,
  createGeocoder,
  importRegions,
} from "../../server/src/modules/places/index.ts";
import {
  importWorldPlaces,
  importFirstTowns,
} from "../../server/src/modules/places/places-import.store.ts";
import { createGeoNamesGeocoder } from "../../server/src/modules/places/geonames.ts";
import { type Connection, type Db, openDatabase } from "../../server/src/platform/db/database.ts";
import { buildCoverage } from "../../server/src/platform/regions/build-coverage.ts";
import { openRegions } from "../../server/src/platform/regions/regions.ts";
import { type Bench, createRandom, type Figures, row, type Row, logProgress } from "./bench.ts";
import { createBareContext } from "./support/bare-context.ts";
import { buildRegion } from "./support/build-region.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const PER_MIX = 500;
/** Time limit of a prediction, in milliseconds. */
const FAST = { atMost: 15 };
const FAST_WITH_REGION = { atMost: 30 };
const FIRST = 3;
const FREIBURG = { lat: 47.9959, lng: 7.8522 };
const TYPED_LETTERS = /^[\p{Script=Latin}\s'-]{4,}$/u;

const random = createRandom(7);
const below = (n: number) => Math.floor(random() * n);

interface Sample {
  readonly placeId: string;
  readonly typed: string;
}

/** Towns with 10,000 people and more, drawn equally or weighted by population. */
async function sampleTowns(db: Db, { byPeople }: { byPeople: boolean }): Promise<Sample[]> {
  const rows = await db
    .selectFrom("place")
    .select(["id", "name", "importance"])
    .where("importance", ">=", 400)
    .where("kind", "=", "town")
    .orderBy("id")
    .execute();
  // The weighted draw of Efraimidis and Spirakis.
  return rows
    .filter(({ name }) => TYPED_LETTERS.test(name))
    .map(({ id, name, importance }) => ({
      placeId: `gn:${id}`,
      typed: name,
      at: -Math.log(random()) / (byPeople ? 10 ** (importance / 100) : 1),
    }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, PER_MIX);
}

const start = (name: string) => name.slice(0, Math.max(4, Math.ceil(name.length * 0.6)));

/** A letter missing, doubled, swapped or wrong, anywhere but at the start. */
function mistype(name: string): string {
  const at = 1 + below(name.length - 2);
  const before = name.slice(0, at);
  const here = name.charAt(at);
  const next = name.charAt(at + 1);
  const after = name.slice(at + 2);
  const slips = [
    next + after,
    here + here + next + after,
    next + here + after,
    `${"etaoinshrdlu".charAt(below(12))}${next}${after}`,
  ];
  return before + (slips[below(slips.length)] ?? "");
}

const mixesOf = (towns: readonly Sample[]) => ({
  prefix: towns.map(({ placeId, typed }) => ({ placeId, typed: start(typed) })),
  typo: towns.map(({ placeId, typed }) => ({ placeId, typed: mistype(typed) })),
  exact: towns,
  "first two or three letters": towns.map(({ placeId, typed }, n) => ({
    placeId,
    typed: typed.slice(0, 2 + (n % 2)),
  })),
});

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/** Milliseconds per call, after a warm-up round. */
async function timed<T>(
  what: string,
  items: readonly T[],
  call: (item: T) => Promise<unknown>,
  target: { readonly atMost?: number } = {},
): Promise<Row> {
  for (const item of items.slice(0, 50)) await call(item);
  const took: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await call(item);
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  const p50 = quantile(took, 0.5);
  const p99 = quantile(took, 0.99);
  logProgress(`places, ${what}: median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
  return row(`${what}, p99 (median ${p50.toFixed(1)} ms)`, p99, {
    unit: "ms",
    digits: 1,
    ...target,
  });
}

async function hits(what: string, geocoder: Geocoder, samples: readonly Sample[]): Promise<Row> {
  let found = 0;
  for (const { placeId, typed } of samples) {
    const items = await geocoder.predict({ query: typed, limit: 5 });
    if (items.some((item) => item.placeId === placeId)) found++;
  }
  return row(what, (100 * found) / samples.length, { unit: "%", digits: 1 });
}

/** Time of the first import of places, and speed and quality of the search. */
export const places: Bench = { name: "places", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  const { db, connection, close } = await openDatabase({ folder, onLost: logProgress });
  try {
    const filled = await took("filling an empty database with towns", () =>
      importFirstTowns(connection),
    );
    const more = await took("adding stations, postcodes and villages behind the start", () =>
      importWorldPlaces(connection),
    );
    const later = await took("at a later start", () => importFirstTowns(connection));
    const geocoder = createGeoNamesGeocoder({ db });
    const count = await db
      .selectFrom("place")
      .select(({ fn }) => fn.countAll<number>().as("of"))
      .executeTakeFirstOrThrow();
    return {
      how: `Predictions and reverse geocoding over ${count.of} places in the server's own database, one call at a time, ${PER_MIX} calls of each kind. The region is Liechtenstein, or that of \`EXTRACT\`.`,
      rows: [
        filled,
        more,
        later,
        ...(await everyday(geocoder)),
        ...(await predictions(db, geocoder)),
        ...(await positions(db, geocoder)),
        ...(await withRegion(folder, db, connection)),
      ],
    };
  } finally {
    await close();
  }
}

async function took(what: string, work: () => Promise<unknown>): Promise<Row> {
  const began = performance.now();
  await work();
  return row(what, performance.now() - began, { unit: "ms" });
}

async function predictions(db: Db, geocoder: Geocoder): Promise<Row[]> {
  const mixes = mixesOf(await sampleTowns(db, { byPeople: false }));
  const byPeople = mixesOf(await sampleTowns(db, { byPeople: true }));
  const rows: Row[] = [];
  for (const name of ["prefix", "typo", "exact", "first two or three letters"] as const) {
    rows.push(
      await timed(
        name,
        mixes[name],
        ({ typed }) => geocoder.predict({ query: typed, limit: 10 }),
        FAST,
      ),
      await hits(`${name}, among the first five, searches by people`, geocoder, byPeople[name]),
      await hits(`${name}, among the first five, by towns`, geocoder, mixes[name]),
    );
  }
  const near = (typed: string) => geocoder.predict({ query: typed, limit: 10, ...FREIBURG });
  const nearby = await timed(
    "prefix near Freiburg",
    mixes.prefix,
    ({ typed }) => near(typed),
    FAST,
  );
  return [...rows, nearby];
}

const EVERYDAY = new URL(
  "../../server/src/modules/places/search/everyday-inputs.tsv",
  import.meta.url,
);

const everydayInputs = () =>
  readFileSync(EVERYDAY, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [, typed = "", kind = "", lat, lng, km] = line.split("\t");
      return { typed, kind, lat: Number(lat), lng: Number(lng), withinM: Number(km) * 1000 };
    });

/** The same with the streets, houses and places of a region beside those of the world. */
async function withRegion(folder: string, db: Db, connection: Connection): Promise<Row[]> {
  const { EXTRACT: extract } = process.env;
  await buildRegion(folder, [buildCoverage, buildPlaces], extract);
  const { settings, log, community } = createBareContext(db);
  const regions = openRegions({ ...settings, DATA_DIR: folder }, log);
  try {
    await importRegions({ log, regions }, connection);
    const geocoder = createGeocoder({ settings, log, community })({
      db,
      services: { fetch },
    });
    const typed = await sampleStreets(db);
    const rows: Row[] = [];
    for (const [what, inputs] of Object.entries(typed)) {
      const predict = (query: string) => geocoder.predict({ query, limit: 10 });
      rows.push(await timed(`with a region: ${what}`, inputs, predict, FAST_WITH_REGION));
    }
    return rows;
  } finally {
    regions.close();
  }
}

/** What people type for streets of the region and for towns of the world. */
async function sampleStreets(db: Db): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; town: string; number: string | null }>`
    select name, town,
      (select number from house_number where region = place.region and street_id = place.id and number <> '' limit 1)
    from place where kind = 'street' order by id`.execute(db);
  const streets = Array.from({ length: PER_MIX }, () => rows[below(rows.length)]).filter(
    (row) => row !== undefined,
  );
  const towns = (await sampleTowns(db, { byPeople: false })).map(({ typed }) => typed);
  return {
    "beginning of a street": streets.map(({ name }) => start(name)),
    street: streets.map(({ name }) => name),
    "street and town": streets.map(({ name, town }) => `${name} ${town}`),
    "street, number and town": streets.map(
      ({ name, number, town }) => `${name} ${number ?? 1}, ${town}`,
    ),
    "street, number, floor and person": streets.map(
      ({ name, number, town }) => `c/o Muster, ${name} ${number ?? 1}, 2. Stock, ${town}`,
    ),
    "street with a typo": streets.map(({ name }) => mistype(name)),
    "beginning of a town of the world": towns.map(start),
    "town of the world with a typo": towns.map(mistype),
    "everyday inputs": everydayInputs().map(({ typed }) => typed),
  };
}

/** Stations, postcodes, abbreviations and the like, as people type them: how fast, and how many are found. */
async function everyday(geocoder: Geocoder): Promise<Row[]> {
  const inputs = everydayInputs();
  let found = 0;
  for (const { typed, kind, withinM, ...expected } of inputs) {
    const predictions = await geocoder.predict({ query: typed, limit: FIRST });
    const places = await Promise.all(predictions.map(({ placeId }) => geocoder.findPlace(placeId)));
    const isRight = (place: (typeof places)[number]) =>
      place && distanceM(place, expected) <= withinM && (kind === "any" || place.kind === kind);
    if (places.some(isRight)) found++;
  }
  return [
    await timed(
      "everyday inputs",
      inputs,
      ({ typed }) => geocoder.predict({ query: typed, limit: 10 }),
      FAST,
    ),
    row("everyday inputs, right among the first three", (100 * found) / inputs.length, {
      unit: "%",
      digits: 1,
      atLeast: 90,
    }),
  ];
}

async function positions(db: Db, geocoder: Geocoder): Promise<Row[]> {
  const all = await db.selectFrom("place").select(["lat", "lng"]).orderBy("id").execute();
  const onLand = Array.from({ length: PER_MIX }, () => all[below(all.length)] ?? FREIBURG);
  const anywhere = Array.from({ length: PER_MIX }, () => ({
    lat: (Math.asin(random() * 2 - 1) * 180) / Math.PI,
    lng: random() * 360 - 180,
  }));
  return [
    await timed("nearest on land", onLand, (position) => geocoder.findNearest(position)),
    await timed("nearest anywhere on the globe", anywhere, (position) =>
      geocoder.findNearest(position),
    ),
  ];
}
