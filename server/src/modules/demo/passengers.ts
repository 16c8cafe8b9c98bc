import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { TIME_ZONE } from "./demo-places.ts";
import { localDay, localHour } from "./local-time.ts";
import type { Passenger, Routes } from "./routes.ts";
import {
  hostCancellationReasons,
  rejectionReasons,
  seatRequestMessages,
  withdrawalReasons,
} from "./sample-texts.ts";
import type { Outcome, ScenarioSeatRequest } from "./scenario.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { Trip } from "./trips.ts";

const outcomesByTime = {
  coming: [
    ["pending", 36],
    ["accepted", 44],
    ["rejected", 6],
    ["withdrawn", 4],
    ["expired", 4],
    ["passengerCancels", 4],
    ["hostCancels", 2],
  ],
  past: [
    ["accepted", 86],
    ["rejected", 5],
    ["withdrawn", 3],
    ["expired", 3],
    ["passengerCancels", 3],
  ],
} as const satisfies Record<string, readonly (readonly [Outcome, number])[]>;

const reasonsByOutcome: Partial<Record<Outcome, readonly (string | null)[]>> = {
  rejected: rejectionReasons,
  withdrawn: withdrawalReasons,
  passengerCancels: withdrawalReasons,
  hostCancels: hostCancellationReasons,
};
/** From here on, people travel once a day and at most twice a week. */
const LONG_WAY_M = 40_000;
const LONG_TRIPS_PER_WEEK = 2;

/** Who comes along, with at most one ride in the morning and one in the rest of each day. */
export class PassengerPool {
  readonly #routes: Routes;
  readonly #chance: SeededRandom;
  readonly #busy = new Set<string>();
  readonly #longTrips = new Map<string, number>();

  constructor(routes: Routes, chance: SeededRandom) {
    this.#routes = routes;
    this.#chance = chance;
  }

  /** Keeps a day free, for what is planned elsewhere. */
  reserve(uid: string, at: Date): void {
    for (const half of ["am", "pm"]) this.#busy.add(`${uid} ${localDay(TIME_ZONE, at)} ${half}`);
  }

  /** Up to `count` passengers who had joined by `from`. */
  take(trip: Trip, count: number, from: Date, onlyAllTheWay = false): Passenger[] {
    const { distanceM, along } = this.#routes.get(trip);
    const isLong = distanceM > LONG_WAY_M;
    const day = localDay(TIME_ZONE, trip.departsAt);
    const half = localHour(TIME_ZONE, trip.departsAt) < 12 ? "am" : "pm";
    const halfOf = ({ seeker }: Passenger) => `${seeker.caller.uid} ${day} ${half}`;
    const weekOf = ({ seeker }: Passenger) =>
      `${seeker.caller.uid} ${Math.floor(Date.parse(day) / (7 * 24 * HOUR_MS))}`;
    const isFree = (passenger: Passenger) =>
      (passenger.isAllTheWay || !onlyAllTheWay) &&
      !this.#busy.has(halfOf(passenger)) &&
      passenger.seeker.joinedAt < from &&
      (passenger.pickup === passenger.seeker.home) === (half === "am") &&
      !(isLong && (this.#longTrips.get(weekOf(passenger)) ?? 0) >= LONG_TRIPS_PER_WEEK);
    const chosen = this.#chance.shuffled(along.filter(isFree)).slice(0, count);
    for (const passenger of chosen) {
      this.#busy.add(halfOf(passenger));
      if (isLong)
        this.#longTrips.set(weekOf(passenger), (this.#longTrips.get(weekOf(passenger)) ?? 0) + 1);
    }
    return chosen;
  }
}

/** A passenger's request between two instants, and its outcome. */
export function planSeatRequest(
  { seeker, pickup, dropoff, isAllTheWay }: Passenger,
  {
    from,
    until,
    when,
  }: {
    readonly from: Date;
    readonly until: Date;
    readonly when: keyof typeof outcomesByTime;
  },
  chance: SeededRandom,
): ScenarioSeatRequest {
  const outcome = chance.weighted<Outcome>(outcomesByTime[when]);
  const availableMs = until.getTime() - from.getTime();
  // Pending requests are recent; the others happened earlier.
  const agoMs =
    availableMs * (outcome === "pending" ? 0.35 * chance.next() : 0.4 + 0.6 * chance.next());
  return {
    seeker,
    at: new Date(until.getTime() - agoMs),
    outcome,
    decidedAfterMs: Math.min(chance.integer(4, 300) * MINUTE_MS, Math.max(0, agoMs - 2 * HOUR_MS)),
    reason: chance.pick(reasonsByOutcome[outcome] ?? [null]),
    terms: {
      seats: chance.withProbability(0.88) ? 1 : 2,
      message: chance.pick(seatRequestMessages),
      ...(!isAllTheWay && { pickup, dropoff }),
    },
  };
}
