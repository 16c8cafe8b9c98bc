import { HOUR_MS } from "@commonlane/contract/durations";
import type { HostedRide } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { z } from "zod";
import type { SeededRandom } from "./seeded-random.ts";
import { localInstant } from "./local-time.ts";
import type { DemoUser } from "./demo-accounts.ts";
import { corridors, type Town, type Towns, TIME_ZONE } from "./towns.ts";
import { rideNotes } from "./sample-texts.ts";

export interface RidePlan {
  readonly host: DemoUser;
  readonly rideInput: z.input<typeof HostedRide>;
  readonly departsAt: Date;
  readonly hostedAt: Date;
}

const CURRENCY = "EUR";
/** Driving cost in euros per km, the share that hosts charge, and factors to estimate roads. */
const COST = { perKm: 0.3, from: 0.6, to: 1 };
const ROAD_ESTIMATE = { factor: 1.3, mPerS: 20 };
const RIDES_PER_DAY = { min: 16, max: 20, extraAtWeekends: 5 };

/** Ranges of departure times in minutes after midnight, with their weights. */
const DEPARTURE_HOURS = {
  early: [
    [[330, 510], 5],
    [[525, 780], 2],
  ],
  late: [
    [[800, 940], 2],
    [[945, 1170], 5],
    [[1185, 1290], 1],
  ],
} as const;

interface PlanInput {
  readonly hosts: readonly DemoUser[];
  readonly towns: Towns;
  readonly chance: SeededRandom;
}

/** Rides on each day from `days.from` to `days.to`, relative to today; a host drives at most once per half-day. */
export function planRides(
  now: Date,
  days: { from: number; to: number; share: number },
  options: PlanInput,
): RidePlan[] {
  const { chance, hosts } = options;
  const plans: RidePlan[] = [];
  for (let day = days.from; day <= days.to; day++) {
    const weekend = [0, 5].includes(localInstant(TIME_ZONE, now, day, 720).getUTCDay());
    const count = chance.integer(RIDES_PER_DAY.min, RIDES_PER_DAY.max) + (weekend ? RIDES_PER_DAY.extraAtWeekends : 0);
    const availableHosts = { early: chance.shuffled(hosts), late: chance.shuffled(hosts) };
    for (let n = 0; n < count * days.share; n++) {
      const halfDay = chance.withProbability(0.45) ? "early" : "late";
      const host = availableHosts[halfDay].pop();
      if (host) plans.push(planRide(now, day, halfDay, host, options));
    }
  }
  return withoutOverlaps(plans).filter(({ departsAt }) => days.to < 0 || departsAt.getTime() > now.getTime() + HOUR_MS);
}

/** Removes rides that start before the host's previous one ends. */
function withoutOverlaps(plans: readonly RidePlan[]): RidePlan[] {
  const arrivesAt = new Map<DemoUser, number>();
  return plans
    .toSorted((a, b) => a.departsAt.getTime() - b.departsAt.getTime())
    .filter(({ host, departsAt, rideInput: { origin, stops = [], destination } }) => {
      if (departsAt.getTime() < (arrivesAt.get(host) ?? 0)) return false;
      const drivenS = (drivenKm([origin, ...stops, destination]) * 1000) / ROAD_ESTIMATE.mPerS;
      arrivesAt.set(host, departsAt.getTime() + drivenS * 1000);
      return true;
    });
}

function planRide(now: Date, day: number, halfDay: "early" | "late", host: DemoUser, options: PlanInput): RidePlan {
  const { chance, hosts, towns } = options;
  const departsAt = localInstant(TIME_ZONE, now, day, randomMinute(halfDay, chance));
  const points = randomRoute(hosts.indexOf(host), halfDay, options).map((town) => getTown(towns, town));
  const [origin, ...rest] = points;
  const destination = rest.pop();
  if (!origin || !destination) throw new Error("A route needs an origin and a destination.");
  const seats = Math.min(
    host.persona.car?.seats ?? 3,
    chance.weighted([
      [2, 3],
      [3, 5],
      [4, 2],
      [6, 1],
    ] as const),
  );
  const hostedAhead = chance.integer(30, 200) * HOUR_MS;
  return {
    host,
    departsAt,
    hostedAt: new Date(Math.min(departsAt.getTime(), now.getTime()) - hostedAhead),
    rideInput: {
      origin,
      destination,
      stops: rest,
      departsAt: departsAt.toISOString(),
      seatsTotal: seats,
      contribution: chance.withProbability(0.1) ? null : randomPrice(points, seats, chance),
      approval: chance.withProbability(0.3) ? "instant" : "manual",
      ...chance.weighted([
        [{}, 6],
        [{ maxDetourM: 0, maxDetourS: 0 }, 1],
        [{ maxDetourM: 5_000, maxDetourS: 300 }, 2],
        [{ maxDetourM: 20_000, maxDetourS: 1_200 }, 2],
      ] as const),
      luggage: chance.integer(0, 3),
      preferences: host.persona.preferences,
      audience: host.persona.gender === "female" && chance.withProbability(0.06) ? "sameGender" : "everyone",
      maxTwoInBack: seats >= 3 && chance.withProbability(0.3),
      note: chance.pick(rideNotes),
    },
  };
}

function randomMinute(halfDay: "early" | "late", chance: SeededRandom): number {
  const [from, to] = chance.weighted<readonly [number, number]>(DEPARTURE_HOURS[halfDay]);
  return Math.round(chance.integer(from, to) / 5) * 5;
}

/** Most hosts drive their own corridor, outward in the morning and back in the evening; some rides are elsewhere. */
function randomRoute(host: number, halfDay: "early" | "late", { chance }: PlanInput): Town[] {
  const own = corridors[host % corridors.length];
  const all = corridors.map((corridor) => [corridor, corridor.weight] as const);
  const { towns } = own && chance.withProbability(0.7) ? own : chance.weighted<(typeof corridors)[number]>(all);
  const outward = (halfDay === "early") === (host % 2 === 0);
  const corridorTowns: readonly Town[] = outward ? towns : towns.toReversed();
  const minLegs = Math.min(3, corridorTowns.length - 1);
  const from = chance.integer(0, corridorTowns.length - 1 - minLegs);
  const to = chance.integer(from + minLegs, corridorTowns.length - 1);
  const [origin, destination] = [corridorTowns[from], corridorTowns[to]];
  const stops = corridorTowns.slice(from + 1, to).filter(() => chance.withProbability(0.45));
  return [origin, ...stops, destination].flatMap((town) => town ?? []);
}

export function getTown(towns: Towns, town: Town): Place {
  const place = towns.get(town);
  if (!place) throw new Error(`${town} was not found.`);
  return place;
}

const drivenKm = (points: readonly Place[]): number =>
  points.reduce((sum, point, n) => sum + (distanceM(points[n - 1] ?? point, point) / 1000) * ROAD_ESTIMATE.factor, 0);

function randomPrice(points: readonly Place[], seats: number, chance: SeededRandom) {
  const share = (drivenKm(points) * COST.perKm) / (seats + 1);
  const euros = share * (COST.from + chance.next() * (COST.to - COST.from));
  // Half euros up to ten, whole euros above.
  const rounded = euros < 10 ? Math.max(0.5, Math.floor(euros * 2) / 2) : Math.floor(euros);
  return { amountMinor: rounded * 100, currency: CURRENCY };
}
