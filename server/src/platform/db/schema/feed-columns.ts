import type { LatLng, Money } from "@commonlane/contract/shapes";

/** A place where a listed ride stops or can stop, in driving order. */
export interface ListedStop extends LatLng {
  /** The same for the same place in all rides. */
  readonly id: string;
  readonly name: string;
  /** The leg that it lies on. A point of the ride begins this leg; the destination has the number after the last leg. */
  readonly leg: number;
  readonly isPoint: boolean;
  /** Seconds after the departure, without the detours for passengers. */
  readonly offsetS: number;
}

/**
 * All that leaves this server of a ride, for every receiver and format (decision 90): approximate places, no person and
 * no passenger. Receivers round times to five minutes.
 */
export interface ListedRide {
  readonly id: string;
  /** ISO 8601. */
  readonly departsAt: string;
  readonly timeZone: string;
  readonly stops: readonly ListedStop[];
  readonly seatsTotal: number;
  /** Free seats on each leg. */
  readonly freeSeats: readonly number[];
  readonly legDistanceM: readonly number[];
  readonly contribution: Money | null;
  /** What is left of the host's detour allowance, in steps of five minutes. */
  readonly detourLeftS: number;
}

/** A trip of a ride that timetables have or had; instants are ISO 8601. */
export interface PublishedTrip {
  readonly id: string;
  readonly startsAt: string;
  readonly listedAt: string;
  readonly withdrawnAt: string | null;
}
