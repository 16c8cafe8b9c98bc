import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import type { ColumnType, Generated } from "kysely";

/** Trip safety: shared trips, trip progress and trusted contacts. */
export interface TripSafetyTables {
  /** A link to follow one user on one ride. */
  ride_share: {
    id: Generated<string>;
    ride_id: string;
    uid: string;
    token_hash: string;
    created_at: Date;
    opened_at: Date | null;
  };
  /** Progress of one user on one ride, if there is any. */
  trip_progress: {
    ride_id: string;
    uid: string;
    arrived_at: Date | null;
    arrival_asked_at: Date | null;
    notified_at: Date | null;
    lat: number | null;
    lng: number | null;
    position_at: Date | null;
    /** When this passenger was told that the driver is at the pickup. */
    driver_here_at: Date | null;
  };
  trusted_contact: {
    id: Generated<string>;
    owner_id: string;
    name: string;
    /** Null once the contact declined; the hash remembers that. */
    email: string | null;
    email_hash: string;
    status: ColumnType<TrustedContactStatus, never, TrustedContactStatus>;
    removed_at: Date | null;
    created_at: Date;
  };
}
