import type { Generated } from "kysely";

/** Calendar feeds and the versions of calendar entries. */
export interface CalendarTables {
  calendar_feed: {
    uid: string;
    token_hash: string;
    reminder_min: number | null;
    created_at: Date;
    read_at: Date | null;
  };
  /** A ride or a seat in one user's calendar, as it was last shown. */
  calendar_entry: {
    uid: string;
    entry_id: string;
    sequence: Generated<number>;
    fingerprint: string;
    changed_at: Date;
    ends_at: Date;
  };
}
