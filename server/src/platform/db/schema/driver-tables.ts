import type { Place } from "@commonlane/contract/shapes";
import type { NullableJsonColumn } from "./json-column.ts";

/** Who is on the map. */
export interface DriverTables {
  active_driver: {
    uid: string;
    /** The last position that was written down, and what strangers are told of it. */
    lat: number;
    lng: number;
    approximate_lat: number;
    approximate_lng: number;
    address: string | null;
    heading: number | null;
    seats: number;
    audience: "everyone" | "sameGender";
    /** What they said of themselves when they went active. */
    gender: string | null;
    note: string | null;
    heading_to: NullableJsonColumn<Place>;
    heading_to_area: NullableJsonColumn<Place>;
    activated_at: Date;
    last_seen_at: Date;
    /** From which they went active; nothing where a former release did not keep it. */
    session_id: string | null;
  };
}
