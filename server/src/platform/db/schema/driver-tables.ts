import type { Place } from "@commonlane/contract/shapes";
import type { NullableJsonColumn } from "./json-column.ts";

/** Active drivers. */
export interface DriverTables {
  active_driver: {
    uid: string;
    /** The last stored position, and its approximation for strangers. */
    lat: number;
    lng: number;
    approximate_lat: number;
    approximate_lng: number;
    address: string | null;
    heading: number | null;
    seats: number;
    audience: "everyone" | "sameGender";
    /** Profile data when the driver went online. */
    gender: string | null;
    note: string | null;
    heading_to: NullableJsonColumn<Place>;
    approximate_heading_to: NullableJsonColumn<Place>;
    activated_at: Date;
    last_seen_at: Date;
    /** The session from which the driver went online; null if unknown. */
    session_id: string | null;
  };
}
