import { encodePolyline } from "@commonlane/contract/polyline";
import { distanceM } from "@commonlane/matching/geo";
import { describe, expect, test } from "vitest";
import {
  type RequestHandler,
  openFakeUpstream,
  respondWith,
} from "../../../test/services/fake-upstream.ts";
import { openLog } from "../log.ts";
import { readSettings } from "../settings.ts";
import { openRoutingEngine } from "./open-routing-engine.ts";

const a = { lat: 52.517037, lng: 13.38886 };
const b = { lat: 52.529407, lng: 13.397634 };
const c = { lat: 52.523219, lng: 13.428555 };

async function openService(kind: "osrm" | "valhalla", handler: RequestHandler) {
  const upstream = await openFakeUpstream(handler);
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(line) });
  const routing = openRoutingEngine(readSettings({ ROUTER: `${kind}:${upstream.url}` }), log);
  return { ...upstream, router: routing, lines };
}

/** The example in OSRM's documentation, shortened: two legs of one and two steps. */
const osrmRoute = {
  code: "Ok",
  routes: [
    {
      distance: 4672.3,
      duration: 637.4,
      legs: [
        { distance: 1884.8, duration: 251.5, steps: [{ geometry: "q~kbcBojwpX}giCsu[" }] },
        {
          distance: 2787.5,
          duration: 385.9,
          steps: [{ geometry: "kuegcBy_~pXpcGo`^" }, { geometry: "kuegcBy_~pX" }],
        },
      ],
    },
  ],
  waypoints: [],
};

describe("osrm", () => {
  test("requests a route with the longitude first, and joins each leg's steps to one line", async () => {
    const { router: routing, requests } = await openService("osrm", respondWith(osrmRoute));
    const { legs, routed } = await routing.route([a, b, c]);
    expect(requests[0]?.url).toBe(
      "/route/v1/driving/13.388860,52.517037;13.397634,52.529407;13.428555,52.523219?overview=false&steps=true&geometries=polyline6",
    );
    expect(routed).toBe(true);
    expect(legs.map(({ distanceM, durationS }) => [distanceM, durationS])).toEqual([
      [1884.8, 251.5],
      [2787.5, 385.9],
    ]);
    expect(legs.every(({ line }) => line.length === 2)).toBe(true);
  });

  test("a table names sources and destinations by index; null means no road, and it is cached", async () => {
    const table = { code: "Ok", durations: [[0, 192.6, null]], distances: [[0, 1886.8, null]] };
    const { router: routing, requests } = await openService("osrm", respondWith(table));
    const expected = [
      [{ distanceM: 0, durationS: 0 }, { distanceM: 1886.8, durationS: 192.6 }, null],
    ];
    expect(await routing.table([a], [a, b, c])).toEqual(expected);
    expect(await routing.table([a], [a, b, c])).toEqual(expected);
    expect(requests.map(({ url }) => url)).toEqual([
      "/table/v1/driving/13.388860,52.517037;13.388860,52.517037;13.397634,52.529407;13.428555,52.523219?sources=0&destinations=1;2;3&annotations=duration,distance",
    ]);
  });

  test("a refused or malformed reply leads to an estimate that is marked as such", async () => {
    const incomplete = { ...osrmRoute, routes: [{ legs: osrmRoute.routes[0]?.legs.slice(1) }] };
    const refusals = [
      respondWith({ code: "NoRoute", message: "Impossible route between points" }, 400),
      respondWith(incomplete),
    ];
    for (const refusal of [
      ...refusals,
      respondWith({ code: "Ok", routes: [] }),
      respondWith({ code: "NoSegment" }),
    ]) {
      const { router: routing, lines } = await openService("osrm", refusal);
      const { legs, routed } = await routing.route([a, b, c]);
      expect(routed).toBe(false);
      expect(legs[1]?.distanceM).toBeCloseTo(1.22 * distanceM(b, c));
      // Less than 4 km, so at 30 km/h.
      expect(legs[1]?.durationS).toBeCloseTo((1.22 * distanceM(b, c)) / (30 / 3.6));
      expect(lines.join("")).toContain("using estimated routes");
    }
  });
});

