import type { ColumnType, Generated } from "kysely";

/** Community settings, announcements and invites. */
export interface CommunityTables {
  /** A single row. */
  community: {
    id: Generated<boolean>;
    email_domains: Generated<string[]>;
    invite_only: Generated<boolean>;
    maintenance: string | null;
    event_creators: Generated<"members" | "moderators">;
  };
  announcement: {
    id: Generated<string>;
    text: string;
    created_at: Date;
    ends_at: Date | null;
  };
  invite: {
    id: Generated<string>;
    code_hash: string;
    label: string;
    uses_left: number;
    used: ColumnType<number, never, number>;
    created_at: Date;
    expires_at: Date;
  };
}
