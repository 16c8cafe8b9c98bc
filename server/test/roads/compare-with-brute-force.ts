import type { Ride, RideSearchResult } from "@commonlane/contract/rides";
import type { SearchDay } from "@commonlane/contract/ride-search";
import type { Search } from "@commonlane/matching/rule";
import { toPublicRide } from "#modules/rides/route/index.ts";
import { waitForAlerts, saveSearch } from "../fixtures/alerts.ts";
import { createOffer, postRequest, requestSeats } from "../fixtures/rides.ts";
import type { TestApp, TestUser } from "../app/test-app.ts";
import { hostWorldRide, judgeByBruteForce, RoadWorld, type Verdict } from "./road-world.ts";

interface Size {
  readonly rides: number;
  readonly searches: number;
  readonly requests: number;
}

/** What was compared, so that a test sees that its world was not empty. */
export interface Comparison {
  readonly problems: readonly string[];
  readonly counts: Record<string, number>;
}

/** The walk that offers, bookings and lists along a ride allow, with exact places. */
const MEETING_WALK_M = 50;
const DEFAULT_WALK_M = 1_000;

/**
 * A random world on real roads, some of whose rides were hosted before there were any. Asks for every page of every
 * search, the near misses, days, alerts both ways, requests along each ride, offers and bookings, and compares all of
 * them with brute force.
 */
export async function compareWithBruteForce(
  app: TestApp,
  seed: number,
  size: Size,
): Promise<Comparison> {
  const world = new RoadWorld(seed);
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  const seeker = await app.createUser();
  const compare = (
    kind: string,
    id: string,
    isFound: boolean,
    verdict: Verdict[keyof Verdict] | undefined,
  ) => {
    counts[kind] = (counts[kind] ?? 0) + Number(isFound);
    if (verdict === "maybe" || isFound === (verdict === "yes")) return;
    problems.push(
      `world ${seed}: ${kind} of ${id}: ${isFound ? "found" : "not found"}, brute force says ${verdict}`,
    );
  };

  const saved: { id: string; owner: TestUser; search: Search }[] = [];
  const wanted: { id: string; owner: TestUser; search: Search }[] = [];
  for (let n = 0; n < size.requests; n++) {
    const owner = await app.createUser();
    const search = world.search();
    saved.push({ id: (await saveSearch(app, owner, toRequest(search))).id, owner, search });
    const request = world.search(DEFAULT_WALK_M);
    const poster = await app.createUser();
    wanted.push({
      id: (await postRequest(app, poster, toRequest(request))).id,
      owner: poster,
      search: request,
    });
  }
  await waitForAlerts(app.ctx);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  const hosted: { ride: Ride; host: TestUser }[] = [];
  for (let n = 0; n < size.rides; n++) {
    const host = await app.createUser();
    hosted.push({ host, ride: await hostWorldRide(app, host, world.ride(), n % 5 === 4) });
  }
  await waitForAlerts(app.ctx);
  const rows = (await app.db.selectFrom("ride").selectAll().execute()).map(toPublicRide);
  const judge = (search: Search) => judgeByBruteForce(app, rows, search);

  const alerted = await app.db.selectFrom("ride_alert").selectAll().execute();
  for (const { id, owner, search } of [...saved, ...wanted]) {
    for (const [rideId, { match }] of judge({ ...search, atMs: undefined })) {
      const isTold = alerted.some(
        ({ owner_id, ride_id }) => owner_id === owner.uid && ride_id === rideId,
      );
      compare("alert", `${rideId} for ${id}`, isTold, match);
    }
  }
  for (let n = 0; n < size.searches; n++) {
    const search = world.search();
    const verdicts = judge(search);
    const found = await readPages(app, seeker, "/rides/search", search);
    const near = await readPages(app, seeker, "/rides/search/near-misses", search);
    for (const [id, { match, nearMiss }] of verdicts) {
      compare(
        "search",
        id,
        found.some(({ ride }) => ride.id === id),
        match,
      );
      compare(
        "near miss",
        id,
        near.some(({ ride }) => ride.id === id),
        nearMiss,
      );
    }
    const orders = found.map(({ ride }) => verdicts.get(ride.id)?.order ?? NaN);
    if (orders.some((order, k) => order < (orders[k - 1] ?? -Infinity) - 2))
      problems.push(`world ${seed}: disorder`);
    if (new Set(found.map(({ ride }) => ride.id)).size < found.length)
      problems.push(`world ${seed}: found twice`);
    for (const day of await readDays(app, seeker, search)) {
      const ofDay = judge({ ...search, ...toWindow(day), atMs: undefined });
      const count = (...kinds: string[]) =>
        [...ofDay.values()].filter(({ match }) => kinds.includes(match)).length;
      counts["day"] = (counts["day"] ?? 0) + day.count;
      if (day.count < count("yes") || day.count > count("yes", "maybe"))
        problems.push(
          `world ${seed}: ${day.date} has ${day.count} rides, brute force says ${count("yes")}`,
        );
    }
    const anyTime = { departsAfterMs: 0, departsBeforeMs: 8e15, atMs: undefined };
    const booked = judge({ ...search, ...anyTime, walkM: MEETING_WALK_M });
    for (const { ride, host } of hosted) {
      const stops = { pickup: search.from, dropoff: search.to, seats: search.seats };
      const { response, end } = await requestSeats(app, ride, host, withLabels(stops), seeker);
      compare("booking", ride.id, response.status === 201, booked.get(ride.id)?.match);
      if (response.status === 201) await end();
    }
  }
  for (let n = 0; n < size.requests; n++) {
    const search = world.search(MEETING_WALK_M);
    const poster = await app.createUser();
    const request = await postRequest(app, poster, toRequest(search));
    await waitForAlerts(app.ctx);
    const told = await app.db
      .selectFrom("request_alert")
      .selectAll()
      .where("request_id", "=", request.id)
      .execute();
    const verdicts = judge({ ...search, atMs: undefined });
    for (const { ride, host } of hosted) {
      const match = verdicts.get(ride.id)?.match;
      compare(
        "alert to host",
        ride.id,
        told.some(({ ride_id }) => ride_id === ride.id),
        match,
      );
      const query = { rideId: ride.id, limit: 50 };
      const along = await app.call<{ items: { id: string }[] }>("GET", "/requests/nearby", {
        as: host,
        query,
      });
      compare(
        "request along",
        ride.id,
        along.body.items.some(({ id }) => id === request.id),
        match,
      );
      const { made, end } = await createOffer(app, request, poster, { rideId: ride.id }, host);
      compare("offer", ride.id, made.status === 201, match);
      if (made.status === 201) await end();
    }
  }
  return { problems, counts };
}

