import { expect, test } from "vitest";
import { SeededRandom } from "#modules/demo/seeded-random.ts";
import { type NearbyCursor, DriverGrid, gridDistanceM } from "./driver-grid.ts";

const HERE = { lat: 48, lng: 7.85 };
interface Item {
  uid: string;
  approximate: { lat: number; lng: number };
}

test("[domain/driver:nearest-first] the grid finds the same drivers as a full scan, also near the poles and across the 180th meridian", () => {
  const chance = new SeededRandom(7);
  const middles = [HERE, { lat: -17, lng: 179.99 }, { lat: 89.9, lng: 0 }, { lat: -90, lng: 10 }];
  const grid = new DriverGrid<Item>();
  const everybody: Item[] = [];
  const near = ({ lat, lng }: { lat: number; lng: number }, degrees: number) => {
    const turned =
      lng + ((chance.next() * 2 - 1) * degrees) / Math.max(0.02, Math.cos((lat * Math.PI) / 180));
    return {
      // Many share a square, as people in a town do.
      lat: Math.max(
        -90,
        Math.min(90, Math.round((lat + (chance.next() * 2 - 1) * degrees) * 200) / 200),
      ),
      lng: Math.round((((((turned + 180) % 360) + 360) % 360) - 180) * 200) / 200,
    };
  };
  for (let n = 0; n < 1200; n++) {
    const item = {
      uid: `u${String(n).padStart(5, "0")}`,
      approximate: near(middles[n % 4] ?? HERE, 0.4),
    };
    grid.add(item);
    everybody.push(item);
  }
  // Some leave again.
  for (const item of everybody.splice(0, 200)) grid.remove(item);

  for (let n = 0; n < 80; n++) {
    const at = near(middles[n % 4] ?? HERE, n % 7 === 0 ? 3 : 0.4);
    const radiusM = [500, 5_000, 50_000, 500_000][n % 4] ?? 5_000;
    const even = ({ uid }: Item) => n % 3 !== 0 || Number(uid.slice(1)) % 2 === 0;
    const all = everybody
      .filter(even)
      .map((item) => ({ item, distanceM: gridDistanceM(at, item.approximate) }))
      .filter(({ distanceM }) => distanceM <= radiusM)
      .toSorted((a, b) => a.distanceM - b.distanceM || (a.item.uid < b.item.uid ? -1 : 1));
    const found: typeof all = [];
    let after: NearbyCursor;
    // Two consecutive pages.
    for (let page = 0; page < 2; page++) {
      const part = grid.nearest({ at, radiusM, limit: 13, after }, even);
      found.push(...part);
      const last = part.at(-1);
      after = last && { at: last.distanceM, uid: last.item.uid };
    }
    expect(found.map(({ item }) => item.uid)).toEqual(
      all.slice(0, found.length).map(({ item }) => item.uid),
    );
    expect(found).toHaveLength(Math.min(26, all.length));
  }
});
