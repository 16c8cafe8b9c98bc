import { HOUR_MS } from "@commonlane/contract/durations";
import type { HostedRide } from "@commonlane/contract/rides";
import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { z } from "zod";
import type { Chance } from "./chance.ts";
import { instantOn } from "./clock.ts";
import type { Player } from "./people.ts";
import { corridors, type Town, type Towns, ZONE } from "./region.ts";
import { rideNotes } from "./wording.ts";

export interface RidePlan {
  readonly host: Player;
  readonly said: z.input<typeof HostedRide>;
  readonly departsAt: Date;
  readonly hostedAt: Date;
}

const CURRENCY = "EUR";
/** What driving costs in euro per kilometre, how much of an even share of it people ask for, and how the road is reckoned. */
const COST = { perKm: 0.3, from: 0.6, to: 1 };
const ROAD = { factor: 1.3, mPerS: 20 };
const RIDES_A_DAY = { least: 16, most: 20, moreAtWeekends: 5 };

/** When people set out, in minutes after midnight, and how many do then. */
const hours = {
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

interface Hosts {
  readonly hosts: readonly Player[];
  readonly towns: Towns;
  readonly chance: Chance;
}

/** Rides on each day from `days.from` to `days.to`, counted from today; nobody drives twice in one half of a day. */
export function planRides(now: Date, days: { from: number; to: number; share: number }, world: Hosts): RidePlan[] {
  const { chance, hosts } = world;
  const plans: RidePlan[] = [];
  for (let day = days.from; day <= days.to; day++) {
    const weekend = [0, 5].includes(instantOn(ZONE, now, day, 720).getUTCDay());
    const many = chance.whole(RIDES_A_DAY.least, RIDES_A_DAY.most) + (weekend ? RIDES_A_DAY.moreAtWeekends : 0);
    const free = { early: chance.shuffled(hosts), late: chance.shuffled(hosts) };
    for (let n = 0; n < many * days.share; n++) {
      const half = chance.is(0.45) ? "early" : "late";
      const host = free[half].pop();
      if (host) plans.push(planRide(now, day, half, host, world));
    }
  }
  return oneWayAtOnce(plans).filter(({ departsAt }) => days.to < 0 || departsAt.getTime() > now.getTime() + HOUR_MS);
}

/** Without the rides for which their host would have to leave before having arrived elsewhere. */
function oneWayAtOnce(plans: readonly RidePlan[]): RidePlan[] {
  const arrivesAt = new Map<Player, number>();
  return plans
    .toSorted((a, b) => a.departsAt.getTime() - b.departsAt.getTime())
    .filter(({ host, departsAt, said: { origin, stops = [], destination } }) => {
      if (departsAt.getTime() < (arrivesAt.get(host) ?? 0)) return false;
      const drivenS = (drivenKm([origin, ...stops, destination]) * 1000) / ROAD.mPerS;
      arrivesAt.set(host, departsAt.getTime() + drivenS * 1000);
      return true;
    });
}

function planRide(now: Date, day: number, half: "early" | "late", host: Player, world: Hosts): RidePlan {
  const { chance, hosts, towns } = world;
  const departsAt = instantOn(ZONE, now, day, minuteOf(half, chance));
  const points = wayOf(hosts.indexOf(host), half, world).map((town) => placeOf(towns, town));
  const [origin, ...rest] = points;
  const destination = rest.pop();
  if (!origin || !destination) throw new Error("A way needs two ends.");
  const seats = Math.min(
    host.who.car?.seats ?? 3,
    chance.weighted([
      [2, 3],
      [3, 5],
      [4, 2],
      [6, 1],
    ] as const),
  );
  const hostedAhead = chance.whole(30, 200) * HOUR_MS;
  return {
    host,
    departsAt,
    hostedAt: new Date(Math.min(departsAt.getTime(), now.getTime()) - hostedAhead),
    said: {
      origin,
      destination,
      stops: rest,
      departsAt: departsAt.toISOString(),
      seatsTotal: seats,
      contribution: chance.is(0.1) ? null : priceOf(points, seats, chance),
      approval: chance.is(0.3) ? "instant" : "manual",
      ...chance.weighted([
        [{}, 6],
        [{ maxDetourM: 0, maxDetourS: 0 }, 1],
        [{ maxDetourM: 5_000, maxDetourS: 300 }, 2],
        [{ maxDetourM: 20_000, maxDetourS: 1_200 }, 2],
      ] as const),
      luggage: chance.whole(0, 3),
      preferences: host.who.likes,
      audience: host.who.gender === "female" && chance.is(0.06) ? "sameGender" : "everyone",
      maxTwoInBack: seats >= 3 && chance.is(0.3),
      note: chance.pick(rideNotes),
    },
  };
}

function minuteOf(half: "early" | "late", chance: Chance): number {
  const [from, to] = chance.weighted<readonly [number, number]>(hours[half]);
  return Math.round(chance.whole(from, to) / 5) * 5;
}

/** Most people drive their own corridor, one way in the morning and the other in the evening; some rides go elsewhere. */
function wayOf(host: number, half: "early" | "late", { chance }: Hosts): Town[] {
  const own = corridors[host % corridors.length];
  const all = corridors.map((corridor) => [corridor, corridor.share] as const);
  const { towns } = own && chance.is(0.7) ? own : chance.weighted<(typeof corridors)[number]>(all);
  const outward = (half === "early") === (host % 2 === 0);
  const along: readonly Town[] = outward ? towns : towns.toReversed();
  const least = Math.min(3, along.length - 1);
  const from = chance.whole(0, along.length - 1 - least);
  const to = chance.whole(from + least, along.length - 1);
  const [origin, destination] = [along[from], along[to]];
  const stops = along.slice(from + 1, to).filter(() => chance.is(0.45));
  return [origin, ...stops, destination].flatMap((town) => town ?? []);
}

export function placeOf(towns: Towns, town: Town): Place {
  const place = towns.get(town);
  if (!place) throw new Error(`${town} was not looked up.`);
  return place;
}

const drivenKm = (points: readonly Place[]): number =>
  points.reduce((sum, point, n) => sum + (distanceM(points[n - 1] ?? point, point) / 1000) * ROAD.factor, 0);

function priceOf(points: readonly Place[], seats: number, chance: Chance) {
  const share = (drivenKm(points) * COST.perKm) / (seats + 1);
  const euros = share * (COST.from + chance.next() * (COST.to - COST.from));
  // Half euros up to ten, whole ones above.
  const rounded = euros < 10 ? Math.max(0.5, Math.floor(euros * 2) / 2) : Math.floor(euros);
  return { amountMinor: rounded * 100, currency: CURRENCY };
}
