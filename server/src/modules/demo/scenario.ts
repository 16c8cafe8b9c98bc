import { HOUR_MS } from "@commonlane/contract/durations";
import type { DomainEvent, Topic } from "@commonlane/contract/live";
import { HostedRide } from "@commonlane/contract/hosted-rides";
import { SeatRequestInput } from "@commonlane/contract/seat-requests";
import type { z } from "zod";
import { giveRating } from "#modules/ratings/index.ts";
import { completeRide, createRide, getOwnVehicle, type RideRow } from "#modules/rides/index.ts";
import {
  acceptSeatRequest,
  endSeatRequest,
  rejectSeatRequest,
  requestSeats,
  seatRequestRideHooks,
} from "#modules/seat-requests/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { appendEventsOf } from "#platform/db/outbox/outbox.ts";
import { Problem } from "#platform/http/problem.ts";
import type { DemoUser } from "./demo-accounts.ts";

/** A ride of the scenario; it has an id once hosted. */
export interface ScenarioRide {
  readonly host: DemoUser;
  readonly departsAt: Date;
  readonly isInstant: boolean;
  id?: string;
}
/** Outcome of a seat request. "pending" is left for the host to decide. */
export type Outcome =
  | "pending"
  | "accepted"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "passengerCancels"
  | "hostCancels";
export interface ScenarioSeatRequest {
  readonly seeker: DemoUser;
  readonly terms: z.input<typeof SeatRequestInput>;
  readonly at: Date;
  readonly outcome: Outcome;
  readonly decidedAfterMs: number;
  readonly reason: string | null;
}
interface RequestIds {
  readonly rideId: string;
  readonly requestId: string;
}
interface Action {
  readonly at: Date;
  readonly run: (ctx: InTransaction) => Promise<unknown>;
}

/** The longest time to answer; requests that should expire use the default. */
const MAX_ANSWER_S = 7 * 86_400;

/** Events of so many actions are written in one statement. */
const ACTIONS_PER_BATCH = 100;

/** What one action publishes, at its own instant. */
interface EventsAt {
  readonly at: Date;
  readonly events: { topic: Topic; payload: DomainEvent }[];
}

/** One ride of each route, by host and places, so that a route is calculated once. */
export type RidesByRoute = Map<string, RideRow>;

/** Schedules actions of users. Each runs through the use cases at its own instant, in order. */
export class Scenario {
  readonly #actions: Action[] = [];
  readonly #vehicles = new Map<string, Promise<RideRow["vehicle"]>>();
  readonly #ridesByRoute: RidesByRoute;

  constructor(ridesByRoute: RidesByRoute) {
    this.#ridesByRoute = ridesByRoute;
  }

