import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensurePlaces, type Geocoder, geoNames } from "../../server/src/modules/places/index.ts";
import { type Db, openDatabase } from "../../server/src/platform/db/database.ts";

/** How long a first start takes to fill the places, and how fast and how well they are found then. */

const PER_MIX = 500;
const TYPED_LETTERS = /^[\p{Script=Latin}\s'-]{4,}$/u;

/** The same draws in every run (mulberry32). */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const random = draws(7);
const below = (n: number) => Math.floor(random() * n);

interface Sample {
  readonly placeId: string;
  readonly typed: string;
}

/** Towns of 10,000 people and more: each as likely as the other, or as likely as it has people. */
async function sampleTowns(db: Db, { byPeople }: { byPeople: boolean }): Promise<Sample[]> {
  const rows = await db
    .selectFrom("place")
    .select(["id", "name", "population"])
    .where("population", ">=", 10_000)
    .where("is_quarter", "=", false)
    .orderBy("id")
    .execute();
  // The weighted draw of Efraimidis and Spirakis.
  return rows
    .filter(({ name }) => TYPED_LETTERS.test(name))
    .map(({ id, name, population }) => ({
      placeId: `gn:${id}`,
      typed: name,
      at: -Math.log(random()) / (byPeople ? population : 1),
    }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, PER_MIX);
}

const start = (name: string) => name.slice(0, Math.max(4, Math.ceil(name.length * 0.6)));

/** Left out, doubled, exchanged or hit beside, anywhere but at the first letter. */
function mistype(name: string): string {
  const at = 1 + below(name.length - 2);
  const [before, here, next, after] = [name.slice(0, at), name.charAt(at), name.charAt(at + 1), name.slice(at + 2)];
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
  "first two or three letters": towns.map(({ placeId, typed }, n) => ({ placeId, typed: typed.slice(0, 2 + (n % 2)) })),
});

const quantile = (sorted: readonly number[], q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;

/** Milliseconds of each call, after a round that warms up. */
async function timed<T>(items: readonly T[], call: (item: T) => Promise<unknown>): Promise<string> {
  for (const item of items.slice(0, 50)) await call(item);
  const took: number[] = [];
  for (const item of items) {
    const began = performance.now();
    await call(item);
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return `median ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms`;
}

async function hitsInFirstFive(geocoder: Geocoder, samples: readonly Sample[]): Promise<string> {
  let found = 0;
  for (const { placeId, typed } of samples) {
    const items = await geocoder.predict({ query: typed, limit: 5 });
    if (items.some((item) => item.placeId === placeId)) found++;
  }
  return `${((100 * found) / samples.length).toFixed(1)} %`;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), "commonlane-bench-"));
const { db, connection, close } = await openDatabase({ folder, onLost: say });
try {
  const began = performance.now();
  await ensurePlaces(connection);
  say(`places, import into an empty database: ${Math.round(performance.now() - began)} ms`);
  const again = performance.now();
  await ensurePlaces(connection);
  say(`places, at a later start: ${Math.round(performance.now() - again)} ms`);

  const geocoder = geoNames({ db });
  const towns = await sampleTowns(db, { byPeople: false });
  const mixes = mixesOf(towns);
  const byPeople = mixesOf(await sampleTowns(db, { byPeople: true }));
  for (const name of ["prefix", "typo", "exact", "first two or three letters"] as const) {
    const samples = mixes[name];
    const speed = await timed(samples, ({ typed }) => geocoder.predict({ query: typed, limit: 10 }));
    const hits = [await hitsInFirstFive(geocoder, byPeople[name]), await hitsInFirstFive(geocoder, samples)];
    say(`places, ${name}: ${speed}; in the first five ${hits.join(" of searches by people, ")} of towns`);
  }
  const freiburg = { lat: 47.9959, lng: 7.8522 };
  say(
    `places, prefix near Freiburg: ${await timed(mixes.prefix, ({ typed }) => geocoder.predict({ query: typed, limit: 10, ...freiburg }))}`,
  );
  const all = await db.selectFrom("place").select(["lat", "lng"]).orderBy("id").execute();
  const onLand = Array.from({ length: PER_MIX }, () => all[below(all.length)] ?? freiburg);
  say(`places, nearest on land: ${await timed(onLand, (position) => geocoder.nearest(position))}`);
  const anywhere = Array.from({ length: PER_MIX }, () => ({
    lat: (Math.asin(random() * 2 - 1) * 180) / Math.PI,
    lng: random() * 360 - 180,
  }));
  say(`places, nearest anywhere on the globe: ${await timed(anywhere, (position) => geocoder.nearest(position))}`);
} finally {
  await close();
  rmSync(folder, { recursive: true });
}
