import { rmSync } from "node:fs";
import type { MeetingPoint } from "@commonlane/contract/meeting-points";
import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { LatLng, PickupPlace, Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createModerator } from "../../../../../test/fixtures/moderators.ts";
import { hostRide, requestSeats } from "../../../../../test/fixtures/rides.ts";
import { addLiechtensteinWithPickupPoints } from "../../../../../test/regions/liechtenstein.ts";
import { VILLAGES } from "../../../../../test/regions/villages.ts";
import { EXTRACT } from "../../../../../test/roads/liechtenstein-region.ts";
import { readRoads } from "../../../../../test/regions/real-roads.ts";
import { createOpenFolder } from "../../../../../test/app/test-folders.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../../../test/app/test-app.ts";
import { decodePolyline } from "@commonlane/contract/polyline";

let folder = "";
beforeAll(async () => {
  folder = createOpenFolder();
  await addLiechtensteinWithPickupPoints(folder);
}, 60_000);
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const inLiechtenstein = () => createTestApp({ settings: { DATA_DIR: folder } });

const { balzers, vaduz, schaan, ruggell } = VILLAGES;
const baseRide = {
  origin: { ...balzers, shown: "exact" },
  destination: { ...ruggell, shown: "exact" },
  stops: [],
  contribution: null,
  maxDetourM: 0,
  maxDetourS: 0,
};
const WALK_M = 1200;

async function search(app: TestApp, as: TestUser, from: LatLng, to: LatLng, more: object = {}) {
  const query = {
    fromLat: from.lat,
    fromLng: from.lng,
    toLat: to.lat,
    toLng: to.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
    walkM: WALK_M,
    ...more,
  };
  const reply = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as,
    query,
  });
  expect(reply.status).toBe(200);
  return reply.body.items;
}

/** Homes 150 to 700 metres from the centre of a village. */
const homesIn = ({ lat, lng }: Place): LatLng[] =>
  [0.0014, -0.003, 0.006].map((off, n) => ({
    lat: lat + off * (n === 1 ? 0.3 : 1),
    lng: lng + off * (n === 1 ? 1 : 0.2),
  }));

const differenceMs = (at: string | undefined, other: string | undefined) =>
  Math.abs(Date.parse(at ?? "") - Date.parse(other ?? ""));