  addRide(host: DemoUser, rideInput: z.input<typeof HostedRide>, at: Date): ScenarioRide {
    const input = HostedRide.parse({
      ...rideInput,
      vehicleId: host.vehicleId,
    });
    const departsAt = new Date(input.departsAt);
    const ride: ScenarioRide = {
      host,
      departsAt,
      isInstant: input.approval === "instant",
    };
    this.schedule(at, async (ctx) => {
      const hosted = await ignoreRefusal(this.#host(ctx, host, input));
      if (hosted) ride.id = hosted.id;
    });
    return ride;
  }

  /** Like `hostRide`, without the checks that demo people always pass and without a view of the ride. */
  async #host(
    ctx: InTransaction,
    { caller: { uid }, vehicleId }: DemoUser,
    input: HostedRide,
  ): Promise<RideRow> {
    const vehicle = this.#vehicles.get(uid) ?? getOwnVehicle(ctx, uid, vehicleId);
    this.#vehicles.set(uid, vehicle);
    const route = JSON.stringify([uid, input.origin, input.stops, input.destination]);
    const host = { uid, vehicle: await vehicle };
    const ride = await createRide(ctx, host, input, { sameRouteAs: this.#ridesByRoute.get(route) });
    this.#ridesByRoute.set(route, ride);
    return ride;
  }

  /** Requests that the ride cannot take (full, or too much of a detour) are skipped. */
  addSeatRequest(
    ride: ScenarioRide,
    { seeker, terms, at, outcome, decidedAfterMs, reason }: ScenarioSeatRequest,
  ): void {
    const requestInput = SeatRequestInput.parse({
      ...terms,
      ...(outcome !== "expired" && { expiresInS: MAX_ANSWER_S }),
    });
    let requestId: string | undefined;
    this.schedule(at, async (ctx) => {
      if (ride.id === undefined) return;
      requestId = (await ignoreRefusal(requestSeats(ctx, seeker.caller, ride.id, requestInput)))
        ?.id;
    });
    const later = (
      afterMs: number,
      run: (ctx: InTransaction, ids: RequestIds) => Promise<unknown>,
    ) =>
      this.schedule(new Date(at.getTime() + afterMs), async (ctx) => {
        if (ride.id !== undefined && requestId !== undefined)
          await ignoreRefusal(
            run(ctx, {
              rideId: ride.id,
              requestId,
            }),
          );
      });
    const accept = (ctx: InTransaction, ids: RequestIds) =>
      acceptSeatRequest(ctx, ride.host.caller, ids);
    const end = (by: DemoUser) => (ctx: InTransaction, ids: RequestIds) =>
      endSeatRequest(ctx, by.caller, ids.requestId, reason);

    if (outcome === "rejected" && !ride.isInstant)
      later(decidedAfterMs, (ctx, ids) => rejectSeatRequest(ctx, ride.host.caller, ids, reason));
    if (outcome === "withdrawn") later(decidedAfterMs, end(seeker));
    if (outcome === "accepted" && !ride.isInstant) later(decidedAfterMs, accept);
    if (outcome === "passengerCancels" || outcome === "hostCancels") {
      if (!ride.isInstant) later(decidedAfterMs, accept);
      later(decidedAfterMs + HOUR_MS, end(outcome === "hostCancels" ? ride.host : seeker));
    }
  }

  /** The host marks the ride as arrived. */
  addCompletion(ride: ScenarioRide, at: Date): void {
    this.onRide(ride, at, (ctx, id) =>
      completeRide(ctx, ride.host.caller, id, seatRequestRideHooks),
    );
  }

  /** Adds a rating; skipped if the passenger did not travel. */
  addRating(
    ride: ScenarioRide,
    rater: DemoUser,
    rated: DemoUser,
    {
      at,
      rating,
      comment,
    }: {
      at: Date;
      rating: number;
      comment: string | null;
    },
  ): void {
    this.onRide(ride, at, (ctx, ride_id) =>
      giveRating(ctx, rater.caller, {
        rated_uid: rated.caller.uid,
        ride_id,
        rating,
        comment,
      }),
    );
  }

  /** Something else on a ride; skipped if it could not be hosted. */
  onRide(
    ride: ScenarioRide,
    at: Date,
    run: (ctx: InTransaction, rideId: string) => Promise<unknown>,
  ): void {
    this.schedule(at, async (ctx) => ride.id !== undefined && ignoreRefusal(run(ctx, ride.id)));
  }

  schedule(at: Date, run: Action["run"]): void {
    this.#actions.push({ at, run });
  }

  /** Runs all actions in order in the transaction of `ctx`. */
  async replay(ctx: InTransaction): Promise<void> {
    // Each event at its own instant; the transaction would use its own time for all.
    let batch: EventsAt[] = [];
    const writeBatch = async (): Promise<void> => {
      if (batch.length > 0) await appendEventsOf(ctx.db, batch);
      batch = [];
    };

    // The sort is stable, so actions at the same instant keep their order.
    const inOrder = this.#actions.toSorted((a, b) => a.at.getTime() - b.at.getTime());
    for (const { at, run } of inOrder) {
      const events: EventsAt["events"] = [];
      await run({
        ...ctx,
        now: () => at,
        publish: (topic, payload) => void events.push({ topic, payload }),
      });

      if (events.length > 0) batch.push({ at, events });
      if (batch.length >= ACTIONS_PER_BATCH) await writeBatch();
    }
    await writeBatch();
  }
}

export function rideId({ id }: ScenarioRide): string {
  if (id === undefined) throw new Error("This ride is not hosted yet.");
  return id;
}

const ALLOWED_PROBLEMS: ReadonlySet<string> = new Set([
  "ride_full",
  "off_route",
  "audience_closed",
  "not_found",
  "strangers_enough",
  "not_shared",
  "already_travelling",
  "status_already_set",
]);

/** These problems are thrown before any write, so the transaction can continue. */
async function ignoreRefusal<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (error instanceof Problem && ALLOWED_PROBLEMS.has(error.code)) return undefined;
    throw error;
  }
}
