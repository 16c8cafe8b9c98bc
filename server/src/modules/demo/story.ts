import { HOUR_MS } from "@commonlane/contract/durations";
import type { Fact, Topic } from "@commonlane/contract/live";
import { HostedRide } from "@commonlane/contract/rides";
import { SeatAsk } from "@commonlane/contract/seat-requests";
import type { z } from "zod";
import { giveRating } from "#modules/ratings/index.ts";
import { completeRide, hostRide } from "#modules/rides/index.ts";
import {
  acceptSeatRequest,
  endSeatRequest,
  rejectSeatRequest,
  requestSeats,
  rideFollowUp,
} from "#modules/seat-requests/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { appendEvents } from "#platform/db/outbox.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Player } from "./people.ts";

/** A ride of the story; it has an id once it was hosted. */
export interface ToldRide {
  readonly host: Player;
  readonly said: HostedRide;
  id?: string;
}
/** What becomes of an ask, and how long after it. "pending" is left for the host to decide. */
export type Destiny =
  "pending" | "accepted" | "rejected" | "withdrawn" | "expired" | "passengerCancels" | "hostCancels";
export interface ToldAsk {
  readonly seeker: Player;
  readonly ask: z.input<typeof SeatAsk>;
  readonly at: Date;
  readonly destiny: Destiny;
  readonly decidedAfterMs: number;
  readonly reason: string | null;
}
interface Deed {
  readonly at: Date;
  readonly act: (ctx: InTransaction) => Promise<unknown>;
}

/** The longest that a host may be given to answer; what shall expire gets the usual hours. */
const PATIENT_S = 7 * 86_400;

/** Who does what when. Everything goes through the use cases, each at its own instant, in the order of the instants. */
export class Story {
  readonly #deeds: Deed[] = [];

  hosts(host: Player, said: z.input<typeof HostedRide>, at: Date): ToldRide {
    const ride: ToldRide = { host, said: HostedRide.parse({ ...said, vehicleId: host.vehicleId }) };
    this.happens(at, async (ctx) => void (ride.id = (await hostRide(ctx, host.caller, ride.said)).id));
    return ride;
  }

  /** What the ride cannot take (it is full by then, or the way around too long) simply does not happen. */
  asks(ride: ToldRide, { seeker, ask, at, destiny, decidedAfterMs, reason }: ToldAsk): void {
    const said = SeatAsk.parse({ ...ask, ...(destiny !== "expired" && { expiresInS: PATIENT_S }) });
    const instant = ride.said.approval === "instant";
    let requestId: string | undefined;
    this.happens(at, async (ctx) => {
      const asked = await unlessRefused(requestSeats(ctx, seeker.caller, idOf(ride), said));
      requestId = asked?.id;
    });
    const later = (afterMs: number, act: (ctx: InTransaction, requestId: string) => Promise<unknown>) =>
      this.happens(new Date(at.getTime() + afterMs), async (ctx) => requestId && unlessRefused(act(ctx, requestId)));
    const accept = (ctx: InTransaction, requestId: string) =>
      acceptSeatRequest(ctx, ride.host.caller, { rideId: idOf(ride), requestId });
    const end = (by: Player) => (ctx: InTransaction, requestId: string) =>
      endSeatRequest(ctx, by.caller, requestId, reason);

    if (destiny === "rejected" && !instant) {
      later(decidedAfterMs, (ctx, requestId) =>
        rejectSeatRequest(ctx, ride.host.caller, { rideId: idOf(ride), requestId }, reason),
      );
    }
    if (destiny === "withdrawn") later(decidedAfterMs, end(seeker));
    if (destiny === "accepted" && !instant) later(decidedAfterMs, accept);
    if (destiny === "passengerCancels" || destiny === "hostCancels") {
      if (!instant) later(decidedAfterMs, accept);
      later(decidedAfterMs + HOUR_MS, end(destiny === "hostCancels" ? ride.host : seeker));
    }
  }

  /** The host says that the ride has arrived. */
  arrives(ride: ToldRide, at: Date): void {
    this.happens(at, (ctx) => completeRide(ctx, ride.host.caller, idOf(ride), rideFollowUp));
  }

  /** One says of the other how it was; who did not get a seat in the end has nothing to say. */
  rates(
    ride: ToldRide,
    rater: Player,
    rated: Player,
    { at, rating, comment }: { at: Date; rating: number; comment: string | null },
  ): void {
    this.happens(at, (ctx) =>
      unlessRefused(
        giveRating(ctx, rater.caller, { rated_uid: rated.caller.uid, ride_id: idOf(ride), rating, comment }),
      ),
    );
  }

  happens(at: Date, act: Deed["act"]): void {
    this.#deeds.push({ at, act });
  }

  /** Lets all of it happen, in the one transaction of `ctx`. */
  async tell(ctx: InTransaction): Promise<void> {
    // Sorting keeps the order of what happens at the same instant.
    for (const { at, act } of this.#deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      const told: { topic: Topic; fact: Fact }[] = [];
      await act({ ...ctx, now: () => at, announce: (topic, fact) => void told.push({ topic, fact }) });
      // Each at its own instant: the transaction would give all of them its own.
      if (told.length > 0) await appendEvents(ctx.db, at, told);
    }
  }
}

export function idOf({ id }: ToldRide): string {
  if (id === undefined) throw new Error("This ride is not hosted yet.");
  return id;
}

const MAY_BE: ReadonlySet<string> = new Set(["ride_full", "off_route", "not_shared"]);

/** These are thrown before anything is written, so the transaction may go on. */
async function unlessRefused<T>(deed: Promise<T>): Promise<T | undefined> {
  try {
    return await deed;
  } catch (error) {
    if (error instanceof Problem && MAY_BE.has(error.code)) return undefined;
    throw error;
  }
}
