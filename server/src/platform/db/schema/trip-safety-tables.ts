import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import type { ColumnType, Generated } from "kysely";

/** What people have for their safety while they are on the way. */
export interface TripSafetyTables {
  /** A link to follow one person on one ride. */
  ride_share: {
    id: Generated<string>;
    ride_id: string;
    uid: string;
    token_hash: string;
    created_at: Date;
    opened_at: Date | null;
  };
  /** How it goes for one person on one ride; there where something is to be said of it. */
  trip_progress: {
    ride_id: string;
    uid: string;
    arrived_at: Date | null;
    arrival_asked_at: Date | null;
    notified_at: Date | null;
    lat: number | null;
    lng: number | null;
    position_at: Date | null;
  };
  trusted_contact: {
    id: Generated<string>;
    owner_id: string;
    name: string;
    /** Null once they declined; that they did is known by the hash. */
    email: string | null;
    email_hash: string;
    status: ColumnType<TrustedContactStatus, never, TrustedContactStatus>;
    removed_at: Date | null;
    created_at: Date;
  };
}
