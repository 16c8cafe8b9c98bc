import { distanceM } from "@commonlane/matching/geo";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  liechtenstein,
  openRoutingService,
  type RoutingService,
  reasonRoutingUnavailable,
} from "../../../test/roads/roads.ts";
import { openLog } from "../log.ts";
import { readSettings } from "../settings.ts";
import { openRoutingEngine } from "./open-routing-engine.ts";

const { balzers, vaduz, schaan, malbun, ruggell } = liechtenstein;
const reason = reasonRoutingUnavailable();
if (reason !== undefined) process.stderr.write(`Skipping tests on real roads: ${reason}.\n`);

let roads: RoutingService | undefined;
beforeAll(
  async () => void (roads = reason === undefined ? await openRoutingService() : undefined),
  60_000,
);
afterAll(() => roads?.close());

/** Valhalla supports the formats of both; osrm.test.ts covers other replies of OSRM. */
describe.runIf(reason === undefined).each(["valhalla", "osrm"])(
  "%s on the roads of Liechtenstein",
  (kind) => {
    const router = () =>
      openRoutingEngine(readSettings({ ROUTER: `${kind}:${roads?.url}` }), openLog("silent"));

    test("a route has a leg for each pair of neighbours, along roads and not straight", async () => {
      const { legs, routed } = await router().route([vaduz, schaan, balzers]);
      expect(routed).toBe(true);
      expect(legs.map(({ distanceM }) => Math.round(distanceM / 100))).toEqual([32, 123]);
      expect(legs.map(({ durationS }) => Math.round(durationS / 30))).toEqual([8, 28]);
      for (const [n, { line, distanceM: metres }] of legs.entries()) {
        const drawnM = line
          .slice(1)
          .reduce((sum, point, k) => sum + distanceM(line[k] ?? point, point), 0);
        expect(Math.abs(drawnM / metres - 1), `leg ${n}`).toBeLessThan(0.05);
      }
      expect(distanceM(legs[0]?.line.at(0) ?? balzers, vaduz)).toBeLessThan(50);
      expect(legs[0]?.line.at(-1)).toEqual(legs[1]?.line.at(0));
    });

    test("a table contains the road of each pair, and agrees with the route", async () => {
      const opened = router();
      const table = await opened.table([vaduz, malbun], [schaan, ruggell, malbun]);
      expect(table.map((row) => row.length)).toEqual([3, 3]);
      const { legs } = await opened.route([vaduz, ruggell]);
      expect(Math.abs((table[0]?.[1]?.distanceM ?? 0) - (legs[0]?.distanceM ?? 0))).toBeLessThan(
        30,
      );
      expect(table[1]?.[2]).toEqual({ distanceM: 0, durationS: 0 });
      // Malbun is 5.5 km up a mountain road.
      const up = (await opened.table([vaduz], [malbun]))[0]?.[0]?.distanceM ?? 0;
      expect(up / distanceM(vaduz, malbun)).toBeGreaterThan(1.5);
    });

    test("without roads the route is estimated and marked as such", async () => {
      const ocean = { lat: 0, lng: 0 };
      const { legs, routed } = await router().route([vaduz, ocean]);
      expect(routed).toBe(false);
      expect(legs[0]?.distanceM).toBeCloseTo(1.22 * distanceM(vaduz, ocean));
      expect(await router().table([vaduz], [ocean])).toEqual([[undefined]]);
    });
  },
);
