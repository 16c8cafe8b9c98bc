import type { ColumnType, Generated } from "kysely";

/** Who keeps away from whom, and what was reported. */
export interface BlockTables {
  block: { blocker_id: string; blocked_id: string; at: Date };
  report: {
    id: Generated<string>;
    /** Null where that account is gone; likewise who is answerable for what was reported. */
    reporter_id: string | null;
    subject_kind: "person" | "ride" | "ride-request" | "seat-request" | "offer" | "message";
    subject_id: string;
    subject_uid: string | null;
    reason: string;
    text: string | null;
    /** What it looked like when it was reported. */
    snapshot: ColumnType<Record<string, unknown>, string, never>;
    created_at: Date;
    state: Generated<"open" | "closed">;
    outcome: ColumnType<string | null, never, string>;
    closed_at: ColumnType<Date | null, never, Date>;
  };
}
