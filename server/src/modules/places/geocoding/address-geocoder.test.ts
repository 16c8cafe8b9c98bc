import { expect, test } from "vitest";
import type { LatLng } from "@commonlane/contract/shapes";
import { openLog } from "#platform/log.ts";
import { readSettings } from "#platform/settings.ts";
import { buildUserAgent } from "#platform/upstream/request-public-host.ts";
import {
  type RequestHandler,
  openFakeUpstream,
  respondWith,
} from "../../../../test/services/fake-upstream.ts";
import { AddressGeocoder } from "./address-geocoder.ts";
import { createNominatim, Throttle } from "./nominatim.ts";
import { createPhoton } from "./photon.ts";
import { UpstreamClient } from "#platform/upstream/upstream-client.ts";
import type { Geocoder } from "./address-service.ts";

/** Stub of our own towns, to show which source answered. */
const town = {
  placeId: "gn:1",
  kind: "town",
  label: "Our own town",
  lat: 47.1,
  lng: 9.5,
  timeZone: "Europe/Vaduz",
} as const;
const towns: Geocoder = {
  predict: async () => [{ placeId: town.placeId, kind: town.kind, label: town.label, detail: "" }],
  findPlace: async (placeId) => (placeId === town.placeId ? town : undefined),
  findNearest: async () => ({ ...town, distanceM: 9 }),
};

async function openService(kind: "photon" | "nominatim", answering: RequestHandler) {
  const peer = await openFakeUpstream(answering);
  const requester = {
    settings: readSettings({}),
    community: { name: "Commonlane", supportEmail: "help@example.org" },
  };
  const log = openLog("silent");
  const client = new UpstreamClient(
    { name: "geocoder", url: peer.url, userAgent: () => buildUserAgent(requester) },
    log,
  );
  const service =
    kind === "photon"
      ? createPhoton(client)
      : createNominatim(client, new Throttle({ everyMs: 0, waitingMax: 64 }));
  return { ...peer, geocoder: new AddressGeocoder(service, log).withTowns(towns) };
}

const vaduz: LatLng = { lat: 47.1393, lng: 9.5228 };

const photonAnswer = {
  type: "FeatureCollection",
  features: [
    {
      type: "Feature",
      geometry: { type: "Point", coordinates: [9.52174, 47.13964] },
      properties: {
        osm_type: "W",
        osm_id: 31765736,
        osm_key: "building",
        osm_value: "yes",
        type: "house",
        housenumber: "12",
        street: "Aeulestrasse",
        postcode: "9490",
        city: "Vaduz",
        country: "Liechtenstein",
        countrycode: "LI",
      },
    },
  ],
};
const HOUSE = "osm:W31765736:47.13964:9.52174";

const nominatimAnswer = {
  place_id: 100149,
  licence: "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
  osm_type: "way",
  osm_id: 31765736,
  lat: "47.13964",
  lon: "9.52174",
  category: "building",
  type: "yes",
  place_rank: 30,
  importance: 0.00008,
  addresstype: "building",
  name: "",
  display_name: "12, Aeulestrasse, Vaduz, Oberland, 9490, Liechtenstein",
  address: {
    house_number: "12",
    road: "Aeulestrasse",
    town: "Vaduz",
    "ISO3166-2-lvl8": "LI-11",
    postcode: "9490",
    country: "Liechtenstein",
    country_code: "li",
  },
  boundingbox: ["47.1", "47.2", "9.5", "9.6"],
};

test("queries Photon while the user types, and returns its streets like other places", async () => {
  const { geocoder, requests } = await openService("photon", respondWith(photonAnswer));
  const found = await geocoder.predict({ query: "Aeulestr 12", limit: 5, ...vaduz });
  expect(found).toEqual([
    {
      placeId: HOUSE,
      kind: "address",
      label: "Aeulestrasse 12, Vaduz, Liechtenstein",
      detail: "9490",
    },
  ]);
  // The user's approximate position is enough here.
  expect(requests[0]?.url).toBe("/api?q=Aeulestr+12&limit=5&lat=47.1&lon=9.5");
  expect(requests[0]?.headers["user-agent"]).toContain("help@example.org");
  expect(await geocoder.findPlace(HOUSE)).toEqual({
    placeId: HOUSE,
    kind: "address",
    label: "Aeulestrasse 12, Vaduz, Liechtenstein",
    lat: 47.13964,
    lng: 9.52174,
    timeZone: "Europe/Vaduz",
  });
  expect(requests).toHaveLength(1);
});

test("names a dropped pin after the house or street there, with either service", async () => {
  for (const [kind, answer, url] of [
    ["photon", photonAnswer, "/reverse?lat=47.1393&lon=9.5228&limit=1"],
    [
      "nominatim",
      nominatimAnswer,
      "/reverse?lat=47.1393&lon=9.5228&zoom=18&format=jsonv2&addressdetails=1",
    ],
  ] as const) {
    const { geocoder, requests } = await openService(kind, respondWith(answer));
    const near = await geocoder.findNearest(vaduz);
    expect(near).toMatchObject({
      placeId: HOUSE,
      label: "Aeulestrasse 12, Vaduz, Liechtenstein",
      distanceM: 89,
    });
    await geocoder.findNearest({ lat: vaduz.lat + 0.00001, lng: vaduz.lng });
    expect(requests.map((call) => call.url)).toEqual([url]);
  }
});

