import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { approximatePosition } from "#modules/privacy/approximate/index.ts";
import {
  driverActions,
  offsetPosition,
  MARKET,
  advanceClock,
} from "../../../test/fixtures/drivers.ts";
import {
  type DistanceMeasurement,
  locateByDistances,
} from "../../../test/fixtures/trilateration.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { gridDistanceM } from "./map/driver-grid.ts";

/** 10,000 in `npm run bench trilateration`, which also reads the report. */
const QUERIES = Number(process.env["QUERIES"] ?? 300);
const REPORT = process.env["TRILATERATION_REPORT"];
const BISECTIONS = 20;

test(
  `${QUERIES} queries from chosen points reveal no more than one, and none the position within the square`,
  { timeout: 30_000 + QUERIES * 40 },
  async () => {
    const app = await createTestApp();
    const victim = await app.createUser();
    const spy = await app.createUser();
    const helper = await app.createUser();
    const middle = approximatePosition(MARKET, 500);
    // Two positions in one square, farther apart than its side.
    const southwest = offsetPosition(middle, -235, -235);
    const northeast = offsetPosition(middle, 235, 235);
    expect(gridDistanceM(southwest, northeast)).toBeGreaterThan(500);

    await driverActions(app, victim).goActive(southwest);
    await driverActions(app, helper).goActive(offsetPosition(middle, 3000, 0));
    let queryCount = 0;
    const attack = () => attackOn(victim.uid, { spy, helper });
    const one = await attack();
    // The attack finds the approximate position to within metres, so it would have found the exact one.
    expect(gridDistanceM(one.estimate, middle)).toBeLessThan(20);
    expect(one.positions).toEqual([{ lat: middle.lat, lng: middle.lng }]);

    advanceClock(app, 60);
    expect((await driverActions(app, victim).move(northeast)).body).toMatchObject(northeast);
    const other = await attack();
    expect(other).toEqual(one);
    if (REPORT !== undefined) {
      const from = [southwest, northeast].map((driver) => ({
        first: gridDistanceM(driver, middle),
        estimate: gridDistanceM(driver, one.estimate),
      }));
      const apartM = gridDistanceM(southwest, northeast);
      const closestM = Math.min(...from.map(({ estimate }) => estimate));
      const gainedM = Math.max(...from.map(({ first, estimate }) => first - estimate));
      writeFileSync(REPORT, JSON.stringify({ queryCount, apartM, closestM, gainedM }));
    }

    // GPS noise of a parked phone across the edge of the square must not reveal the edge either.
    for (const [n, northM] of [260, 240, 290, 200, 270].entries()) {
      advanceClock(app, 20);
      await driverActions(app, victim).move(offsetPosition(middle, northM, 20 * n));
      expect((await ask(spy, MARKET, 50)).filter(({ uid }) => uid === victim.uid)).toMatchObject([
        middle,
      ]);
    }

    async function ask(as: TestUser, from: typeof MARKET, radius: number) {
      queryCount++;
      return (await driverActions(app, as).nearby({ ...from, radius })).body.items;
    }

    /** Measures by membership in circles, by displayed distances, and by the order of two drivers. */
    async function attackOn(uid: string, { spy, helper }: { spy: TestUser; helper: TestUser }) {
      const positions = new Set<string>();
      const measured: DistanceMeasurement[] = [];
      const distances: (number | null | undefined)[] = [];
      const orders: boolean[] = [];
      const points = Math.max(3, Math.ceil(QUERIES / 2 / (BISECTIONS + 1)));
      for (let n = 0; n < points; n++) {
        const turn = (2 * Math.PI * n) / points;
        const from = offsetPosition(
          MARKET,
          4000 * Math.cos(turn),
          (2500 + 900 * (n % 20)) * Math.sin(turn),
        );
        let inside = 0;
        let outside = 40_000;
        for (let step = 0; step < BISECTIONS; step++) {
          const radiusM = (inside + outside) / 2;
          const result = (await ask(spy, from, radiusM / 1000)).find(
            (driver) => driver.uid === uid,
          );
          if (result) positions.add(JSON.stringify({ lat: result.lat, lng: result.lng }));
          if (result) outside = radiusM;
          else inside = radiusM;
        }
        measured.push({ from, distanceM: (inside + outside) / 2 });
        const all = await ask(spy, from, 50);
        distances.push(all.find((driver) => driver.uid === uid)?.distanceKm);
        orders.push(
          all.findIndex((driver) => driver.uid === uid) <
            all.findIndex((driver) => driver.uid === helper.uid),
        );
      }
      const places = Array.from(positions, (text): unknown => JSON.parse(text));
      return {
        positions: places,
        distances,
        orders,
        estimate: locateByDistances(measured, MARKET),
      };
    }
  },
);
