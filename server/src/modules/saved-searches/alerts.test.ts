import { HOUR_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { RideIndex } from "#modules/rides/index.ts";
import { seriesSweeps } from "#modules/ride-series/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { allAlerted, saveSearch } from "../../../test/alerts.ts";
import { askForSeats, hostRide, postRequest, TOMORROW, towns } from "../../../test/journeys.ts";
import { advance } from "../../../test/identity.ts";
import { noticesOf } from "../../../test/notices.ts";
import { daysOf, repeat } from "../../../test/series.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { demandAlerts } from "./demand-alerts.ts";
import { savedSearchSweeps } from "./sweeps.ts";

const ANY_DAY = { departsAfter: null, departsBefore: null };
const later = (hours: number) => new Date(Date.parse(TOMORROW) + hours * HOUR_MS).toISOString();

/** What this person was alerted of, newest first, after all that happened. */
async function alertsOf(world: World, as: Person) {
  await allAlerted(world.ctx);
  return (await noticesOf(world, as)).filter(({ kind }) => kind.endsWith(".alerted"));
}
/** How many alerts each of these people has got. */
async function countsOf(world: World, ...people: readonly Person[]): Promise<number[]> {
  await allAlerted(world.ctx);
  const told = await world.db.selectFrom("notice").select(["uid", "kind"]).execute();
  return people.map(
    ({ uid }) => told.filter((notice) => notice.uid === uid && notice.kind.endsWith(".alerted")).length,
  );
}
/** Lets some time pass, so that what comes next is newer. */
const soon = ({ world }: World) => void (world.now = new Date(world.now.getTime() + 1000));

test("[issue4/alerts:ride] a new ride is told to those whose saved search or open request it passes, with the page of their part", async () => {
  const world = await openWorld();
  const [host, saver, seeker] = [
    await world.person({ firstName: "Jonas", lastName: "Weber" }),
    await world.person(),
    await world.person(),
  ];
  await saveSearch(world, saver, { seats: 2 });
  const request = await postRequest(world, seeker);
  soon(world);
  await world.allTold();
  const heard = world.hear(saver.uid);
  const ride = await hostRide(world, host);
  const [alert, ...more] = await alertsOf(world, saver);
  expect(alert).toMatchObject({
    kind: "ride.alerted",
    title: "Jonas W. drives your way",
    text: expect.stringMatching(/^Karlsruhe → Bonn, pickup Fri 2 Jan, 09:\d\d\. /),
    person: { displayName: "Jonas W." },
  });
  const path = new URL(alert?.path ?? "", "http://here");
  expect(path.pathname).toBe(`/rides/${ride.id}`);
  expect(path.searchParams.get("pickup")).toBe("49.0094,8.4044,Karlsruhe, Germany");
  expect(path.searchParams.get("dropoff")).toBe("50.7344,7.0955,Bonn, Germany");
  expect(path.searchParams.get("seats")).toBe("2");
  expect(more).toEqual([]);
  await world.allTold();
  expect(heard.map(({ type }) => type)).toEqual(["notice.created"]);
  expect((await alertsOf(world, seeker)).map(({ kind }) => kind)).toEqual(["ride.alerted"]);
  const { body } = await world.call<{ items: { ridesTold: number }[] }>("GET", "/saved-searches", { as: saver });
  expect(body.items.map(({ ridesTold }) => ridesTold)).toEqual([1]);
  expect(request.status).toBe("open");
});

test("a host without detours hears of a request between two points of their ride, and finds it along the ride", async () => {
  const world = await openWorld();
  const [host, seeker] = [await world.person(), await world.person()];
  const ride = await hostRide(world, host, { maxDetourM: 0, maxDetourS: 0 });
  soon(world);
  const request = await postRequest(world, seeker, { origin: towns.freiburg, destination: towns.koeln });
  expect(await alertsOf(world, host)).toMatchObject([{ kind: "ride-request.alerted" }]);
  const along = await world.call<{ items: { id: string }[] }>("GET", "/requests/nearby", {
    as: host,
    query: { rideId: ride.id },
  });
  expect(along.body.items.map(({ id }) => id)).toEqual([request.id]);
});

test("a series is one alert, for its soonest ride, and stays one when more of its days are made", async () => {
  const world = await openWorld();
  const [host, saver] = [await world.person(), await world.person()];
  await saveSearch(world, saver, ANY_DAY);
  soon(world);
  const { body: series } = await repeat(world, host);
  const [first] = (await daysOf(world, host, series)).toSorted((a, b) => a.departsAt.localeCompare(b.departsAt));
  const alerts = await alertsOf(world, saver);
  expect(alerts.map(({ kind, path }) => [kind, path.split("?")[0]])).toEqual([["ride.alerted", `/rides/${first?.id}`]]);
  advance(world, 14 * 86_400);
  for (const sweep of seriesSweeps) await runSweep(world.ctx, sweep);
  await allAlerted(world.ctx);
  expect(await countsOf(world, saver)).toEqual([1]);
});

test("[issue4/alerts:ride] nobody is told of a ride at another hour or elsewhere, of their own, of one for others, or of what they do not wait for any more", async () => {
  const world = await openWorld();
  const host = await world.person({ gender: "female" });
  const waiting = async (said: object, gender?: "female" | "male") => {
    const saver = await world.person(gender ? { gender } : {});
    return { saver, saved: await saveSearch(world, saver, said) };
  };
  await saveSearch(world, host);
  const [tooLate, back, full, instant] = [
    await waiting({ departsAfter: later(12), departsBefore: later(14) }),
    await waiting({ origin: towns.bonn, destination: towns.karlsruhe }),
    await waiting({ seats: 4 }),
    await waiting({ wishes: { instant: true } }),
  ];
  const [man, woman, anyDay] = [await waiting({}, "male"), await waiting({}, "female"), await waiting(ANY_DAY)];
  const [paused, removed] = [await waiting({}), await waiting({})];
  await world.call("PUT", `/saved-searches/${paused.saved.id}`, { as: paused.saver, body: { paused: true } });
  await world.call("DELETE", `/saved-searches/${removed.saved.id}`, { as: removed.saver });
  const cancelled = await world.person();
  const request = await postRequest(world, cancelled);
  await world.call("DELETE", `/rides/requests/${request.id}`, { as: cancelled });
  soon(world);
  await hostRide(world, host, { audience: "sameGender" });
  expect(await countsOf(world, woman.saver)).toEqual([1]);
  const others = [tooLate, back, full, instant, man, anyDay, paused, removed].map(({ saver }) => saver);
  expect(await countsOf(world, ...others, cancelled, host)).toEqual([...others, cancelled, host].map(() => 0));
  await hostRide(world, await world.person(), { approval: "instant" });
  expect(await countsOf(world, anyDay.saver, instant.saver)).toEqual([1, 1]);
});

test("[issue4/alerts:request] a new request is told to each host whose way passes by, as strangers are told of where", async () => {
  const world = await openWorld();
  const [host, woman, elsewhere] = [
    await world.person(),
    await world.person({ gender: "female" }),
    await world.person(),
  ];
  const ride = await hostRide(world, host);
  await hostRide(world, woman, { audience: "sameGender" });
  await hostRide(world, elsewhere, { origin: towns.mainz, stops: [], contribution: null });
  const seeker = await world.person({ firstName: "Mei", lastName: "Chen", gender: "male" });
  await hostRide(world, seeker);
  const home = { label: "Waldstraße 7, Karlsruhe", lat: 49.00931, lng: 8.40419 };
  const request = await postRequest(world, seeker, { origin: home, seats: 2 });
  const [alert, ...more] = await alertsOf(world, host);
  expect(alert).toMatchObject({
    kind: "ride-request.alerted",
    title: "Mei C. looks for a ride along your way",
    text: expect.stringMatching(/^2 seats for 49\.0 → 50\.7, from Fri 2 Jan, 07:00 on\. /),
    path: `/requests/${request.id}?ride=${ride.id}`,
  });
  expect(more).toEqual([]);
  expect(await countsOf(world, woman, elsewhere, seeker)).toEqual([0, 0, 0]);
});

test("[issue4/alerts:once] whatever crashes, however many processes read, and however often something changes, each is told once", async () => {
  const world = await openWorld();
  const [host, saver, seeker] = [await world.person(), await world.person(), await world.person()];
  await saveSearch(world, saver);
  await saveSearch(world, saver, ANY_DAY);
  await postRequest(world, seeker);
  await postRequest(world, saver);
  soon(world);
  const ride = await hostRide(world, host);
  const dying = demandAlerts({ ...world.ctx, db: dyingAtNotices(world) }, new RideIndex(world.ctx));
  await expect(untilItThrows(dying)).rejects.toThrow("killed");
  expect((await noticesOf(world, saver)).filter(({ kind }) => kind === "ride.alerted")).toEqual([]);

  const index = new RideIndex(world.ctx);
  const twins = [demandAlerts(world.ctx, index), demandAlerts(world.ctx, new RideIndex(world.ctx))];
  await Promise.all(twins.map((twin) => allAlerted(world.ctx, twin)));
  const ofBoth = () => countsOf(world, saver, seeker, host);
  expect(await ofBoth()).toEqual([1, 1, 0]);
  const { body } = await world.call<{ items: { ridesTold: number }[] }>("GET", "/saved-searches", { as: saver });
  expect(body.items.map(({ ridesTold }) => ridesTold)).toEqual([1, 1]);

  await world.call("PUT", `/rides/${ride.id}`, { as: host, body: { departsAt: later(0.1) } });
  await world.call("PUT", `/rides/${ride.id}`, { as: host, body: { note: "Room for a bike" } });
  expect(await ofBoth()).toEqual([1, 1, 0]);
});

test("[issue4/alerts:known] what was found when a search was saved is no news, but what comes to fit later is", async () => {
  const world = await openWorld();
  const [host, other, third] = [await world.person(), await world.person(), await world.person()];
  const [passenger, saver] = [await world.person(), await world.person()];
  const [there, full, moved] = [
    await hostRide(world, host),
    await hostRide(world, other, { seatsTotal: 1 }),
    await hostRide(world, third, { departsAt: later(30) }),
  ];
  const booking = await askForSeats(world, full, other, {}, passenger);
  await booking.accept();
  soon(world);
  await saveSearch(world, saver);
  await allAlerted(world.ctx);
  await world.call("PUT", `/rides/${there.id}`, { as: host, body: { note: "Room for a bike" } });
  expect(await countsOf(world, saver)).toEqual([0]);
  await booking.end(passenger);
  expect((await alertsOf(world, saver)).map(({ path }) => path.split("?")[0])).toEqual([`/rides/${full.id}`]);
  await world.call("PUT", `/rides/${moved.id}`, { as: third, body: { departsAt: later(0.5) } });
  expect((await alertsOf(world, saver)).map(({ path }) => path.split("?")[0])).toEqual([
    `/rides/${moved.id}`,
    `/rides/${full.id}`,
  ]);
});

test("[ours/alerts:daily] more than thirty a day are not told one by one, and who was told of what is forgotten when it is past", async () => {
  const world = await openWorld();
  const [host, saver] = [await world.person(), await world.person()];
  await saveSearch(world, saver);
  soon(world);
  const { id } = await hostRide(world, host);
  await allAlerted(world.ctx);
  await sql`
    with other as (
      insert into ride select (jsonb_populate_record(ride, jsonb_build_object('id', uuidv7(), 'status', 'completed'))).* from ride, generate_series(1, 28)
      where id = ${id} returning id)
    insert into ride_alert select ${saver.uid}, other.id, '{}', null, true, ${world.ctx.now()}::timestamptz from other`.execute(
    world.db,
  );
  const rides: string[] = [];
  // The one that leaves last is hosted first.
  for (const hours of [0.75, 0.5, 0.25])
    rides.push((await hostRide(world, await world.person(), { departsAt: later(hours) })).id);
  expect(await countsOf(world, saver)).toEqual([2]);
  const told = (await noticesOf(world, saver)).map(({ kind, path }) => [kind, path.split("?")[0]]);
  // The first ride, then the two that leave soonest; for the others one word, however many they are.
  expect(told.filter(([kind]) => kind === "ride.alerted").map(([, path]) => path)).toEqual(
    expect.arrayContaining([`/rides/${rides[2]}`]),
  );
  expect(told.flat()).not.toContain(`/rides/${rides[0]}`);
  await hostRide(world, await world.person(), { departsAt: later(0.6) });
  await allAlerted(world.ctx);
  expect((await noticesOf(world, saver)).filter(({ kind }) => kind === "rides.more")).toHaveLength(1);
  const kept = async () => (await world.db.selectFrom("ride_alert").select("ride_id").execute()).length;
  expect(await kept()).toBe(30);
  world.world.now = new Date("2026-01-04T08:00:00Z");
  for (const sweep of savedSearchSweeps) await runSweep(world.ctx, sweep);
  expect(await kept()).toBe(0);
});

/** A database whose reader dies when it is about to tell somebody. */
function dyingAtNotices({ db }: World): World["db"] {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === "RawNode" && node.sqlFragments.join("").includes("insert into notice "))
        throw new Error("killed");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

async function untilItThrows(step: () => Promise<unknown>): Promise<never> {
  for (;;) await step();
}
