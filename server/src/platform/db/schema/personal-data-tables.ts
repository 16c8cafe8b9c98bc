import type { ConsentPageName } from "@commonlane/contract/community";
import type { Generated } from "kysely";

/** Account deletions, data exports and consents. */
export interface PersonalDataTables {
  data_export: {
    id: Generated<string>;
    uid: string;
    requested_at: Date;
    ready_at: Date | null;
    expires_at: Date | null;
    failed_at: Date | null;
    /** The ZIP file. */
    file: Buffer | null;
  };
  consent: { uid: string; document: ConsentPageName; version: string; agreed_at: Date };
  /** Every version of the legal texts; with the body if it is the operator's own. */
  legal_version: {
    document: ConsentPageName;
    version: string;
    updated: string;
    body: string | null;
    first_shown_at: Date;
  };
}

export interface AccountDeletionColumns {
  /**
   * When and why the owner requested deletion; it can be cancelled until `erase_at`. No personal data is left after
   * `erased_at`.
   */
  deletion_requested_at: Date | null;
  deletion_reason: "requested" | "dormant" | null;
  erase_at: Date | null;
  erased_at: Date | null;
  /** The day of the last use. */
  last_seen_at: Generated<Date>;
}
