import type { AccountEvent } from "@commonlane/contract/account-settings";
import type { ApiScope } from "@commonlane/contract/api-scopes";
import type {
  AccessNeed,
  Comfort,
  Gender,
  Preferences,
  SavedPlace,
} from "@commonlane/contract/profiles";
import type { ColumnType, Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";
import type { AccountDeletionColumns } from "./personal-data-tables.ts";
import type { CountedRatings } from "./rating-tables.ts";

/** Purpose of a code; a code that changes an e-mail address is valid for one account only. */
export type CodePurpose =
  | "registration"
  | "password-reset"
  | "provider-email"
  | `email-change ${string}`
  | `mark-renewal ${string}`;
export type LinkPurpose = "email-verification" | "email-undo";

/** Accounts: profiles, credentials, sessions and security events. */
export interface AccountTables {
  /** Keys with which programs act for a member. */
  api_key: {
    id: Generated<string>;
    uid: string;
    name: string;
    key_hash: string;
    scopes: ApiScope[];
    created_at: Date;
    expires_at: Date;
    /** To the hour. */
    last_used_at: Date | null;
  };
  account: AccountDeletionColumns & {
    uid: Generated<string>;
    email: string;
    email_verified: boolean;
    password_hash: string;
    /** Null if it was not changed since this is recorded. */
    password_set_at: ColumnType<Date | null, Date | undefined, Date | null>;
    suspended_at: Date | null;
    /** End and reason of a suspension; null if the account is not suspended. */
    suspended_until: ColumnType<Date | null, never, Date | null>;
    suspension_reason: ColumnType<string | null, never, string | null>;
    /** When the owner was notified by e-mail. */
    suspension_notified_at: ColumnType<Date | null, never, Date | null>;
    /** When the owner was last warned that someone tried to sign up with this address. */
    warned_at: Date | null;
    /** Language that its browser last used; null before the first sign-in. */
    browser_language: string | null;
    /** A password alone does not sign in: there is an authenticator app. */
    second_factor_on: Generated<boolean>;
    created_at: Date;
  };
  profile: CountedRatings & {
    uid: string;
    display_name: string | null;
    first_name: string | null;
    last_name: string | null;
    phone: string | null;
    phone_verified: Generated<boolean>;
    phone_shared: Generated<boolean>;
    /** Null if it was not changed since this is recorded. */
    phone_changed_at: ColumnType<Date | null, never, Date | null>;
    gender: Gender | null;
    /** Read as text, YYYY-MM-DD. */
    birth_date: string | null;
    adult_declared: Generated<boolean>;
    bio: string | null;
    languages: Generated<string[]>;
    needs: Generated<AccessNeed[]>;
    preferences: ColumnType<Preferences, string | undefined, string>;
    locale: string | null;
    time_zone: string | null;
    photo_id: string | null;
    /** When the steps after the first sign-in were shown. */
    welcomed_at: ColumnType<Date | null, never, Date>;
    home_place: ColumnType<SavedPlace | null, never, string | null>;
    work_place: ColumnType<SavedPlace | null, never, string | null>;
  };
  photo: { uid: string; id: string; small: Buffer; large: Buffer; created_at: Date };
  vehicle: {
    id: Generated<string>;
    uid: string;
    make: string;
    model: string;
    colour: string;
    plate: string;
    seats: number;
    comfort: Generated<Comfort[]>;
  };
  one_time_code: {
    email: string;
    purpose: CodePurpose;
    /** The browser that requested it, identified by the secret in its cookie. */
    flow_hash: Generated<string>;
    code_hash: string;
    sent_at: Date;
    /** The e-mail that carries it, and when a mail server accepted that. */
    email_id: ColumnType<string | null, string | null | undefined, string | null>;
    delivered_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    tries: Generated<number>;
    verified_at: Date | null;
    /** The browser that verified it. */
    proof_hash: ColumnType<string | null, string | null | undefined, string | null>;
  };
  session: {
    id: Generated<string>;
    uid: string;
    /** Key from which the next refresh token is derived; useless without the previous token. */
    rotation_key: string;
    token_hash: string;
    previous_hash: string | null;
    rotated_at: Date;
    created_at: Date;
    ended_at: Date | null;
    expires_at: Date;
    /** Browser and system, such as "Chrome on Linux". */
    device: string | null;
    /** When it last showed a second factor, and when its user last confirmed that it is them. */
    second_factor_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  email_link: {
    token_hash: string;
    purpose: LinkPurpose;
    uid: string;
    email: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  /** A browser that has signed in to this account before. */
  known_device: { token_hash: string; uid: string; used_at: Date };
  /** Two accounts, `uid` before `other_uid`, that signed in with the same browser. */
  shared_device: { uid: string; other_uid: string; last_seen_at: Date };
  /** Strangers contacted by a new account, kept for a day. */
  stranger_contact: { uid: string; contact_hash: string; at: Date };
  account_event: {
    id: Generated<string>;
    /** Belongs to no account if the address of the attempt has none. */
    uid: string;
    kind: AccountEvent["kind"];
    at: Date;
    network: string | null;
    device: string | null;
    session_id: string | null;
    reason: string | null;
  };
  passkey: {
    id: Generated<string>;
    uid: string;
    credential_id: string;
    public_key: Buffer;
    /** Signatures so far; 0 if the authenticator does not count. */
    counter: number;
    transports: string[];
    synced: boolean;
    name: string;
    created_at: Date;
    last_used_at: ColumnType<Date | null, never, Date>;
  };
  passkey_challenge: {
    challenge_hash: string;
    purpose: "registration" | "sign-in" | "confirmation";
    uid: string | null;
    /** The browser that must answer, identified by the secret in its cookie. */
    browser_hash: string;
    expires_at: Date;
  };
  authenticator_app: {
    uid: string;
    /** In base32. */
    key: string;
    recovery_salt: Buffer;
    /** The latest step of 30 seconds whose code was accepted. */
    last_step: Generated<number>;
    created_at: Date;
    /** Null while it is being set up. */
    confirmed_at: ColumnType<Date | null, never, Date>;
  };
  recovery_code: { uid: string; code_hash: string; used_at: ColumnType<Date | null, never, Date> };
  signing_key: {
    kid: string;
    public_jwk: JsonColumn<Record<string, unknown>>;
    private_jwk: JsonColumn<Record<string, unknown>>;
    created_at: Date;
    retired_at: Date | null;
  };
  /** Attempts per key: `free` ones without delay, then one at a time from `next_at`; deleted at `ends_at`. */
  login_attempt: { key: string; tries: number; free: number; next_at: Date; ends_at: Date };
  /** One row; see `server-keys.ts`. */
  server_secret: { id: Generated<boolean>; secret: string };
  captcha_secret: { id: Generated<boolean>; secret: string; since: Date; before: string | null };
  /** Challenges requested by a network, decaying over time. */
  pow_rate: { network_hash: string; requested: number; at: Date };
  used_pow: { nonce: string; expires_at: Date };
}

export interface PhoneTables {
  phone_verification_key: { id: Generated<boolean>; secret: string };
  phone_code: { uid: string; phone_hash: string; code_hash: string; sent_at: Date; tries: number };
  text_message: {
    id: Generated<string>;
    account_hash: string;
    phone_hash: string | null;
    at: Date;
  };
}

/** Blocks between users, and reports. */
export interface BlockTables {
  block: { blocker_id: string; blocked_id: string; at: Date };
  report: {
    id: Generated<string>;
    /** Null if the account was deleted; likewise for the owner of the reported content. */
    reporter_id: string | null;
    subject_kind:
      "person" | "ride" | "ride-request" | "seat-request" | "offer" | "message" | "event";
    subject_id: string;
    subject_uid: string | null;
    reason: string;
    text: string | null;
    /** The reported content at the time of the report. */
    snapshot: ColumnType<Record<string, unknown>, string, never>;
    created_at: Date;
    state: Generated<"open" | "closed">;
    outcome: ColumnType<string | null, never, string | null>;
    closed_at: ColumnType<Date | null, never, Date | null>;
    /** The ride or conversation that the report was started from, as it was. */
    context: ColumnType<Record<string, unknown> | null, string | null, never>;
    /** When a moderator first acted on it. */
    first_action_at: ColumnType<Date | null, never, Date>;
  };
}
