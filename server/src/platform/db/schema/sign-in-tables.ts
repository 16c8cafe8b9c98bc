import type { ColumnType, Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";

/** A person as a provider identified them. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** The provider's id of its session. */
  readonly providerSid: string | null;
  /** Address that ends the session at the provider. */
  readonly signOutUrl: string | null;
  /** Asks the provider later whether it still knows the person. */
  readonly refreshToken: string | null;
  /** Trust marks that the provider's claims give; absent in rows of an earlier release. */
  readonly markIds?: readonly string[];
}

/** Sign-in at institutions. */
export interface SignInTables {
  sign_in_provider: {
    id: string;
    name: string;
    logo: string | null;
    issuer: string;
    client_id: string;
    client_secret: string | null;
    scopes: string;
    email_domains: string[];
    trusts_email: boolean;
    enabled: boolean;
    changed_at: Date;
  };
  linked_identity: {
    id: Generated<string>;
    provider_id: string;
    issuer: string;
    subject: string;
    uid: string;
    email: string | null;
    linked_at: Date;
    last_used_at: Date;
  };
  pending_sign_in: {
    state_hash: string;
    browser_hash: string;
    provider_id: string;
    nonce: string;
    code_verifier: string;
    return_to: string | null;
    link_uid: string | null;
    expires_at: ColumnType<Date, Date, never>;
  };
  unconfirmed_identity: {
    browser_hash: string;
    step: "code" | "new-account" | "password" | "link" | "email";
    uid: string | null;
    provider_id: string;
    identity: JsonColumn<ProvidedIdentity>;
    return_to: string | null;
    expires_at: Date;
  };
  provider_session: {
    session_id: string;
    identity_id: string;
    provider_sid: string | null;
    sign_out_url: string | null;
    refresh_token: string | null;
    checked_at: Date;
    /** Set while the provider is asked. */
    check_began_at: ColumnType<Date | null, never, Date | null>;
  };
}