describe("pickup points on the roads of Liechtenstein", () => {
  test("[domain/pickup:where-cars-stop] of all rides among eleven villages, walkers meet none where a car cannot stop, and walk at most as far as they want, on real paths", async () => {
    const app = await inLiechtenstein();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const places = Object.values(VILLAGES);
    const rides: Ride[] = [];
    for (const [n, origin] of places.entries())
      for (const [k, destination] of places.entries()) {
        if (n === k) continue;
        const departsAt = new Date(
          Date.parse("2026-01-02T00:00:00Z") + rides.length * 4 * 3_600_000,
        ).toISOString();
        const ends = {
          origin: { ...origin, shown: "exact" },
          destination: { ...destination, shown: "exact" },
        };
        rides.push(await hostRide(app, host, { ...baseRide, ...ends, departsAt }));
      }
    const wholeTime = {
      departsAfter: "2026-01-01T23:00:00Z",
      departsBefore: "2026-01-30T00:00:00Z",
      limit: 100,
    };
    const network = await readRoads(EXTRACT);
    const seen = new Map<string, PickupPlace>();
    let walkers = 0;
    for (const [n, from] of places.flatMap(homesIn).entries()) {
      const to = places[(n * 5 + 3) % places.length] ?? vaduz;
      for (const { ride, match } of await search(app, seeker, from, to, wholeTime)) {
        const isOwnEnd = (place: PickupPlace) =>
          [ride.origin, ride.destination].some((end) => distanceM(end, place) < 1);
        for (const place of [match.pickup, match.dropoff]) {
          if (isOwnEnd(place)) continue;
          expect(place).toMatchObject({
            pickupKind: expect.any(String),
            label: expect.stringMatching(/\S/),
          });
          seen.set(`${place.lat},${place.lng}`, place);
          const line = decodePolyline(ride.polyline);
          expect(Math.min(...line.map((point) => distanceM(point, place)))).toBeLessThan(1000);
        }
        walkers++;
        expect(match.walkFromM).toBeLessThanOrEqual(WALK_M);
        const [walk] = app.ctx.routing.walks(from, [match.pickup], 2 * WALK_M);
        // Engines walk from the nearest path; the way to it counts at least straight.
        const walkM = Math.max(walk?.distanceM ?? Infinity, distanceM(from, match.pickup));
        expect(Math.abs(walkM - match.walkFromM)).toBeLessThan(2);
        expect(Date.parse(match.pickupAt)).toBeLessThan(Date.parse(match.dropoffAt));
        expect([match.detourM, match.detourS]).toEqual([0, 0]);
      }
    }
    expect([walkers > 120, seen.size > 30]).toEqual([true, true]);
    const withoutStopping = [...seen.values()].filter((place) => {
      const near = network.near(place).toSorted((a, b) => offM(a, place) - offM(b, place))[0];
      return !near?.canStop || offM(near, place) > 2;
    });
    expect(withoutStopping).toEqual([]);
  });

  test("[domain/pickup:same-point] search, request, acceptance and the host's view name the same stop and time", async () => {
    const app = await inLiechtenstein();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const ride = await hostRide(app, host, baseRide);
    const [home] = homesIn(vaduz);
    const [found] = await search(app, seeker, home ?? vaduz, homesIn(schaan)[0] ?? schaan);
    const { match } = found ?? {};
    expect(match?.pickup.pickupKind).toBeDefined();
    // A client cannot choose the name or kind of a known stop.
    const pickup = { ...match?.pickup, label: "Meet me at home", pickupKind: "station" };
    const response = await requestSeats(
      app,
      ride,
      host,
      { pickup, dropoff: match?.dropoff },
      seeker,
    );
    const same = { pickup: match?.pickup, dropoff: match?.dropoff };
    expect(response.response.body).toMatchObject(same);
    const incoming = async () =>
      (await app.call<{ items: SeatRequest[] }>("GET", `/rides/${ride.id}/requests`, { as: host }))
        .body.items[0];
    // Until then the host sees an approximate place, not the stop.
    const before = await incoming();
    expect(before?.pickup.pickupKind).toBeUndefined();
    expect(before?.pickup.label).not.toBe(match?.pickup.label);
    const accepted = await response.accept();
    const times = { pickupAt: match?.pickupAt, dropoffAt: match?.dropoffAt };
    expect(accepted.body).toMatchObject(same);
    expect(differenceMs(accepted.body.pickupAt, times.pickupAt)).toBeLessThanOrEqual(1000);
    expect(differenceMs(accepted.body.dropoffAt, times.dropoffAt)).toBeLessThanOrEqual(1000);
    expect(await incoming()).toMatchObject(same);
  });

  test("[domain/pickup:same-point-instant] an instant booking is at the stop and time of the search result", async () => {
    const app = await inLiechtenstein();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const ride = await hostRide(app, host, { ...baseRide, approval: "instant" });
    const [found] = await search(
      app,
      seeker,
      homesIn(vaduz)[0] ?? vaduz,
      homesIn(schaan)[0] ?? schaan,
    );
    const { pickup, dropoff, pickupAt, dropoffAt } = found?.match ?? {};
    expect([pickup?.pickupKind, dropoff?.pickupKind]).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    const { body } = (await requestSeats(app, ride, host, { pickup, dropoff }, seeker)).response;
    expect(body).toMatchObject({ status: "accepted", pickup, dropoff, detourM: 0 });
    expect(differenceMs(body.pickupAt, pickupAt)).toBeLessThanOrEqual(1000);
    expect(differenceMs(body.dropoffAt, dropoffAt)).toBeLessThanOrEqual(1000);
  });

  test("[domain/pickup:approximate] two stops in one square look the same to the host until acceptance", async () => {
    const app = await inLiechtenstein();
    const host = await app.createUser();
    const ride = await hostRide(app, host, baseRide);
    const seeker = await app.createUser();
    const seen = new Map<string, Set<string>>();
    for (const home of [...homesIn(vaduz), ...homesIn(schaan)]) {
      const [found] = await search(app, seeker, home, ruggell);
      const { pickup } = found?.match ?? {};
      if (!pickup?.pickupKind) continue;
      const request = await requestSeats(app, ride, host, {
        pickup,
        dropoff: found?.match.dropoff,
      });
      const { body } = await app.call<{ items: SeatRequest[] }>(
        "GET",
        `/rides/${ride.id}/requests`,
        { as: host },
      );
      const shown = body.items.find(({ id }) => id === request.response.body.id);
      const view = JSON.stringify([
        shown?.pickup,
        shown?.pickupAt,
        shown?.dropoffAt,
        shown?.detourM,
        shown?.detourS,
      ]);
      expect(distanceM(shown?.pickup ?? vaduz, pickup)).toBeLessThan(500 * Math.SQRT1_2);
      const key = `${shown?.pickup.lat},${shown?.pickup.lng}`;
      seen.set(key, (seen.get(key) ?? new Set()).add(view));
      await request.end();
    }
    expect(seen.size).toBeGreaterThan(1);
    expect([...seen.values()].filter((views) => views.size > 1)).toEqual([]);
  });

  test("[domain/pickup:preferred] a meeting point of the community or the host is chosen if it is at most 3 minutes' walk farther; a host's counts only for their rides", async () => {
    const app = await inLiechtenstein();
    const host = await app.createUser();
    const other = await app.createUser();
    const seeker = await app.createUser();
    const moderator = await createModerator(app);
    const ride = await hostRide(app, host, baseRide);
    await hostRide(app, other, baseRide);
    const home = homesIn(vaduz)[0] ?? vaduz;
    const pickups = async () =>
      Object.fromEntries(
        (await search(app, seeker, home, ruggell)).map(({ ride, match }) => [
          ride.host.uid,
          match.pickup.label,
        ]),
      );
    const before = await pickups();
    expect(before[host.uid]).toBe(before[other.uid]);
    // On the ride's line, some way along it.
    const line = decodePolyline(ride.polyline);
    const near = line.toSorted((a, b) => distanceM(a, home) - distanceM(b, home))[0] ?? vaduz;
    const point = { ...near, name: "Baker's corner" };
    const own = await app.call<MeetingPoint>("POST", "/meeting-points", { as: host, body: point });
    expect(await pickups()).toEqual({ ...before, [host.uid]: "Baker's corner" });
    await app.call("DELETE", `/meeting-points/${own.body.id}`, { as: host });
    const url = "/moderation/meeting-points";
    const create = (body: object) => app.call<MeetingPoint>("POST", url, { as: moderator, body });
    const { body: common } = await create({ ...point, name: "P+R Vaduz", kind: "parkAndRide" });
    expect(await pickups()).toEqual({ [host.uid]: "P+R Vaduz", [other.uid]: "P+R Vaduz" });
    // Too far to prefer: 1 km farther along the line.
    const far = line.find((place) => place.lat > near.lat && distanceM(place, near) > 900) ?? near;
    await app.call("PUT", `${url}/${common.id}`, {
      as: moderator,
      body: { ...point, ...far, name: "Far" },
    });
    expect(await pickups()).toEqual(before);
  });

  test("[domain/pickup:removed] a booking stays where it was agreed when the meeting point is deleted", async () => {
    const app = await inLiechtenstein();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const ride = await hostRide(app, host, baseRide);
    const home = homesIn(vaduz)[0] ?? vaduz;
    const near =
      decodePolyline(ride.polyline).toSorted(
        (a, b) => distanceM(a, home) - distanceM(b, home),
      )[0] ?? vaduz;
    const body = { ...near, name: "Baker's corner", kind: "parking" };
    const point = await app.call<MeetingPoint>("POST", "/meeting-points", { as: host, body });
    const [found] = await search(app, seeker, home, ruggell);
    const response = await requestSeats(app, ride, host, { pickup: found?.match.pickup }, seeker);
    await app.call("DELETE", `/meeting-points/${point.body.id}`, { as: host });
    const accepted = await response.accept();
    expect(accepted.status).toBe(200);
    expect(accepted.body.pickup).toMatchObject({ label: "Baker's corner", pickupKind: "parking" });
  });

  test("[domain/pickup:straight] no one meets a car on the straight part of a line that is estimated", async () => {
    const app = await inLiechtenstein();
    const host = await app.createUser();
    const seeker = await app.createUser();
    const chur = { label: "Chur, Switzerland", lat: 46.84986, lng: 9.53287, shown: "exact" };
    const ends = { origin: chur, destination: { ...schaan, shown: "exact" } };
    const ride = await hostRide(app, host, { ...baseRide, ...ends });
    const line = decodePolyline(ride.polyline);
    const piece = line.findIndex(({ lat }) => lat > balzers.lat);
    const from = line[piece - 1] ?? chur;
    const to = line[piece] ?? schaan;
    expect(distanceM(from, to)).toBeGreaterThan(10_000);
    const share = (balzers.lat - from.lat) / (to.lat - from.lat);
    const onLine = { lat: balzers.lat, lng: from.lng + share * (to.lng - from.lng) };
    const body = { name: "Beside the church", kind: "parking", ...onLine };
    const meetingPoint = await app.call<MeetingPoint>("POST", "/meeting-points", {
      as: host,
      body,
    });
    expect(meetingPoint.status).toBe(201);
    expect(await search(app, seeker, onLine, schaan)).toEqual([]);
  });
});

/** Distance of a place from a straight piece of road, on a locally flat map. */
function offM(
  { from, to }: { readonly from: LatLng; readonly to: LatLng },
  { lat, lng }: LatLng,
): number {
  const scale = Math.cos((lat * Math.PI) / 180);
  const x = (to.lng - from.lng) * scale;
  const y = to.lat - from.lat;
  const px = (lng - from.lng) * scale;
  const py = lat - from.lat;
  const share = Math.max(0, Math.min(1, (px * x + py * y) / (x * x + y * y || 1)));
  return 111_195 * Math.hypot(px - share * x, py - share * y);
}
