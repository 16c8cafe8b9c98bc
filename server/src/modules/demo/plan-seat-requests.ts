import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { Place } from "@commonlane/contract/shapes";
import type { SeededRandom } from "./seeded-random.ts";
import { localDay } from "./local-time.ts";
import type { DemoUser } from "./demo-accounts.ts";
import { TIME_ZONE } from "./towns.ts";
import type { RidePlan } from "./plan-rides.ts";
import type { Outcome, ScenarioSeatRequest } from "./scenario.ts";
import { seatRequestMessages, hostCancellationReasons, rejectionReasons, withdrawalReasons } from "./sample-texts.ts";

const outcomesByTime = {
  coming: [
    ["pending", 42],
    ["accepted", 34],
    ["rejected", 8],
    ["withdrawn", 6],
    ["expired", 4],
    ["passengerCancels", 4],
    ["hostCancels", 2],
  ],
  past: [
    ["accepted", 80],
    ["rejected", 8],
    ["withdrawn", 4],
    ["expired", 4],
    ["passengerCancels", 4],
  ],
} as const satisfies Record<string, readonly (readonly [Outcome, number])[]>;

const reasonsByOutcome: Partial<Record<Outcome, readonly (string | null)[]>> = {
  rejected: rejectionReasons,
  withdrawn: withdrawalReasons,
  passengerCancels: withdrawalReasons,
  hostCancels: hostCancellationReasons,
};

interface SeatRequestPlanInput {
  readonly points: readonly Place[];
  /** The request and its decision happen between these instants. */
  readonly from: Date;
  readonly until: Date;
  readonly when: keyof typeof outcomesByTime;
}

/** A seat request on a ride with these points, often only for a segment. */
export function planSeatRequest(
  seeker: DemoUser,
  { points, from, until, when }: SeatRequestPlanInput,
  chance: SeededRandom,
): ScenarioSeatRequest {
  const outcome = chance.weighted<Outcome>(outcomesByTime[when]);
  const availableMs = until.getTime() - from.getTime();
  // Pending requests are recent; the others happened earlier.
  const agoMs = outcome === "pending" ? availableMs * 0.35 * chance.next() : availableMs * (0.4 + 0.6 * chance.next());
  const at = new Date(until.getTime() - agoMs);
  const decidedAfterMs = Math.min(chance.integer(4, 300) * MINUTE_MS, Math.max(0, agoMs - 2 * HOUR_MS));
  const last = points.length - 1;
  const pickup = chance.withProbability(0.6) ? 0 : chance.integer(0, last - 1);
  const dropoff = chance.withProbability(0.6) ? last : chance.integer(pickup + 1, last);
  const [pickupPlace, dropoffPlace] = [points[pickup], points[dropoff]];
  const isFullRoute = pickup === 0 && dropoff === last;
  return {
    seeker,
    at,
    outcome,
    decidedAfterMs,
    reason: chance.pick(reasonsByOutcome[outcome] ?? [null]),
    terms: {
      seats: chance.withProbability(0.78) ? 1 : 2,
      message: chance.pick(seatRequestMessages),
      ...(!isFullRoute && pickupPlace && dropoffPlace && { pickup: pickupPlace, dropoff: dropoffPlace }),
    },
  };
}

/** Yuki is a new user without any activity. */
const NEWCOMER_NAME = "Yuki";

/** Seekers without a car. A seeker requests at most one ride per day. */
export class SeekerPool {
  readonly #all: readonly DemoUser[];
  readonly #chance: SeededRandom;
  readonly #busy = new Set<string>();

  constructor(users: readonly DemoUser[], chance: SeededRandom) {
    this.#all = users.filter(({ persona, vehicleId }) => vehicleId === null && persona.first !== NEWCOMER_NAME);
    this.#chance = chance;
  }

  for({ host, rideInput, departsAt }: RidePlan, count: number): DemoUser[] {
    const day = localDay(TIME_ZONE, departsAt);
    const key = ({ caller }: DemoUser) => `${caller.uid} ${day}`;
    const isAvailable = (user: DemoUser) =>
      !this.#busy.has(key(user)) &&
      (rideInput.audience !== "sameGender" || user.persona.gender === host.persona.gender);
    const chosen = this.#chance.shuffled(this.#all.filter(isAvailable)).slice(0, count);
    for (const user of chosen) this.#busy.add(key(user));
    return chosen;
  }
}
