import type { PassageFault } from "@commonlane/contract/passages";
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
  passage: {
    seat_request_id: string;
    /** What the passenger tells the host, four digits. */
    pin: string;
    pin_tries: Generated<number>;
    picked_up_at: Date | null;
    /** What the passenger, and what the host, says of the contribution. */
    paid_at: Date | null;
    received_at: Date | null;
    /** Who said that they did not travel, and why. */
    said_by: "seeker" | "host" | null;
    said_fault: PassageFault | null;
    said_note: string | null;
    said_at: Date | null;
    answer_until: Date | null;
    answer_fault: PassageFault | null;
    answer_note: string | null;
    answered_at: Date | null;
    outcome: PassageFault | null;
    settled_at: Date | null;
  };
}

/** The published ratings of a person, kept by triggers on rating, so nobody else writes it. */
export interface CountedRatings {
  rating_count: ColumnType<number, never, never>;
  rating_sum: ColumnType<number, never, never>;
}
