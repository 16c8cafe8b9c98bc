import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import type { Reliability } from "@commonlane/contract/reliability";
import type { ColumnType, Generated } from "kysely";

/** Ratings, and trip outcomes of passengers. */
export interface RatingTables {
  rating: {
    id: Generated<string>;
    ride_id: string;
    rater_uid: string;
    rated_uid: string;
    stars: number;
    comment: string | null;
    created_at: Date;
    /** When it becomes public automatically. */
    publishes_at: Date;
    published_at: Date | null;
    reply: string | null;
    replied_at: Date | null;
    /** False for a booking that does not count (docs/domain.md, Ratings). */
    counts: Generated<boolean>;
    /** When moderators hid it. */
    hidden_at: ColumnType<Date | null, never, Date | null>;
  };
  rating_appeal: {
    rating_id: string;
    reason: string;
    created_at: Date;
    decided_at: ColumnType<Date | null, never, Date | null>;
    note: ColumnType<string | null, never, string | null>;
  };
  trip_outcome: {
    seat_request_id: string;
    /** Four digits that the passenger shows to the host. */
    pin: string;
    pin_tries: Generated<number>;
    picked_up_at: Date | null;
    /** When the passenger marked the contribution as paid, and the host as received. */
    paid_at: Date | null;
    received_at: Date | null;
    /** Reporter and reason of a no-show. */
    reported_by: "seeker" | "host" | null;
    reported_fault: NoShowFault | null;
    report_note: string | null;
    reported_at: Date | null;
    answer_until: Date | null;
    answer_fault: NoShowFault | null;
    answer_note: string | null;
    answered_at: Date | null;
    outcome: NoShowFault | null;
    settled_at: Date | null;
  };
}

/** Outcomes of confirmed bookings, kept permanently: reliability can be recomputed from them at any time. */
export interface ReliabilityTables {
  reliability_event: {
    id: Generated<number>;
    uid: string;
    ride_id: string;
    seat_request_id: string;
    kind: ReliabilityKind;
    /** Time between cancellation and pickup, or until an answer. */
    seconds: number | null;
    at: Date;
  };
}
/** `released`: the other side cancelled; `cleared`: not at fault; `uncounted`: the booking does not count. */
export type ReliabilityKind =
  | "travelled"
  | "cancelled"
  | "released"
  | "disputed"
  | "absent"
  | "cleared"
  | "answered"
  | "unanswered"
  | "uncounted";

/** Public totals of a user; rating totals are only written by triggers on rating. */
export interface CountedRatings {
  rating_count: ColumnType<number, never, never>;
  rating_sum: ColumnType<number, never, never>;
  /** Only written by its module. */
  reliability: ColumnType<Reliability | null, never, never>;
  /** As others see it: the same, as it was when the day began. */
  shown_reliability: ColumnType<Reliability | null, never, never>;
}
