import type { HostedRide } from "@commonlane/contract/hosted-rides";
import type { z } from "zod";
import type { SeededRandom } from "./seeded-random.ts";
import type { Routes } from "./routes.ts";
import { notesOfRides } from "./sample-texts.ts";
import type { Trip } from "./trips.ts";

export const CURRENCY = "CHF";
export const COST_PER_KM_MINOR = 70;
/** Hosts ask for less than an even share of the costs, in steps of half a franc. */
const SHARE = { from: 0.6, to: 0.95 };
const STEP_MINOR = 50;

type Terms = Omit<z.input<typeof HostedRide>, "departsAt" | "returnWay" | "hostId" | "timeZone">;

/** What a host of the demo chooses for a trip. */
export function chooseTerms(
  { host, origin, destination }: Trip,
  routes: Routes,
  chance: SeededRandom,
): Terms {
  const { car, gender, preferences } = host.person;
  const seatsTotal = Math.min(
    car?.seats ?? 3,
    chance.weighted([
      [2, 3],
      [3, 5],
      [4, 2],
      [6, 1],
    ] as const),
  );
  const contribution = choosePrice(
    routes.shorterDistanceM({ origin, destination }),
    seatsTotal,
    chance,
  );
  return {
    origin,
    destination,
    seatsTotal,
    contribution:
      contribution > 0
        ? {
            amountMinor: contribution,
            currency: CURRENCY,
          }
        : null,
    vehicleId: host.vehicleId,
    approval: chance.withProbability(0.4) ? "instant" : "manual",
    ...(chance.withProbability(0.25) && {
      maxDetourM: 5_000,
      maxDetourS: 300,
    }),
    luggage: chance.integer(0, 3),
    preferences,
    audience: gender === "female" && chance.withProbability(0.05) ? "sameGender" : "everyone",
    maxTwoInBack: seatsTotal >= 3 && chance.withProbability(0.3),
    note: chance.pick(notesOfRides),
  };
}

/** Zero for one in ten, and for ways that cost next to nothing. */
function choosePrice(distanceM: number, seats: number, chance: SeededRandom): number {
  if (chance.withProbability(0.1)) return 0;
  const share = ((distanceM / 1000) * COST_PER_KM_MINOR) / (seats + 1);
  const wanted = share * (SHARE.from + chance.next() * (SHARE.to - SHARE.from));
  return Math.floor(wanted / STEP_MINOR) * STEP_MINOR;
}
