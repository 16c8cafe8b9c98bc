import { rmSync } from "node:fs";
import { decodePolyline } from "@commonlane/contract/polyline";
import type { RideSearchResult } from "@commonlane/contract/rides";
import { distanceM } from "@commonlane/matching/geo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { createOpenFolder } from "../../../test/app/test-folders.ts";
import { bnlcFile, importPlaces } from "../../../test/fixtures/imported-places.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { addLiechtensteinWithPickupPoints } from "../../../test/regions/liechtenstein.ts";
import { VILLAGES } from "../../../test/regions/villages.ts";

let folder = "";
beforeAll(async () => {
  folder = createOpenFolder();
  await addLiechtensteinWithPickupPoints(folder);
}, 60_000);
afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const inLiechtenstein = () => createTestApp({ settings: { DATA_DIR: folder } });

const { balzers, vaduz, ruggell } = VILLAGES;
/** Some 150 m from the centre of Vaduz. */
const HOME = { lat: vaduz.lat + 0.0014, lng: vaduz.lng + 0.0003 };
const baseRide = {
  origin: { ...balzers, shown: "exact" },
  destination: { ...ruggell, shown: "exact" },
  stops: [],
  contribution: null,
  maxDetourM: 0,
  maxDetourS: 0,
};

/** From home to Ruggell. */
async function search(app: TestApp, as: TestUser): Promise<RideSearchResult[]> {
  const query = {
    fromLat: HOME.lat,
    fromLng: HOME.lng,
    toLat: ruggell.lat,
    toLng: ruggell.lng,
    departsAfter: "2026-01-01T23:00:00Z",
    departsBefore: "2026-01-02T23:00:00Z",
    walkM: 1200,
  };
  const reply = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as,
    query,
  });
  return reply.body.items;
}

test("[domain/pickup:imported] walkers meet a ride at an imported place, and a booking there outlives the source", async () => {
  const app = await inLiechtenstein();
  const admin = await createAdministrator(app);
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host, baseRide);
  const line = decodePolyline(ride.polyline);
  const near = line.toSorted((a, b) => distanceM(a, HOME) - distanceM(b, HOME))[0] ?? HOME;
  const place = { id: "76217-C-001", name: "Aire du Rhin", type: "Aire de covoiturage", ...near };
  expect((await importPlaces(app, admin, bnlcFile(place))).status).toBe(200);
  const [found] = await search(app, seeker);
  expect(found?.match.pickup).toMatchObject({
    label: "Aire du Rhin",
    pickupKind: "meetingPoint",
  });

  const { pickup } = found?.match ?? {};
  const response = await requestSeats(app, ride, host, { pickup }, seeker);
  await app.call("DELETE", "/administration/meeting-point-sources/bnlc", { as: admin });
  const accepted = await response.accept();
  expect(accepted.body.pickup).toMatchObject({
    label: "Aire du Rhin",
    pickupKind: "meetingPoint",
  });
  const [without] = await search(app, seeker);
  expect(without?.match.pickup.label).not.toBe("Aire du Rhin");
});

test("[domain/pickup:imported] a stop of a timetable is preferred to no other pickup point", async () => {
  const app = await inLiechtenstein();
  const admin = await createAdministrator(app);
  const host = await app.createUser();
  const seeker = await app.createUser();
  const ride = await hostRide(app, host, baseRide);
  const [before] = await search(app, seeker);
  const walkM = before?.match.walkFromM ?? 0;
  // On the line, a little farther than the pickup point that is chosen.
  const farther = decodePolyline(ride.polyline).filter((at) => {
    const wayM = distanceM(at, HOME) * 1.2;
    return wayM > walkM + 20 && wayM < walkM + 120;
  });
  const rows = farther.map(({ lat, lng }, n) => `${n},Halt,${lat},${lng}\n`);
  const file = `stop_id,stop_name,stop_lat,stop_lon\n${rows.join("")}`;
  expect((await importPlaces(app, admin, file)).body.source.points).toBe(farther.length);
  const [after] = await search(app, seeker);
  expect(after?.match.pickup).toEqual(before?.match.pickup);
});
