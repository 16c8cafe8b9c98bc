import { readFileSync } from "node:fs";
import type {
  MeetingPointImport,
  MeetingPointSource,
} from "@commonlane/contract/meeting-point-sources";
import type { MeetingPoint } from "@commonlane/contract/meeting-points";
import type { Ride } from "@commonlane/contract/rides";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { createGeoNamesGeocoder } from "#modules/places/index.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";
import {
  BNLC,
  BNLC_HEADER,
  bnlcFile,
  importPlaces,
} from "../../../test/fixtures/imported-places.ts";
import { storeNamedTowns } from "../../../test/fixtures/named-towns.ts";
import { openFakeUpstream } from "../../../test/services/fake-upstream.ts";

const GARE = { id: "76217-C-001", name: "Gare SNCF de Dieppe" };

/** A server that knows a few towns. */
async function createAppWithTowns() {
  const app = await createTestApp();
  await storeNamedTowns(app);
  return app;
}

const places = (app: TestApp) => createGeoNamesGeocoder(app.ctx);
const predict = (app: TestApp, query: string) => places(app).predict({ query, limit: 10 });

const listSources = async (app: TestApp, as: TestUser) =>
  (
    await app.call<{ items: MeetingPointSource[] }>("GET", "/moderation/meeting-point-sources", {
      as,
    })
  ).body.items;

test("[domain/pickup:imported] place fields suggest the imported places, with their town and a stable id", async () => {
  const app = await createAppWithTowns();
  const admin = await createAdministrator(app);
  expect(await importPlaces(app, admin, bnlcFile(GARE))).toMatchObject({
    status: 200,
    body: { source: { id: "bnlc", format: "bnlc", points: 1, skipped: 0 }, removed: 0 },
  });
  const [found] = await predict(app, "Gare SNCF Dieppe");
  expect(found).toMatchObject({
    kind: "parking",
    placeId: expect.stringMatching(/^rg:_bnlc:\d+$/),
  });
  expect(found?.label).toContain("Gare SNCF de Dieppe");
  const place = await places(app).findPlace(found?.placeId ?? "");
  expect(place).toMatchObject({ lat: 49.921, lng: 1.0811 });

  await importPlaces(app, admin, bnlcFile({ ...GARE, lat: 49.93 }));
  expect((await predict(app, "Gare SNCF Dieppe"))[0]?.placeId).toBe(found?.placeId);
});

test("reads the example of the national schema", async () => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  const example = readFileSync(new URL("../../../test/data/bnlc-example.csv", import.meta.url));
  const { body } = await importPlaces(app, admin, example);
  expect(body).toMatchObject({ source: { points: 1 }, skipped: [] });
});

test("[domain/pickup:imported] a ride that starts at an imported place keeps it when the source goes", async () => {
  const app = await createAppWithTowns();
  const admin = await createAdministrator(app);
  const host = await app.createUser();
  const { karlsruhe } = towns;
  await importPlaces(app, admin, bnlcFile({ ...GARE, lat: karlsruhe.lat, lng: karlsruhe.lng }));
  const [found] = await predict(app, "Gare SNCF");
  const place = await places(app).findPlace(found?.placeId ?? "");
  if (!place) throw new Error("The suggested place is not found.");
  const { placeId, label, lat, lng } = place;
  const ride = await hostRide(app, host, { origin: { placeId, label, lat, lng } });
  await app.call("DELETE", "/administration/meeting-point-sources/bnlc", { as: admin });
  expect(await predict(app, "Gare SNCF")).toEqual([]);
  const { body } = await app.call<Ride>("GET", `/rides/${ride.id}`, { as: host });
  expect(body.origin).toMatchObject({ label, lat, lng });
});

