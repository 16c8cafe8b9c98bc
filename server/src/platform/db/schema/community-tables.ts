import type { ColumnType, Generated } from "kysely";

/** Community rules and settings, announcements and invites. */
export interface CommunityTables {
  /** A single row. */
  community: {
    id: Generated<boolean>;
    email_domains: Generated<string[]>;
    invite_only: Generated<boolean>;
    maintenance: string | null;
    event_creators: Generated<"members" | "moderators">;
  };
  /** A setting that administrators made; a missing one has its default. */
  community_setting: {
    name: string;
    value: ColumnType<unknown, string, string>;
    changed_at: Date;
  };
  /** Hash of the key of the first set-up, while there is no administrator. */
  setup_key: { id: Generated<boolean>; key_hash: string; created_at: Date };
  /** Result of the latest test e-mail: null if the mail server accepted it. */
  test_email: { id: Generated<boolean>; sent_at: Date; mail_server: string; failure: string | null };
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