const toWindow = ({ departsAfter, departsBefore }: SearchDay) => ({
  departsAfterMs: Date.parse(departsAfter),
  departsBeforeMs: Date.parse(departsBefore),
});

const withLabels = ({
  pickup,
  dropoff,
  seats,
}: {
  pickup: object;
  dropoff: object;
  seats: number;
}) => ({
  pickup: { label: "Here", ...pickup },
  dropoff: { label: "There", ...dropoff },
  seats,
});

const toRequest = ({ from, to, departsAfterMs, departsBeforeMs, seats, walkM }: Search) => ({
  origin: { label: "Here", ...from },
  destination: { label: "There", ...to },
  departsAfter: new Date(departsAfterMs).toISOString(),
  departsBefore: new Date(departsBeforeMs).toISOString(),
  seats,
  walkM,
});

const toQuery = ({ from, to, departsAfterMs, departsBeforeMs, atMs, seats, walkM }: Search) => ({
  fromLat: from.lat,
  fromLng: from.lng,
  toLat: to.lat,
  toLng: to.lng,
  departsAfter: new Date(departsAfterMs).toISOString(),
  departsBefore: new Date(departsBeforeMs).toISOString(),
  seats,
  walkM,
  ...(atMs !== undefined && { at: new Date(atMs).toISOString() }),
});

interface Page {
  readonly items: Pick<RideSearchResult, "ride">[];
  readonly nextCursor: string | null;
}

/** All pages, three rides each. */
async function readPages(app: TestApp, as: TestUser, path: string, search: Search) {
  const items: Page["items"] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: Record<string, string | number> = {
      ...toQuery(search),
      limit: 3,
      ...(cursor && { cursor }),
    };
    const { status, body }: { readonly status: number; readonly body: Page } = await app.call<Page>(
      "GET",
      path,
      {
        as,
        query,
      },
    );
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

async function readDays(app: TestApp, as: TestUser, search: Search) {
  const { fromLat, fromLng, toLat, toLng, seats, walkM } = toQuery(search);
  const query = {
    fromLat,
    fromLng,
    toLat,
    toLng,
    seats,
    walkM,
    date: "2026-01-02",
    around: 1,
    timeZone: "Europe/Vaduz",
  };
  const { status, body } = await app.call<{ items: SearchDay[] }>("GET", "/rides/search/days", {
    as,
    query,
  });
  if (status !== 200) throw new Error(`Days answered ${status}: ${JSON.stringify(body)}`);
  return body.items;
}
