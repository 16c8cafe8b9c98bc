import type { ClaimRule } from "@commonlane/contract/mark-administration";
import type { Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";

/** Why a member holds a mark: a verified address, a provider's claims, or the decision of a moderator. */
export type MarkSource = "email" | "institution" | "team";

export interface TrustMarkTables {
  trust_mark: {
    id: Generated<string>;
    name: string;
    meaning: string;
    email_domains: string[];
    claim_rules: JsonColumn<ClaimRule[]>;
    by_team: boolean;
    lifetime_days: number;
    changed_at: Date;
  };
  mark_grant: {
    id: Generated<string>;
    uid: string;
    mark_id: string;
    source: MarkSource;
    provider_id: string | null;
    granted_at: Date;
    renewed_at: Date;
    expires_at: Date;
    granted_by: string | null;
    reminded_at: Date | null;
    ended_at: Date | null;
  };
  hidden_mark: { uid: string; mark_id: string };
}
