import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import type { Reliability } from "@commonlane/contract/reliability";
import type { ColumnType, Generated } from "kysely";

/** What people said of each other, and how it went for each passenger. */
export interface RatingTables {
  rating: {
    id: Generated<string>;
    ride_id: string;
    rater_uid: string;
    rated_uid: string;
    stars: number;
    comment: string | null;
    created_at: Date;
    /** When it becomes public by itself. */
    publishes_at: Date;
    published_at: Date | null;
    reply: string | null;
    replied_at: Date | null;
    /** False for a booking that does not count (docs/domain.md, Ratings). */
    counts: Generated<boolean>;
    /** When moderators took it from everybody's sight. */
    hidden_at: ColumnType<Date | null, never, Date | null>;
  };
  rating_appeal: {
    rating_id: string;
    reason: string;
    created_at: Date;
    decided_at: ColumnType<Date | null, never, Date>;
    note: ColumnType<string | null, never, string>;
  };
  trip_outcome: {
    seat_request_id: string;
    /** What the passenger tells the host, four digits. */
    pin: string;
    pin_tries: Generated<number>;
    picked_up_at: Date | null;
    /** What the passenger, and what the host, says of the contribution. */
    paid_at: Date | null;
    received_at: Date | null;
    /** Who said that they did not travel, and why. */
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

/** What people did with what they agreed to, kept for good: reliability is counted from it, and can be at any time. */
export interface ReliabilityTables {
  reliability_event: {
    id: Generated<number>;
    uid: string;
    ride_id: string;
    seat_request_id: string;
    kind: ReliabilityKind;
    /** How long before the pickup it was cancelled, or how long an answer took. */
    seconds: number | null;
    at: Date;
  };
}
/** Who is not the one who ended it is `released`; who was not at fault is `cleared`; a booking that does not count is `uncounted`. */
export type ReliabilityKind =
  "travelled" | "cancelled" | "released" | "disputed" | "absent" | "cleared" | "answered" | "unanswered" | "uncounted";

/** What is shown of people beside their names: of the ratings by triggers on rating, so nobody else writes it. */
export interface CountedRatings {
  rating_count: ColumnType<number, never, never>;
  rating_sum: ColumnType<number, never, never>;
  /** Kept by its module alone. */
  reliability: ColumnType<Reliability | null, never, never>;
}
