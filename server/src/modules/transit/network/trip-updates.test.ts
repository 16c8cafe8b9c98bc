import { join } from "node:path";
import Bindings from "gtfs-realtime-bindings";
import { expect, test, vi } from "vitest";
import { openLog } from "#platform/log.ts";
import { createTestFolder } from "../../../../test/app/test-folders.ts";
import { SMALL_FEED, writeFeed } from "../../../../test/transit/write-feed.ts";
import { listDepartures } from "../board/departures.ts";
import { viewTransit } from "../journeys/journey.view.ts";
import { planOnward } from "../journeys/plan-transit.ts";
import { importTimetable } from "../timetables/import-timetable.ts";
import { timetablesFolder } from "../timetables/timetable-file.ts";
import { Timetables } from "../timetables/timetables.ts";
import type { Network } from "./network.ts";

const { FeedMessage, TripDescriptor } = Bindings.transit_realtime;
const { CANCELED } = TripDescriptor.ScheduleRelationship;
const PLACE = { lat: 47.1, lng: 9.5 };
const at = (time: string) => Date.parse(`2026-12-02T${time}:00+01:00`) / 1000;

interface World {
  message: Uint8Array;
  nowMs: number;
  fetched: number;
}

/** The bus from Alm at 8:00 by Bach at 8:10 to Chur at 8:20, and the next one an hour later. */
async function createWorld() {
  const DATA_DIR = createTestFolder();
  const path = writeFeed(join(DATA_DIR, "feed.zip"), SMALL_FEED);
  await importTimetable({
    timetables: timetablesFolder({ DATA_DIR }),
    id: "valley",
    name: "Valley",
    path,
    source: { file: path },
    updatesUrl: "https://updates.example/",
  });
  const world: World = { message: new Uint8Array(), nowMs: at("07:50") * 1000, fetched: 0 };
  let clockMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (clockMs += 60_000));
  const settings = { DATA_DIR, WALKING_FACTOR: 1.3, WALKING_M_PER_S: 1.2 };
  vi.spyOn(Date, "now").mockImplementation(() => world.nowMs);
  const timetables = new Timetables(settings, openLog("silent"), async () => {
    world.fetched++;
    return world.message;
  });
  /** The network after a call has fetched the message. */
  const receive = async (message: Uint8Array): Promise<Network> => {
    world.message = message;
    await timetables.network();
    await new Promise(setImmediate);
    const network = await timetables.network();
    if (!network) throw new Error("There is no timetable.");
    return network;
  };
  return { world, receive };
}

function encode(tripUpdate: object, time = "07:49"): Uint8Array {
  const trip = { tripId: "t1", startDate: "20261202" };
  return FeedMessage.encode({
    header: { gtfsRealtimeVersion: "2.0", timestamp: at(time) },
    entity: [{ id: "1", tripUpdate: { trip, ...tripUpdate } }],
  }).finish();
}

const DELAYED = {
  stopTimeUpdate: [{ stopId: "bach-1", departure: { delay: 240 } }],
};

const board = (network: Network) =>
  listDepartures(network, "valley:bach", { fromS: at("07:00"), untilS: at("10:00"), limit: 9 })
    ?.departures;

function journey(network: Network) {
  const ends = { from: [{ stop: 0, walkS: 0 }], to: [{ stop: 2, walkS: 0 }] };
  const planned = planOnward(network, ends, at("07:55"));
  return planned && viewTransit(network, planned, { from: PLACE, to: PLACE });
}

test("[domain/transit:updates] a delay is shown from its stop on, in journeys and on boards", async () => {
  const { receive } = await createWorld();
  const network = await receive(encode(DELAYED));
  expect(board(network)).toMatchObject([
    { lateMinutes: 4, isCancelled: false },
    { lateMinutes: undefined, isCancelled: false },
  ]);
  const known = encode({ stopTimeUpdate: [{ stopId: "alm", departure: { time: at("08:06") } }] });
  expect(journey(await receive(known))?.legs).toMatchObject([
    { kind: "trip", departsLateMinutes: 6, arrivesLateMinutes: 6 },
  ]);
});

test("[domain/transit:updates] a cancelled trip is on boards as cancelled, and in no journey", async () => {
  const { receive } = await createWorld();
  const trip = { tripId: "t1", startDate: "20261202", scheduleRelationship: CANCELED };
  const network = await receive(encode({ trip }));
  expect(board(network)?.map(({ isCancelled }) => isCancelled)).toEqual([true, false]);
  expect(journey(network)?.departsAt).toBe(new Date(at("09:00") * 1000).toISOString());
  const otherDay = { tripId: "t1", startDate: "20261203", scheduleRelationship: CANCELED };
  const next = await receive(encode({ trip: otherDay }));
  expect(board(next)?.map(({ isCancelled }) => isCancelled)).toEqual([false, false]);
});

test("[domain/transit:updates] without a start date, an update is about the service day nearest to its times, or to the message", async () => {
  const { world, receive } = await createWorld();
  const trip = { tripId: "t1" };
  expect(board(await receive(encode({ ...DELAYED, trip })))?.[0]?.lateMinutes).toBe(4);

  const tomorrow = { stopId: "alm", departure: { time: at("08:06") + 86_400 } };
  const network = await receive(encode({ trip, stopTimeUpdate: [tomorrow] }));
  expect(board(network)?.[0]?.lateMinutes).toBeUndefined();
  world.nowMs += 86_400_000;
  const nextDay = { fromS: at("07:00") + 86_400, untilS: at("10:00") + 86_400, limit: 1 };
  const later = listDepartures(network, "valley:alm", nextDay)?.departures;
  expect(later).toMatchObject([{ lateMinutes: 6 }]);
});

test("[domain/transit:updates] updates older than ten minutes are forgotten, and a broken message changes nothing", async () => {
  const { world, receive } = await createWorld();
  expect(board(await receive(encode(DELAYED)))?.[0]?.lateMinutes).toBe(4);
  const broken = await receive(new Uint8Array([1, 2, 3]));
  expect(board(broken)?.[0]?.lateMinutes).toBe(4);
  world.nowMs = at("08:01") * 1000;
  const network = await receive(encode(DELAYED));
  expect(board(network)?.[0]?.lateMinutes).toBeUndefined();
  expect(network.updatedAt("valley")).toBeUndefined();
  expect(world.fetched).toBeGreaterThan(2);
});
