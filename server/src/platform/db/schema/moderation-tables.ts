import type { ContentKind } from "@commonlane/contract/content-removals";
import type { ColumnType, Generated } from "kysely";

/** Moderators, the audit log and removed content. */
export interface ModerationTables {
  moderator: { uid: string; since: Date };
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
    ended_at: ColumnType<Date | null, never, Date>;
    appeal: ColumnType<string | null, never, string>;
    appealed_at: ColumnType<Date | null, never, Date>;
    decided_at: ColumnType<Date | null, never, Date>;
    note: ColumnType<string | null, never, string>;
  };
}
