import { join } from "node:path";
import type { JourneyList } from "@commonlane/contract/transit";
import { importTimetable, timetablesFolder } from "#modules/transit/index.ts";
import { createTestApp } from "../app/test-app.ts";
import { createTestFolder } from "../app/test-folders.ts";
import { hostRide } from "../fixtures/rides.ts";
import { type FeedTables, writeFeed } from "./write-feed.ts";

export const PLACES = {
  village: { label: "Alm", lat: 47.2, lng: 9.0 },
  junction: { label: "Bach", lat: 47.2, lng: 9.2 },
  city: { label: "Chur", lat: 47.2, lng: 9.9 },
};

/** One trip: stops with their hours. */
type Trip = readonly (readonly [keyof typeof PLACES, string])[];

/** Buses from the village to the junction, and trains from there to the city, on the first days of 2026. */
function feedOf(trips: Readonly<Record<string, Trip>>): FeedTables {
  return {
    "agency.txt": [
      ["agency_name", "agency_url", "agency_timezone"],
      ["Railway", "https://railway.example/", "UTC"],
    ],
    "stops.txt": [
      ["stop_id", "stop_name", "stop_lat", "stop_lon"],
      ...Object.entries(PLACES).map(([key, { label, lat, lng }]) => [key, label, lat, lng]),
    ],
    "routes.txt": [
      ["route_id", "route_short_name", "route_type"],
      ["bus", "11", 3],
      ["train", "IC 3", 2],
    ],
    "trips.txt": [
      ["route_id", "service_id", "trip_id", "trip_headsign"],
      ...Object.keys(trips).map((id) => [id.replace(/\d+$/, ""), "days", id, ""]),
    ],
    "stop_times.txt": [
      ["trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time"],
      ...Object.entries(trips).flatMap(([id, calls]) =>
        calls.map(([place, time], n) => [id, place, n, `${time}:00`, `${time}:00`]),
      ),
    ],
    "calendar_dates.txt": [
      ["service_id", "date", "exception_type"],
      ["days", "20260101", 1],
      ["days", "20260102", 1],
      ["days", "20260103", 1],
    ],
  };
}

/** A community with a timetable of these trips. */
export async function createJourneyWorld(trips: Readonly<Record<string, Trip>>) {
  const DATA_DIR = createTestFolder();
  const path = writeFeed(join(DATA_DIR, "feed.zip"), feedOf(trips));
  await importTimetable({
    timetables: timetablesFolder({ DATA_DIR }),
    id: "valley",
    name: "Valley",
    path,
    source: { file: path },
    licence: "CC BY 4.0",
  });
  const app = await createTestApp({ settings: { DATA_DIR } });
  const seeker = await app.createUser();
  const journeys = async (query: object = {}) => {
    const reply = await app.call<JourneyList>("GET", "/transit/journeys", {
      as: seeker,
      query: { ...ends("village", "city"), ...WINDOW, ...query },
    });
    return reply.body;
  };
  const offer = async (from: keyof typeof PLACES, to: keyof typeof PLACES, departsAt: string) =>
    hostRide(app, await app.createUser(), {
      origin: PLACES[from],
      destination: PLACES[to],
      stops: [],
      departsAt,
      contribution: null,
    });
  return { app, seeker, journeys, offer };
}

export const ends = (from: keyof typeof PLACES, to: keyof typeof PLACES) => ({
  fromLat: PLACES[from].lat,
  fromLng: PLACES[from].lng,
  toLat: PLACES[to].lat,
  toLng: PLACES[to].lng,
});
const WINDOW = {
  departsAfter: "2026-01-02T07:00:00Z",
  departsBefore: "2026-01-02T10:00:00Z",
  at: "2026-01-02T08:00:00Z",
};
export const TRAINS = {
  train1: [
    ["junction", "08:30"],
    ["city", "09:10"],
  ],
  train2: [
    ["junction", "09:30"],
    ["city", "10:10"],
  ],
} as const;
export const SLOW_BUS = {
  bus1: [
    ["village", "08:05"],
    ["junction", "09:10"],
  ],
} as const;