test("[domain/pickup:imported] the same source imported again replaces its own places and no others", async () => {
  const app = await createAppWithTowns();
  const admin = await createAdministrator(app);
  const stops = "stop_id,stop_name,stop_lat,stop_lon\nA,Dieppe Plage,49.92,1.07\n";
  await importPlaces(app, admin, stops, { ...BNLC, name: "Stops" });
  await importPlaces(app, admin, bnlcFile(GARE, { id: "76217-C-002", name: "Lidl Rouxmesnil" }));
  const again = await importPlaces(app, admin, bnlcFile({ ...GARE, name: "Gare de Dieppe" }));
  expect(again.body).toMatchObject({ source: { points: 1 }, removed: 1 });
  expect(await predict(app, "Lidl Rouxmesnil")).toEqual([]);
  expect((await predict(app, "Gare de Dieppe"))[0]?.label).toContain("Gare de Dieppe");
  expect((await predict(app, "Dieppe Plage"))[0]?.kind).toBe("stop");
  expect((await listSources(app, admin)).map(({ id, points }) => ({ id, points }))).toEqual([
    { id: "bnlc", points: 1 },
    { id: "stops", points: 1 },
  ]);
});

test("names each reason for which rows are left out, with their lines", async () => {
  const app = await createTestApp({
    community: { region: { lat: 49.92, lng: 1.08, radiusKm: 30 } },
  });
  const admin = await createAdministrator(app);
  const file = bnlcFile(
    GARE,
    { id: "76217-C-002", name: "" },
    { id: "76217-C-003", name: "Nowhere", lat: "" },
    { id: "76217-C-004", name: "Null Island", lat: 0, lng: 0 },
    { ...GARE, name: "Twice" },
    { id: "76217-C-005", name: "Fermé", open: "false" },
    { id: "75056-C-001", name: "Paris", lat: 48.85, lng: 2.35 },
    { id: "76217-C-006", name: "Appelez le 06 12 34 56 78" },
  );
  const { body } = await importPlaces(app, admin, file, { ...BNLC, withinKm: 50 });
  expect(body.source).toMatchObject({ points: 1, skipped: 7, withinKm: 50 });
  expect(body.skipped).toEqual([
    { reason: "noPosition", rows: 2, lines: [4, 5] },
    { reason: "noName", rows: 1, lines: [3] },
    { reason: "duplicate", rows: 1, lines: [6] },
    { reason: "closed", rows: 1, lines: [7] },
    { reason: "outside", rows: 1, lines: [8] },
    { reason: "contactDetails", rows: 1, lines: [9] },
  ]);
});

test("imports stations without their platforms from the archive of a feed", async () => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  const stops = [
    "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station",
    "S,Bahnhof,47.16,9.51,1,",
    "S:1,Bahnhof Gleis 1,47.16,9.511,0,S",
    "B,Post,47.14,9.52,,",
  ].join("\n");
  const archive = zipSync({ "feed/stops.txt": strToU8(stops), "feed/agency.txt": strToU8("x") });
  const { body } = await importPlaces(app, admin, archive, { ...BNLC, name: "Bus" });
  expect(body.source).toMatchObject({ format: "gtfs", points: 2 });
  expect(body.skipped).toEqual([{ reason: "partOfStation", rows: 1, lines: [3] }]);
});

test.each([
  ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]), 400, "import_file_unreadable"],
  ["quotes that do not end", `${BNLC_HEADER}"76217-C-001,x\n`, 400, "import_file_unreadable"],
  ["other columns", "name,lat,lng\nx,1,2\n", 400, "import_file_unknown"],
  ["only a header", BNLC_HEADER, 400, "import_file_unknown"],
  ["an archive without stops", zipSync({ "a.txt": strToU8("x") }), 400, "import_file_unknown"],
  ["a damaged archive", "PK\u0003\u0004broken", 400, "import_file_unreadable"],
  ["six megabytes", Buffer.alloc(6_000_000, "x"), 413, "import_file_too_large"],
])("refuses %s and keeps what was imported before", async (_, content, status, code) => {
  const app = await createAppWithTowns();
  const admin = await createAdministrator(app);
  await importPlaces(app, admin, bnlcFile(GARE));
  expect(await importPlaces(app, admin, content)).toMatchObject({ status, body: { code } });
  expect(await listSources(app, admin)).toMatchObject([{ id: "bnlc", points: 1 }]);
  expect(await predict(app, "Gare SNCF Dieppe")).toHaveLength(1);
});

