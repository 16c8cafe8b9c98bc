import type { LegalPageName } from "@commonlane/contract/community";
import type { Language } from "@commonlane/contract/languages";
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
    group_creators: Generated<"members" | "moderators">;
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
  test_email: {
    id: Generated<boolean>;
    sent_at: Date;
    mail_server: string;
    failure: string | null;
  };
  /** A version of a legal text in one language; the newest is a draft until it is published. */
  legal_text: {
    page: LegalPageName;
    language: Language;
    version: number;
    body: string;
    /** How often the draft was saved. */
    revision: Generated<number>;
    saved_at: Date;
    saved_by: string | null;
    published_at: ColumnType<Date | null, never, Date>;
    published_by: ColumnType<string | null, never, string>;
    agree_again: Generated<boolean>;
    withdrawn_at: ColumnType<Date | null, never, Date>;
  };
  /** A single row; no row without a logo. */
  community_logo: {
    id: Generated<boolean>;
    hash: string;
    width: number;
    height: number;
    png: Buffer;
    changed_at: Date;
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
