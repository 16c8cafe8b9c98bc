import type { TrustMark } from "@commonlane/contract/profiles";
import type { SearchDay } from "@commonlane/contract/ride-search";
import type { NearMissResult, Ride, RideSearchResult } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { saveSearch, waitForAlerts } from "../../../test/fixtures/alerts.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { listNotifications } from "../../../test/fixtures/notifications.ts";
import { hostRide, requestSeats, towns } from "../../../test/fixtures/rides.ts";
import { addMark, setHidden, shownMarksOf } from "../../../test/fixtures/trust-marks.ts";

const NAME = "Member of Example University";
const ROUTE = {
  fromLat: towns.freiburg.lat,
  fromLng: towns.freiburg.lng,
  toLat: towns.koeln.lat,
  toLng: towns.koeln.lng,
};
const WINDOW = { departsAfter: "2026-01-01T23:00:00Z", departsBefore: "2026-01-02T23:00:00Z" };

/** A ride of a student and one of someone else, on the same route. */
async function openRides(lifetimeDays = 180) {
  const app = await createTestApp();
  const mark = await addMark(app, { emailDomains: ["uni.example"], lifetimeDays });
  const student = await app.createUser({ firstName: "Stu", emailDomain: "uni.example" });
  const seeker = await app.createUser();
  const ride = await hostRide(app, student);
  await hostRide(app, await app.createUser());
  return { app, mark, student, seeker, ride };
}

async function findHosts(app: TestApp, as: TestUser, mark: string): Promise<string[]> {
  const query = { ...ROUTE, ...WINDOW, mark };
  const { body } = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as,
    query,
  });
  return body.items.map(({ ride }) => ride.hostId);
}

async function countRides(app: TestApp, as: TestUser, mark: string): Promise<number | undefined> {
  const query = { ...ROUTE, date: "2026-01-02", timeZone: "Europe/Berlin", around: 0, mark };
  return (await app.call<{ items: SearchDay[] }>("GET", "/rides/search/days", { as, query })).body
    .items[0]?.count;
}

const namesOf = (person: { marks?: readonly TrustMark[] | undefined } | undefined) =>
  (person?.marks ?? []).map(({ name }) => name);

test("[domain/trust-mark:shown] cards, rides and requests show what a person holds, with its meaning; someone without marks has none", async () => {
  const { app, seeker, ride } = await openRides();
  const found = await app.call<{ items: RideSearchResult[] }>("GET", "/rides/search", {
    as: seeker,
    query: { ...ROUTE, ...WINDOW },
  });
  const marks = found.body.items.map(({ ride: { host } }) => host.marks);
  expect(marks).toHaveLength(2);
  expect(marks).toContainEqual([
    { id: expect.any(String), name: NAME, meaning: "Has an e-mail address of the university." },
  ]);
  expect(marks).toContainEqual(undefined);
  const read = async () => (await app.call<Ride>("GET", `/rides/${ride.id}`, { as: seeker })).body;
  expect(namesOf((await read()).host)).toEqual([NAME]);
  const host = await app.createUser();
  const other = await hostRide(app, host);
  const passenger = await app.createUser({ emailDomain: "uni.example" });
  const { response } = await requestSeats(app, other, host, {}, passenger);
  expect(response.status).toBe(201);
  const requests = await app.call<{ items: { seeker: { marks?: TrustMark[] } }[] }>(
    "GET",
    `/rides/${other.id}/requests`,
    { as: host },
  );
  expect(requests.body.items.map(({ seeker: person }) => namesOf(person))).toEqual([[NAME]]);
});

test("[domain/trust-mark:filter] a filter finds and counts the rides of hosts who show the mark, and of nobody else", async () => {
  const { app, mark, student, seeker } = await openRides();
  expect(await findHosts(app, seeker, mark.id)).toEqual([student.uid]);
  expect(await countRides(app, seeker, mark.id)).toBe(1);
  await setHidden(app, student, mark.id, true);
  expect(await findHosts(app, seeker, mark.id)).toEqual([]);
  expect(await countRides(app, seeker, mark.id)).toBe(0);
  await setHidden(app, student, mark.id, false);
  const nearly = {
    ...ROUTE,
    mark: mark.id,
    departsAfter: "2026-01-02T08:00:00Z",
    departsBefore: "2026-01-02T09:00:00Z",
  };
  const misses = await app.call<{ items: NearMissResult[] }>("GET", "/rides/search/near-misses", {
    as: seeker,
    query: nearly,
  });
  expect(misses.body.items.map(({ ride }) => ride.hostId)).toEqual([student.uid]);
  expect(await findHosts(app, seeker, "00000000-0000-7000-8000-000000000000")).toEqual([]);
});

test("[domain/trust-mark:expiry] cached rides, results and filters show no mark a moment too long", async () => {
  const { app, mark, seeker, ride } = await openRides(1);
  const read = async () =>
    namesOf((await app.call<Ride>("GET", `/rides/${ride.id}`, { as: seeker })).body.host);
  advanceClock(app, 20 * 3600);
  expect([await read(), await read()]).toEqual([[NAME], [NAME]]);
  // The ride has left by the time the mark of a day expires, so the mark is made to expire before it.
  await app.db
    .updateTable("mark_grant")
    .set({ expires_at: new Date("2026-01-02T05:00:00Z") })
    .execute();
  expect(await findHosts(app, seeker, mark.id)).toHaveLength(1);
  advanceClock(app, 3600);
  expect(await read()).toEqual([]);
  expect(await findHosts(app, seeker, mark.id)).toEqual([]);
  expect(await shownMarksOf(app, seeker, ride.hostId)).toEqual([]);
});

test("[domain/trust-mark:filter] a saved search with a mark alerts its owner only about hosts who show it", async () => {
  const app = await createTestApp();
  const mark = await addMark(app, { emailDomains: ["uni.example"] });
  const student = await app.createUser({ emailDomain: "uni.example" });
  const shy = await app.createUser({ emailDomain: "uni.example" });
  const owner = await app.createUser();
  await setHidden(app, shy, mark.id, true);
  const saved = await saveSearch(app, owner, { filters: { mark: mark.id } });
  expect(saved.filters).toEqual({ mark: mark.id });
  advanceClock(app, 1);
  for (const host of [await app.createUser(), shy, student]) await hostRide(app, host);
  await waitForAlerts(app.ctx);
  const alerts = (await listNotifications(app, owner)).filter(
    ({ kind }) => kind === "ride.alerted",
  );
  expect(alerts.map(({ person }) => person?.uid)).toEqual([student.uid]);
});
