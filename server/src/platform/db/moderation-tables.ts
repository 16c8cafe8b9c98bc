import type { ColumnType, Generated } from "kysely";

/** Who moderates, and what they did. */
export interface ModerationTables {
  moderator: { uid: string; since: Date };
  moderator_act: {
    id: Generated<string>;
    at: Date;
    /** Null where it was done from the command line or by time, or where that account is gone. */
    moderator_uid: string | null;
    call: string;
    about_id: string | null;
    said: ColumnType<Record<string, unknown>, string, never>;
  };
}