describe("valhalla", () => {
  const leg = { shape: "q~kbcBojwpX}giCsu[", summary: { length: 1.885, time: 251.5, cost: 300 } };
  const trip = {
    trip: { status: 0, units: "kilometers", legs: [leg, leg], language: "en-US" },
    id: "x",
  };

  test("converts kilometres to metres, and sends requests as documented", async () => {
    const { router: routing, requests } = await openService("valhalla", respondWith(trip));
    const { legs, routed } = await routing.route([a, b, c]);
    expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
      costing: "auto",
      units: "kilometers",
      directions_type: "none",
      locations: [a, b, c].map(({ lat, lng }) => ({ lat, lon: lng })),
    });
    expect(requests[0]).toMatchObject({ method: "POST", url: "/route" });
    expect([routed, legs[0]?.distanceM, legs[0]?.durationS]).toEqual([true, 1885, 251.5]);
  });

  test("reads a matrix in the short form and in the long one of older releases", async () => {
    const short = {
      units: "kilometers",
      sources_to_targets: { durations: [[251, null]], distances: [[1.885, null]] },
    };
    const cells = [
      { from_index: 0, to_index: 0, time: 251, distance: 1.885 },
      { from_index: 0, to_index: 1, time: null, distance: null },
    ];
    for (const matrixReply of [short, { units: "kilometers", sources_to_targets: [cells] }]) {
      const { router: routing, requests } = await openService("valhalla", respondWith(matrixReply));
      expect(await routing.table([a], [b, c])).toEqual([
        [{ distanceM: 1885, durationS: 251 }, null],
      ]);
      expect(requests[0]).toMatchObject({ method: "POST", url: "/sources_to_targets" });
    }
  });
});

/** A neighbouring road in Valhalla's reply. */
const locatedEdge = (distance: number, classification: object, flags: object = {}) => ({
  correlated_lat: 52.5,
  correlated_lon: 13.4,
  distance,
  edge: {
    tunnel: false,
    bridge: false,
    round_about: false,
    access: { car: true },
    classification: { use: "road", link: false, ...classification },
    ...flags,
  },
});

describe("on foot, and the nearest road", () => {
  test("Valhalla calculates walks as a pedestrian, and they are cached apart from drives", async () => {
    const reply = {
      units: "kilometers",
      sources_to_targets: { durations: [[900]], distances: [[1.2]] },
    };
    const { router: routing, requests } = await openService("valhalla", respondWith(reply));
    for (let n = 0; n < 2; n++)
      expect(await routing.walkTable([a], [b])).toEqual([[{ distanceM: 1200, durationS: 900 }]]);
    await routing.table([a], [b]);
    expect(requests.map(({ body }) => /"costing":"(\w+)"/.exec(body)?.[1])).toEqual([
      "pedestrian",
      "auto",
    ]);
  });

  test("walks are estimated without an engine, with one that fails, and in a transaction", async () => {
    const estimate = await openRoutingEngine(readSettings({}), openLog("silent")).walkTable(
      [a],
      [b],
    );
    const metres = 1.2 * distanceM(a, b);
    expect(estimate).toEqual([[{ distanceM: metres, durationS: metres / 1.3, estimated: true }]]);
    const { router: failing } = await openService("valhalla", respondWith("", 500));
    expect(await failing.walkTable([a], [b])).toEqual(estimate);
    expect(await failing.cacheOnly.walkTable([a], [b])).toEqual(estimate);
    const { router: osrm } = await openService("osrm", respondWith("", 500));
    expect(await osrm.walkTable([a], [b])).toEqual(estimate);
  });

  test("Valhalla's path on foot begins and ends at the places; it is unknown without one, and with other engines", async () => {
    const path = [
      { lat: 52.5001, lng: 13.4001 },
      { lat: 52.505, lng: 13.42 },
    ];
    const leg = { shape: encodePolyline(path, 6), summary: { length: 2, time: 1500 } };
    const reply = { trip: { status: 0, units: "kilometers", legs: [leg] } };
    const { router: routing, requests } = await openService("valhalla", respondWith(reply));
    expect(await routing.walk(a, b)).toEqual([a, ...path, b]);
    expect(requests[0]).toMatchObject({ method: "POST", url: "/route" });
    expect(requests[0]?.body).toContain('"costing":"pedestrian"');
    expect(await routing.cacheOnly.walk(a, b)).toBeUndefined();
    const others = [
      (await openService("valhalla", respondWith({ error: "No path could be found" }, 400))).router,
      (await openService("valhalla", respondWith("", 500))).router,
      (await openService("osrm", respondWith("", 500))).router,
      openRoutingEngine(readSettings({}), openLog("silent")),
    ];
    for (const other of others) expect(await other.walk(a, b)).toBeUndefined();
  });

  test("the nearest road says its class and whether a car may stop there", async () => {
    const reply = [
      {
        edges: [
          locatedEdge(9, { classification: "service_other" }),
          locatedEdge(5, { classification: "residential" }),
        ],
      },
      { edges: [locatedEdge(5, { classification: "motorway" })] },
      { edges: [locatedEdge(5, { classification: "primary", link: true, use: "ramp" })] },
      { edges: [locatedEdge(5, { classification: "primary" }, { tunnel: true })] },
      { edges: [locatedEdge(1, { classification: "tertiary" }, { access: { car: false } })] },
      { edges: null },
    ];
    const { router: routing } = await openService("valhalla", respondWith(reply));
    const roads = await routing.locate([a, b, c, a, b, c]);
    expect(roads.map((road) => road && [road.roadClass, road.canStop])).toEqual([
      ["residential", true],
      ["motorway", false],
      ["primary", false],
      ["primary", false],
      null,
      null,
    ]);
    expect(roads[0]).toMatchObject({ at: { lat: 52.5, lng: 13.4 }, distanceM: 5 });
    const { router: failing } = await openService("valhalla", respondWith("", 500));
    expect(await failing.locate([a])).toEqual([undefined]);
  });
});

