import type { ContentKind } from "@commonlane/contract/content-removals";
import type { ModeratorActionKind } from "@commonlane/contract/moderator-actions";
import type { ColumnType, Generated } from "kysely";

/** Moderators, the audit log and removed content. */
export interface ModerationTables {
  /** Administrators are moderators, too. */
  moderator: { uid: string; since: Date; role: Generated<"moderator" | "administrator"> };
  audit_log_entry: {
    id: Generated<string>;
    at: Date;
    /** Null for actions from the command line or of a sweep, or if the account was deleted. */
    moderator_uid: string | null;
    call: string;
    subject_id: string | null;
    details: ColumnType<Record<string, unknown>, string, string>;
    /** Users that a search returned; null for all other actions. */
    found_uids: ColumnType<string[] | null, never, string[]>;
  };
  content_removal: {
    id: Generated<string>;
    kind: ContentKind;
    /** Id of the ride or request, or of the user who owns the text or photo. */
    subject_id: string;
    owner_uid: string;
    reason: string;
    /** The text, or the name of the photo. */
    original: string | null;
    hidden_at: Date;
    /** Null if only a moderator can restore it. */
    hidden_until: Date | null;
    ended_at: ColumnType<Date | null, never, Date | null>;
    appeal: ColumnType<string | null, never, string>;
    appealed_at: ColumnType<Date | null, never, Date>;
    decided_at: ColumnType<Date | null, never, Date | null>;
    note: ColumnType<string | null, never, string | null>;
  };
  moderator_action: {
    id: Generated<string>;
    kind: ModeratorActionKind;
    /** Id of the user, removal, report or rating. */
    subject_id: string;
    /** The user concerned. */
    person_uid: string | null;
    /** The report that it answers. */
    report_id: string | null;
    moderator_uid: string | null;
    reason: string;
    /** Warn everyone of the fraud; restore the content; hide the rating. Null for the other kinds. */
    choice: boolean | null;
    taken_at: Date;
    /** Until then the action can be undone. */
    final_at: Date;
    state: "pending" | "final" | "undone";
    undone_by: ColumnType<string | null, never, string>;
    undone_at: ColumnType<Date | null, never, Date>;
  };
}