test("refuses more than 20,000 places", async () => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  const rows = Array.from({ length: 20_001 }, (_, n) => `${n},Stop,49.92,1.07\n`);
  const file = `stop_id,stop_name,stop_lat,stop_lon\n${rows.join("")}`;
  expect((await importPlaces(app, admin, file)).body).toMatchObject({ code: "import_too_many" });
});

test("imported places are not listed, counted or changed as meeting points of moderators", async () => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  await importPlaces(app, admin, bnlcFile(GARE));
  const list = await app.call<{ items: MeetingPoint[] }>("GET", "/meeting-points", { as: admin });
  expect(list.body.items).toEqual([]);
  const { id } = await app.ctx.db
    .selectFrom("meeting_point")
    .select("id")
    .executeTakeFirstOrThrow();
  const one = `/moderation/meeting-points/${id}`;
  const body = { name: "Mine", lat: 1, lng: 2 };
  expect((await app.call("PUT", one, { as: admin, body })).status).toBe(404);
  expect((await app.call("DELETE", one, { as: admin })).status).toBe(404);
});

test("loads a file from an address, through redirects, and says in the log what was imported", async () => {
  const app = await createTestApp();
  Object.assign(app.ctx.settings, { PUBLIC_URL: "http://localhost:4100" });
  const admin = await createAdministrator(app);
  const upstream = await openFakeUpstream((request, reply) => {
    if (request.url === "/latest") reply.writeHead(302, { location: "/files/bnlc.csv" }).end();
    else reply.end(bnlcFile(GARE));
  });
  const body = { ...BNLC, url: `${upstream.url}/latest` };
  const url = "/administration/meeting-point-sources";
  const imported = await app.call<MeetingPointImport>("POST", url, { as: admin, body });
  expect(imported).toMatchObject({ status: 200, body: { source: { points: 1, url: body.url } } });
  const acts = await listModeratorActs(app, admin);
  expect(acts.find(({ call }) => call === "meetingPointSources.importUrl")).toMatchObject({
    details: { source: "bnlc", points: 1 },
  });
});

test.each([
  ["an address of this machine", "https://127.0.0.1/bnlc.csv", "import_unreachable"],
  ["an address without encryption", "http://example.org/bnlc.csv", "invalid_input"],
  ["an address with a password", "https://me:secret@example.org/bnlc.csv", "invalid_input"],
  ["no address", "bnlc.csv", "invalid_input"],
])("does not load from %s", async (_, url, code) => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  const reply = await app.call("POST", "/administration/meeting-point-sources", {
    as: admin,
    body: { ...BNLC, url },
  });
  expect(reply.body).toMatchObject({ code });
});

test("moderators see the sources; only administrators import and remove them", async () => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  const moderator = await createModerator(app);
  await importPlaces(app, admin, bnlcFile(GARE));
  expect(await listSources(app, moderator)).toMatchObject([BNLC]);
  expect((await importPlaces(app, moderator, bnlcFile())).body.code).toBe("administrators_only");
  const one = "/administration/meeting-point-sources/bnlc";
  expect((await app.call("DELETE", one, { as: moderator })).body).toMatchObject({
    code: "administrators_only",
  });
  expect((await app.call("DELETE", one, { as: admin })).status).toBe(200);
  expect((await app.call("DELETE", one, { as: admin })).status).toBe(404);
});

test("names in other scripts, and long ones, are sources of their own", async () => {
  const app = await createTestApp();
  const admin = await createAdministrator(app);
  const long = "Places of the national base of carpool places";
  for (const name of ["Covoiturage Été", "محطات 2", "مواقف 2", `${long} 1`, `${long} 2`])
    await importPlaces(app, admin, bnlcFile(GARE), { ...BNLC, name });
  const ids = (await listSources(app, admin)).map(({ id }) => id);
  expect(ids).toHaveLength(5);
  expect(ids).toContain("covoiturage-ete");
});
