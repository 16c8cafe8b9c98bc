import type { ColumnType, Generated } from "kysely";

/** Blocks between users, and reports. */
export interface BlockTables {
  block: { blocker_id: string; blocked_id: string; at: Date };
  report: {
    id: Generated<string>;
    /** Null if the account was deleted; likewise for the owner of the reported content. */
    reporter_id: string | null;
    subject_kind:
      "person" | "ride" | "ride-request" | "seat-request" | "offer" | "message" | "event";
    subject_id: string;
    subject_uid: string | null;
    reason: string;
    text: string | null;
    /** The reported content at the time of the report. */
    snapshot: ColumnType<Record<string, unknown>, string, never>;
    created_at: Date;
    state: Generated<"open" | "closed">;
    outcome: ColumnType<string | null, never, string | null>;
    closed_at: ColumnType<Date | null, never, Date | null>;
    /** The ride or conversation that the report was started from, as it was. */
    context: ColumnType<Record<string, unknown> | null, string | null, never>;
    /** When a moderator first acted on it. */
    first_action_at: ColumnType<Date | null, never, Date>;
  };
}
