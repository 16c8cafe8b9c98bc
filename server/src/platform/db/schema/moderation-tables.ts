import type { ContentKind } from "@commonlane/contract/content-removals";
import type { ColumnType, Generated } from "kysely";

/** Moderators, the audit log and removed content. */
export interface ModerationTables {
  moderator: { uid: string; since: Date };
  moderator_act: {
    id: Generated<string>;
    at: Date;
    /** Null for actions from the command line or of a sweep, or if the account was deleted. */
    moderator_uid: string | null;
    call: string;
    about_id: string | null;
    said: ColumnType<Record<string, unknown>, string, string>;
    /** Users that a search returned; null for all other actions. */
    found: ColumnType<string[] | null, never, string[]>;
  };
  hiding: {
    id: Generated<string>;
    kind: ContentKind;
    /** Id of the ride or request, or of the user who owns the text or photo. */
    about_id: string;
    owner_uid: string;
    reason: string;
    /** The text, or the name of the photo. */
    kept: string | null;
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
