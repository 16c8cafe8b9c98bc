import type { ContentKind } from "@commonlane/contract/content-removals";
import type { ColumnType, Generated } from "kysely";

/** Who moderates, what they did, and what they took out of others' sight. */
export interface ModerationTables {
  moderator: { uid: string; since: Date };
  moderator_act: {
    id: Generated<string>;
    at: Date;
    /** Null where it was done from the command line or by time, or where that account is gone. */
    moderator_uid: string | null;
    call: string;
    about_id: string | null;
    said: ColumnType<Record<string, unknown>, string, string>;
    /** The people that a search found; null for every other call. */
    found: ColumnType<string[] | null, never, string[]>;
  };
  hiding: {
    id: Generated<string>;
    kind: ContentKind;
    /** Of the ride or the request, or of the person whose words or photo it is. */
    about_id: string;
    owner_uid: string;
    reason: string;
    /** The words, or the name of the photo. */
    kept: string | null;
    hidden_at: Date;
    /** Nothing where only a moderator ends it. */
    hidden_until: Date | null;
    ended_at: ColumnType<Date | null, never, Date>;
    appeal: ColumnType<string | null, never, string>;
    appealed_at: ColumnType<Date | null, never, Date>;
    decided_at: ColumnType<Date | null, never, Date>;
    note: ColumnType<string | null, never, string>;
  };
}
