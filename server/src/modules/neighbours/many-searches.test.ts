import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  addServer,
  makeNeighbours,
  neighbourSearch,
  openCommunity,
  searchNeighbours,
} from "../../../test/fixtures/neighbours.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";
import { neverRespond, openFakeUpstream } from "../../../test/services/fake-upstream.ts";

/** The bench `neighbours` asks for many more, and for a report. */
const SEARCHES = Number(process.env["NEIGHBOUR_SEARCHES"] ?? 3);
const report = process.env["NEIGHBOUR_SEARCHES_REPORT"];
const OWN_RIDES = report === undefined ? 3 : 100;
const THEIR_RIDES = report === undefined ? 2 : 20;

const measure = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
};

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? NaN;

/** Searches from different squares. */
const latOf = (n: number): number => towns.karlsruhe.lat + ((n % 7) - 3) * 0.005;

test(
  "the own search is answered beside neighbours of which one is dead",
  { timeout: 600_000 },
  async () => {
    const uni = await openCommunity("Uni");
    const others = [await openCommunity("Town"), await openCommunity("Village")];
    const dead = await openFakeUpstream(neverRespond);
    const onRoute = { isListed: true, stops: [towns.karlsruhe, towns.mainz] };
    for (let n = 0; n < OWN_RIDES; n++)
      await hostRide(uni.app, await uni.app.createUser(), onRoute);
    for (const other of others)
      for (let n = 0; n < THEIR_RIDES; n++)
        await hostRide(other.app, await other.app.createUser(), onRoute);

    const searchOwn = (lat: number) =>
      uni.app.call("GET", "/rides/search", {
        as: uni.seeker,
        query: { ...neighbourSearch, fromLat: lat, walkM: 5000 },
      });
    await searchOwn(latOf(0));
    const alone: number[] = [];
    for (let n = 0; n < SEARCHES; n++) alone.push(await measure(() => searchOwn(latOf(n))));

    for (const other of others) await makeNeighbours(uni, other);
    await addServer(uni, dead.url);
    const beside: number[] = [];
    const neighbours: number[] = [];
    let found = 0;
    for (let n = 0; n < SEARCHES; n++) {
      // Another time makes another request, which no cache knows.
      const departsAfter = new Date(Date.UTC(2026, 0, 1, 12) + n * 300_000).toISOString();
      const asked = measure(async () => {
        const query = { fromLat: latOf(n), walkM: 5000, departsAfter };
        const { items } = await searchNeighbours(uni, query);
        found += items.length;
      });
      beside.push(await measure(() => searchOwn(latOf(n))));
      neighbours.push(await asked);
    }

    expect(found).toBeGreaterThan(SEARCHES / 2);

    const figures = { alone, beside, neighbours };
    const rows = Object.entries(figures).flatMap(([name, values]) => [
      [`${name} p50`, percentile(values, 0.5)] as const,
      [`${name} p99`, percentile(values, 0.99)] as const,
    ]);
    if (report !== undefined) writeFileSync(report, JSON.stringify(Object.fromEntries(rows)));
  },
);
