import { HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { Place } from "@commonlane/contract/shapes";
import type { Chance } from "./chance.ts";
import { dayOf } from "./clock.ts";
import type { Player } from "./people.ts";
import { ZONE } from "./region.ts";
import type { RidePlan } from "./rides-plan.ts";
import type { Destiny, ToldAsk } from "./story.ts";
import { askMessages, hostsRegrets, refusals, secondThoughts } from "./wording.ts";

const destinies = {
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
} as const satisfies Record<string, readonly (readonly [Destiny, number])[]>;

const reasons: Partial<Record<Destiny, readonly (string | null)[]>> = {
  rejected: refusals,
  withdrawn: secondThoughts,
  passengerCancels: secondThoughts,
  hostCancels: hostsRegrets,
};

interface Asked {
  readonly points: readonly Place[];
  /** Between these two instants somebody asks, and everything is decided. */
  readonly from: Date;
  readonly until: Date;
  readonly when: keyof typeof destinies;
}

/** What a seeker asks of a ride along these points: often only a part of the way. */
export function planAsk(seeker: Player, { points, from, until, when }: Asked, chance: Chance): ToldAsk {
  const destiny = chance.weighted<Destiny>(destinies[when]);
  const room = until.getTime() - from.getTime();
  // Whoever waits has asked lately; the rest happened some time before.
  const backMs = destiny === "pending" ? room * 0.35 * chance.next() : room * (0.4 + 0.6 * chance.next());
  const at = new Date(until.getTime() - backMs);
  const decidedAfterMs = Math.min(chance.whole(4, 300) * MINUTE_MS, Math.max(0, backMs - 2 * HOUR_MS));
  const last = points.length - 1;
  const pickup = chance.is(0.6) ? 0 : chance.whole(0, last - 1);
  const dropoff = chance.is(0.6) ? last : chance.whole(pickup + 1, last);
  const [getsIn, getsOut] = [points[pickup], points[dropoff]];
  const whole = pickup === 0 && dropoff === last;
  return {
    seeker,
    at,
    destiny,
    decidedAfterMs,
    reason: chance.pick(reasons[destiny] ?? [null]),
    ask: {
      seats: chance.is(0.78) ? 1 : 2,
      message: chance.pick(askMessages),
      ...(!whole && getsIn && getsOut && { pickup: getsIn, dropoff: getsOut }),
    },
  };
}

/** Yuki has just arrived; nothing has happened to her yet. */
const NEWCOMER = "Yuki";

/** Those without a car. Nobody asks for seats on two rides of one day. */
export class Seekers {
  readonly #all: readonly Player[];
  readonly #chance: Chance;
  readonly #busy = new Set<string>();

  constructor(players: readonly Player[], chance: Chance) {
    this.#all = players.filter(({ who, vehicleId }) => vehicleId === null && who.first !== NEWCOMER);
    this.#chance = chance;
  }

  for({ host, said, departsAt }: RidePlan, many: number): Player[] {
    const day = dayOf(ZONE, departsAt);
    const key = ({ caller }: Player) => `${caller.uid} ${day}`;
    const may = (player: Player) =>
      !this.#busy.has(key(player)) && (said.audience !== "sameGender" || player.who.gender === host.who.gender);
    const chosen = this.#chance.shuffled(this.#all.filter(may)).slice(0, many);
    for (const player of chosen) this.#busy.add(key(player));
    return chosen;
  }
}
