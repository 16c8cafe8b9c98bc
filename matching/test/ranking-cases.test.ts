import { describe, expect, test } from "vitest";
import { DEFAULT_MATCH_SETTINGS } from "../src/model.ts";
import { orderOf, termsSeconds, unreliabilityOf } from "../src/ranking.ts";

/** Minutes in the car and on foot, the host's detour in kilometres, time of the pickup (at longitude 0), price in euros, and the host's reliability. */
interface Offer {
  readonly car?: number;
  readonly walk?: number;
  readonly detour?: number;
  readonly at?: string;
  readonly price?: number;
  readonly host?: keyof typeof HOSTS;
}

const HOSTS = {
  reliable: { commitments: 20, weight: 0 },
  new: null,
  slips: { commitments: 20, weight: 8 },
  unreliable: { commitments: 20, weight: 45 },
};

/** 90 minutes by car are 108 km at 20 m/s, and cost the host 32.40 euros. */
const DIRECT_MIN = 90;
const COSTS = 32.4;
/** Defaults of an offer: the direct route from door to door at eight, for a third of the costs. */
const USUAL: Required<Offer> = {
  car: DIRECT_MIN,
  walk: 0,
  detour: 0,
  at: "08:00",
  price: 10,
  host: "reliable",
};

const clock = (time: string): number => Date.parse(`2026-05-04T${time}:00Z`);

const rankOf = (offer: Offer, wanted: string | undefined, directMin = DIRECT_MIN): number => {
  const { car, walk, detour, at, price, host } = { ...USUAL, car: directMin, ...offer };
  const search = {
    from: { lat: 50, lng: 0 },
    to: { lat: 51, lng: 0 },
    departsAfterMs: clock("00:00"),
    departsBeforeMs: clock("23:59"),
    atMs: wanted === undefined ? undefined : clock(wanted),
    seats: 1,
    walkM: 5_000,
  };
  const journey = {
    rideS: car * 60,
    walkS: walk * 60,
    pickupAtMs: clock(at),
    rideM: 1_200 * car,
    detourM: 1_000 * detour,
  };
  const terms = {
    costShare: price / ((COSTS * directMin) / DIRECT_MIN),
    unreliability: unreliabilityOf(HOSTS[host]),
  };
  return (
    orderOf(journey, search, directMin * 60, DEFAULT_MATCH_SETTINGS) +
    termsSeconds(terms, directMin * 60, DEFAULT_MATCH_SETTINGS)
  );
};

type Case = readonly [better: string, worse: string, first: Offer, second: Offer];

const AT_EIGHT: readonly Case[] = [
  ["direct, 5 min later", "9 hours in the car, on time", { at: "08:05" }, { car: 555 }],
  ["direct, 10 min earlier", "an hour longer in the car, on time", { at: "07:50" }, { car: 150 }],
  [
    "direct, 20 min later",
    "half an hour longer in the car, on time",
    { at: "08:20" },
    { car: 120 },
  ],
  ["5 min longer in the car", "10 min longer in the car", { car: 95 }, { car: 100 }],
  ["15 min longer in the car", "an hour later", { car: 105 }, { at: "09:00" }],
  ["10 min later at the door", "on time with 15 min on foot", { at: "08:10" }, { walk: 15 }],
  ["5 min earlier at the door", "on time with 10 min on foot", { at: "07:55" }, { walk: 10 }],
  ["5 min on foot, on time", "at the door an hour later", { walk: 5 }, { at: "09:00" }],
  ["10 min on foot, on time", "at the door two hours earlier", { walk: 10 }, { at: "06:00" }],
  ["at the door", "the same with 3 min on foot", {}, { walk: 3 }],
  ["10 min on foot", "40 min on foot", { walk: 10 }, { walk: 40 }],
  ["10 min longer in the car, at the door", "20 min on foot", { car: 100 }, { walk: 20 }],
  ["5 min on foot", "40 min longer in the car", { walk: 5 }, { car: 130 }],
  ["on time", "half an hour later", {}, { at: "08:30" }],
  ["on time", "half an hour earlier", {}, { at: "07:30" }],
  ["20 min later", "40 min earlier", { at: "08:20" }, { at: "07:20" }],
  ["an hour later", "in the middle of the night", { at: "09:00" }, { at: "03:00" }],
  ["6 euros, a minute later", "60 euros, on time", { at: "08:01", price: 6 }, { price: 60 }],
  ["6 euros, 10 min later", "30 euros, on time", { at: "08:10", price: 6 }, { price: 30 }],
  ["6 euros with 3 min on foot", "30 euros at the door", { walk: 3, price: 6 }, { price: 30 }],
  ["8 euros", "12 euros, otherwise the same", { price: 8 }, { price: 12 }],
  ["16 hours later", "a longer detour than the ride", { at: "23:59" }, { detour: 109 }],
  [
    "on time, with a detour nearly as long as the ride",
    "a minute later",
    { detour: 107 },
    { at: "08:01" },
  ],
  ["free", "10 euros, otherwise the same", { price: 0 }, { price: 10 }],
  ["10 euros, on time", "free, two hours later", {}, { at: "10:00", price: 0 }],
  ["10 euros at the door", "9 euros with 15 min on foot", {}, { walk: 15, price: 9 }],
  ["10 euros, direct", "8 euros, an hour longer in the car", {}, { car: 150, price: 8 }],
  ["11 euros, on time", "10 euros, half an hour later", { price: 11 }, { at: "08:30" }],
  ["a reliable host", "one who often does not come", {}, { host: "unreliable" }],
  ["a reliable host", "a new one, otherwise the same", {}, { host: "new" }],
  ["a new host", "one who often does not come", { host: "new" }, { host: "unreliable" }],
  [
    "a reliable host, a minute later",
    "on time with one who often does not come",
    { at: "08:01" },
    { host: "unreliable" },
  ],
  ["a new host, on time", "a reliable one half an hour later", { host: "new" }, { at: "08:30" }],
  [
    "a host with some slips, at the door",
    "a reliable one, 10 min on foot",
    { host: "slips" },
    { walk: 10 },
  ],
  ["a new host for 10 euros", "a reliable one for 30 euros", { host: "new" }, { price: 30 }],
  [
    "a little of each: 3 min later, 2 min on foot",
    "30 min longer in the car",
    { at: "08:03", walk: 2 },
    { car: 120 },
  ],
];