test("an estimate after a failure is not cached", async () => {
  const service = await openService("osrm", respondWith("", 500));
  expect((await service.router.route([a, b, c])).routed).toBe(false);
  expect(await service.router.table([a], [b])).toEqual([[undefined]]);
  service.become(respondWith(osrmRoute));
  expect((await service.router.route([a, b, c])).routed).toBe(true);
  const count = service.requests.length;
  expect((await service.router.route([a, b, c])).routed).toBe(true);
  expect(service.requests).toHaveLength(count);
});

test("large tables are requested in parts of at most 90 places and joined again", async () => {
  const { router: routing, requests } = await openService("osrm", (request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const lats = (pathname.split("/").at(-1) ?? "")
      .split(";")
      .map((place) => Number(place.split(",")[1]));
    const numbers = (name: string) =>
      (searchParams.get(name) ?? "").split(";").map((n) => lats[Number(n)] ?? NaN);
    const cells = numbers("sources").map((from) =>
      numbers("destinations").map((to) => from * 1000 + to),
    );
    respondWith({ code: "Ok", durations: cells, distances: cells })(request, reply);
  });
  const manyPlaces = Array.from({ length: 200 }, (_, n) => ({ lat: n / 10, lng: 0 }));
  const [few, all] = [
    manyPlaces.slice(0, 2),
    await routing.table(manyPlaces, manyPlaces.slice(0, 2)),
  ];
  for (const [row, from] of manyPlaces.entries())
    expect(all[row]).toEqual(
      few.map((to) => ({
        distanceM: from.lat * 1000 + to.lat,
        durationS: from.lat * 1000 + to.lat,
      })),
    );
  expect(requests).toHaveLength(3);
  expect(Math.max(...requests.map(({ url }) => url.split(";").length))).toBeLessThan(200);
});

test("without ROUTER no service is called, and the same interface estimates", async () => {
  const routing = openRoutingEngine(readSettings({}), openLog("silent"));
  expect(routing.hasRoadData).toBe(false);
  const table = await routing.table([a], [b]);
  expect(table[0]?.[0]?.distanceM).toBeCloseTo(1.22 * distanceM(a, b));
});

test("an invalid routing service is refused at the start", () => {
  for (const ROUTER of [
    "osrm",
    "https://router.example.org",
    "osrm:router.example.org",
    "graphhopper:https://example.org",
  ])
    expect(() => readSettings({ ROUTER })).toThrow("ROUTER");
  expect(readSettings({ ROUTER: "valhalla:http://127.0.0.1:8002" }).ROUTER).toEqual({
    kind: "valhalla",
    url: "http://127.0.0.1:8002",
  });
});
