import type { LatLng, Money } from "@commonlane/contract/shapes";
import type { FeedFormat } from "@commonlane/contract/feed-receivers";
import type { WebhookType } from "@commonlane/contract/webhooks";
import type { Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";

/** Feeds of rides for journey planners, webhooks, and who reads them. */
export interface FeedTables {
  /** What has left of each listed ride, so that receivers learn what changed and what ended. */
  listed_ride: {
    ride_id: string;
    /** Version of the ride row that `ride` was made of. */
    source_version: string;
    ride: JsonColumn<ListedRide>;
    trips: JsonColumn<PublishedTrip[]>;
    departs_at: Date;
    /** When what leaves last changed. */
    changed_at: Date;
    /** When it was closed, cancelled or hidden before its departure; null while it is listed. */
    withdrawn_at: Date | null;
  };
  webhook: {
    id: Generated<string>;
    name: string;
    url: string;
    types: WebhookType[];
    created_at: Date;
    last_delivered_at: Generated<Date | null>;
    failing_since: Generated<Date | null>;
    disabled_at: Generated<Date | null>;
  };
  webhook_delivery: {
    id: Generated<string>;
    webhook_id: string;
    type: WebhookType;
    /** Id of the ride, request or event. What leaves of it is read when it is sent. */
    about_id: string;
    created_at: Date;
    status: Generated<"waiting" | "delivered" | "failed" | "dropped">;
    attempts: Generated<number>;
    /** HTTP status of the latest attempt; null if there was no reply. */
    last_status: number | null;
  };
  /** What webhooks were told of last, as a hash, so that each change is told once. */
  webhook_subject: {
    kind: "ride" | "request" | "event";
    about_id: string;
    digest: string;
    /** When a ride departs, a request closes or an event is over. */
    ends_at: Date;
  };
  feed_receiver: {
    id: Generated<string>;
    name: string;
    format: FeedFormat;
    key_hash: string;
    created_at: Date;
    fetches: Generated<number>;
    last_fetched_at: Date | null;
    /** The latest request that could not be answered. */
    last_failed_at: Date | null;
  };
}

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