const ANY_TIME: readonly Case[] = [
  ["noon, at the door", "03:10 with 2 hours on foot", { at: "12:00" }, { at: "03:10", walk: 129 }],
  ["noon", "03:10, otherwise the same", { at: "12:00" }, { at: "03:10" }],
  [
    "07:00, 20 min longer in the car",
    "direct at 02:00",
    { at: "07:00", car: 110 },
    { at: "02:00" },
  ],
  ["20:00, 5 min on foot", "at the door at midnight", { at: "20:00", walk: 5 }, { at: "00:00" }],
  [
    "18:00, direct",
    "08:00, half an hour longer in the car",
    { at: "18:00" },
    { at: "08:00", car: 120 },
  ],
  ["16:00, at the door", "09:00 with 10 min on foot", { at: "16:00" }, { at: "09:00", walk: 10 }],
  [
    "19:00 for 6 euros",
    "10:00 for 30 euros",
    { at: "19:00", price: 6 },
    { at: "10:00", price: 30 },
  ],
  ["22:00", "03:00, otherwise the same", { at: "22:00" }, { at: "03:00" }],
  ["04:30", "01:00, otherwise the same", { at: "04:30" }, { at: "01:00" }],
];

const SHORT: readonly Case[] = [
  ["at the door", "15 min on foot instead of a euro", {}, { walk: 15, price: 0 }],
  ["5 min later, at the door", "on time with 8 min on foot", { at: "08:05" }, { walk: 8 }],
  ["12 min in the car", "40 min in the car", { car: 12 }, { car: 40 }],
];

describe("ranks the offer first that five sensible people would choose", () => {
  test.each(AT_EIGHT)(
    "[domain/matching:best-cases] wanted at eight: %s before %s",
    (_better, _worse, first, second) => {
      expect(rankOf(first, "08:00")).toBeLessThan(rankOf(second, "08:00"));
    },
  );

  test.each(ANY_TIME)(
    "[domain/matching:best-cases] at any time: %s before %s",
    (_better, _worse, first, second) => {
      expect(rankOf(first, undefined)).toBeLessThan(rankOf(second, undefined));
    },
  );

  test.each(SHORT)(
    "[domain/matching:best-cases] 10 min by car, wanted at eight: %s before %s",
    (_better, _worse, first, second) => {
      expect(shortRankOf(first)).toBeLessThan(shortRankOf(second));
    },
  );

  test("prefers no hour of the day if any time suits", () => {
    expect(rankOf({ at: "06:00" }, undefined)).toBe(rankOf({ at: "20:00" }, undefined));
  });
});

const shortRankOf = (offer: Offer): number => rankOf({ price: 1, ...offer }, "08:00", 10);