test("queries Nominatim only for complete input, not while the user types", async () => {
  const { geocoder, requests } = await openService("nominatim", respondWith([nominatimAnswer]));
  expect((await geocoder.predict({ query: "Aeulestrasse 12", limit: 5 }))[0]?.placeId).toBe(
    town.placeId,
  );
  expect(requests).toEqual([]);
  for (const _ of ["asked", "remembered"])
    expect(
      (await geocoder.predict({ query: "Aeulestrasse 12", limit: 5, complete: true }))[0]?.placeId,
    ).toBe(HOUSE);
  expect(requests.map(({ url }) => url)).toEqual([
    "/search?q=Aeulestrasse+12&limit=5&format=jsonv2&addressdetails=1",
  ]);
});

test("falls back to our own towns if the service fails or finds nothing", async () => {
  const rubbish = [
    respondWith("", 500),
    respondWith("<html>"),
    respondWith({ features: "none" }),
    respondWith({ features: [] }),
    respondWith("", 403),
  ];
  for (const answering of rubbish) {
    const { geocoder } = await openService("photon", answering);
    expect((await geocoder.predict({ query: "Vaduz", limit: 5 }))[0]?.placeId).toBe(town.placeId);
    expect((await geocoder.findNearest(vaduz))?.placeId).toBe(town.placeId);
  }
  const nowhere = await openService("nominatim", respondWith({ error: "Unable to geocode" }));
  for (const _ of ["asked", "remembered"])
    expect((await nowhere.geocoder.findNearest(vaduz))?.placeId).toBe(town.placeId);
  expect(nowhere.requests).toHaveLength(1);
});

test("resolves the id of a place that another process found, and rejects foreign ids", async () => {
  const { geocoder } = await openService("photon", respondWith(photonAnswer));
  expect(await geocoder.findPlace(HOUSE)).toMatchObject({
    label: "Aeulestrasse 12, Vaduz, Liechtenstein",
    lat: 47.13964,
  });
  expect(await geocoder.findPlace(town.placeId)).toEqual(town);
  for (const id of ["osm:W1:99.00000:0.00000", "osm:X1:1.00000:1.00000", "osm:W1", "osm:W1:1:1"])
    expect(await geocoder.findPlace(id)).toBeUndefined();
  const unavailable = await openService("photon", respondWith("", 500));
  expect(await unavailable.geocoder.findPlace(HOUSE)).toMatchObject({
    label: town.label,
    lat: 47.13964,
    lng: 9.52174,
  });
});

test("limits the size and duration of a service's answer", async () => {
  const [house] = photonAnswer.features;
  const much = {
    ...house,
    properties: { ...house?.properties, street: "A".repeat(9_000), district: "B".repeat(9_000) },
  };
  const { geocoder } = await openService(
    "photon",
    respondWith({ features: Array.from({ length: 500 }, () => much) }),
  );
  const found = await geocoder.predict({ query: "Aeulestr 12", limit: 5 });
  expect(found).toHaveLength(5);
  for (const { label, detail } of found) expect(Math.max(label.length, detail.length)).toBe(200);
});

test("calls run one after the other with a pause, and too many waiting calls are rejected", async () => {
  const pace = new Throttle({ everyMs: 30, waitingMax: 3 });
  const beganMs: number[] = [];
  const call = () => pace.run(async () => void beganMs.push(performance.now()));
  const calls = [call(), call(), call()];
  await expect(call()).rejects.toThrow("Too many calls");
  await Promise.all(calls);
  expect(beganMs.slice(1).every((at, n) => at - (beganMs[n] ?? 0) >= 29)).toBe(true);
  await call();
});

test("[domain/privacy:public-place] ids mark towns and named public places; streets, houses and unnamed objects are not marked", async () => {
  const objects = [
    ["railway", "station", "Vaduz Bahnhof", "poi"],
    ["place", "town", "Vaduz", "poi"],
    ["boundary", "administrative", "Vaduz", "poi"],
    ["amenity", "university", "University", "poi"],
    ["place", "house", "Villa", "osm"],
    ["highway", "residential", "Lane", "osm"],
    ["building", "yes", "Canary House", "osm"],
    ["amenity", "parking", undefined, "osm"],
  ] as const;
  const [feature] = photonAnswer.features;
  const features = objects.map(([osm_key, osm_value, name], osm_id) => ({
    ...feature,
    properties: { ...feature?.properties, osm_id, osm_key, osm_value, name },
  }));
  const requests = objects.map(([category, type, name], osm_id) => ({
    ...nominatimAnswer,
    osm_id,
    category,
    type,
    name,
  }));
  const expectedIds = objects.map(([, , , prefix], n) => `${prefix}:W${n}:47.13964:9.52174`);
  for (const [kind, answer] of [
    ["photon", { features }],
    ["nominatim", requests],
  ] as const) {
    const { geocoder } = await openService(kind, respondWith(answer));
    const found = await geocoder.predict({ query: "Vaduz", complete: true, limit: 10 });
    expect(found.map(({ placeId }) => placeId)).toEqual(expectedIds);
    expect(await geocoder.findPlace(expectedIds[0] ?? "")).toMatchObject({
      placeId: expectedIds[0],
      lat: 47.13964,
    });
  }
});
