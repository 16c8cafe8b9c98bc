import { type RawBuilder, sql } from "kysely";
import { NO_PASSWORD } from "#modules/accounts/index.ts";
import {
  type TableDefinition,
  selectOwnRows,
  containsEmail,
  deleteOwnRows,
  type ExportRow,
  EXPORT_ROWS_MAX,
  FORMER_MEMBER,
} from "./definition.store.ts";

/** A user's rows about groups; without the name of one that is not listed and that a lost mark may have closed. */
const selectOwnGroups = (
  uid: string,
  table: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
) => sql<ExportRow>`
  select group_id, case
    when is_listed or not needs_mark then name end as name, ${columns}
  from ${table}
  join member_group on id = group_id
  where uid = ${uid}
  order by 1 desc
  limit ${EXPORT_ROWS_MAX}`;

/** Identity and credentials. */
export const accountTables = {
  vehicle: {
    impersonal: "id uid seats comfort",
    personal: "make model colour plate",
    erase: deleteOwnRows("vehicle", "uid"),
    exportAs: {
      title: "Vehicles",
      rows: selectOwnRows("vehicle", "uid", "make model colour plate seats comfort"),
    },
  },
  photo: {
    impersonal: "uid id created_at",
    personal: "small large",
    erase: deleteOwnRows("photo", "uid"),
    exportAs: {
      title: "Photo (the image files are next to this file)",
      rows: selectOwnRows("photo", "uid", "created_at"),
    },
  },
  profile: {
    impersonal:
      "uid phone_shared phone_verified phone_changed_at adult_declared rating_count rating_sum reliability shown_reliability welcomed_at",
    personal:
      "display_name first_name last_name phone gender birth_date bio languages preferences needs home_place work_place locale time_zone photo_id",
    erase: ({ uid }) => [
      sql`
        update profile
        set display_name = ${FORMER_MEMBER}, first_name = ${FORMER_MEMBER},
          last_name = null, phone = null, phone_changed_at = null,
        phone_verified = false, phone_shared = false, gender = null,
        birth_date = null, adult_declared = false, bio = null,
        languages = '{}', preferences = '{}', needs = '{}', home_place = null,
        work_place = null, locale = null, time_zone = null, photo_id = null,
        reliability = null, shown_reliability = null
        where uid = ${uid}`,
    ],
    exportAs: {
      title: "Profile",
      rows: selectOwnRows(
        "profile",
        "uid",
        "display_name first_name last_name phone phone_verified gender birth_date adult_declared bio languages preferences needs home_place work_place locale time_zone",
      ),
    },
  },
  session: {
    impersonal: "id uid rotated_at created_at ended_at expires_at second_factor_at confirmed_at",
    personal: "device",
    secret: "rotation_key token_hash previous_hash",
    erase: deleteOwnRows("session", "uid"),
    exportAs: {
      title: "Sign-ins",
      rows: selectOwnRows("session", "uid", "created_at rotated_at ended_at device"),
    },
  },
  linked_identity: {
    impersonal: "id provider_id uid issuer linked_at last_used_at",
    personal: "subject email",
    erase: deleteOwnRows("linked_identity", "uid"),
    exportAs: {
      title: "Your accounts at institutions",
      rows: selectOwnRows(
        "linked_identity",
        "uid",
        "linked_at last_used_at provider_id issuer subject email",
      ),
    },
  },
  mark_grant: {
    impersonal:
      "id uid mark_id source provider_id granted_at renewed_at expires_at granted_by reminded_at ended_at",
    erase: deleteOwnRows("mark_grant", "uid"),
    exportAs: {
      title: "Trust marks",
      rows: (uid) => sql<ExportRow>`
        select granted_at, renewed_at, expires_at, trust_mark.name as mark,
          source, provider_id,
          exists (
            select
            from hidden_mark
            where hidden_mark.uid = mark_grant.uid
              and hidden_mark.mark_id = mark_grant.mark_id) as hidden
        from mark_grant
        join trust_mark on trust_mark.id = mark_id
        where mark_grant.uid = ${uid}
        order by 1 desc
        limit ${EXPORT_ROWS_MAX}`,
    },
  },
  hidden_mark: { impersonal: "uid mark_id", erase: deleteOwnRows("hidden_mark", "uid") },
  // Ends before the account is erased, so that no group is left without a manager.
  group_member: {
    impersonal: "group_id uid role joined_at",
    erase: deleteOwnRows("group_member", "uid"),
    exportAs: {
      title: "Groups",
      rows: (uid) => selectOwnGroups(uid, sql`group_member`, sql`role, joined_at`),
    },
  },
  group_join_request: {
    impersonal: "group_id uid requested_at",
    personal: "message",
    erase: deleteOwnRows("group_join_request", "uid"),
    exportAs: {
      title: "Groups you asked to join",
      rows: (uid) => selectOwnGroups(uid, sql`group_join_request`, sql`message, requested_at`),
    },
  },
  // Deleted with the session.
  provider_session: {
    impersonal: "session_id identity_id checked_at check_began_at",
    secret: "provider_sid sign_out_url refresh_token",
    erase: ({ uid }) => [
      sql`
        delete from provider_session
        where session_id in (select id from session where uid = ${uid})`,
    ],
  },
  pending_sign_in: {
    impersonal: "provider_id return_to link_uid expires_at",
    secret: "state_hash browser_hash nonce code_verifier",
    erase: deleteOwnRows("pending_sign_in", "link_uid"),
  },
  unconfirmed_identity: {
    impersonal: "step uid provider_id return_to expires_at",
    personal: "identity",
    secret: "browser_hash",
    erase: ({ uid, email }) => [
      sql`
        delete from unconfirmed_identity
        where uid = ${uid} or identity ->> 'email' = ${email}`,
    ],
  },
  account_event: {
    impersonal: "id uid kind at session_id",
    personal: "network device reason",
    erase: deleteOwnRows("account_event", "uid"),
    exportAs: {
      title: "Account events",
      rows: selectOwnRows("account_event", "uid", "at kind network device reason"),
    },
  },
  one_time_code: {
    impersonal: "sent_at email_id delivered_at tries verified_at",
    personal: "email purpose",
    secret: "code_hash flow_hash proof_hash",
    erase: ({ uid, email }) => [
      sql`
        delete from one_time_code
        where email = ${email} or purpose = ${`email-change ${uid}`}`,
    ],
  },
  phone_code: {
    impersonal: "uid sent_at tries",
    secret: "phone_hash code_hash",
    erase: deleteOwnRows("phone_code", "uid"),
  },
  email_link: {
    impersonal: "purpose uid created_at expires_at used_at",
    personal: "email",
    secret: "token_hash",
    erase: ({ uid, email }) => [sql`delete from email_link where uid = ${uid} or email = ${email}`],
  },
  known_device: {
    impersonal: "uid used_at",
    secret: "token_hash",
    erase: deleteOwnRows("known_device", "uid"),
  },
  passkey: {
    impersonal: "id uid counter transports synced created_at last_used_at",
    personal: "name",
    secret: "credential_id public_key",
    erase: deleteOwnRows("passkey", "uid"),
    exportAs: {
      title: "Passkeys",
      rows: selectOwnRows("passkey", "uid", "created_at name last_used_at synced"),
    },
  },
  passkey_challenge: {
    impersonal: "purpose uid expires_at",
    secret: "challenge_hash browser_hash",
    erase: deleteOwnRows("passkey_challenge", "uid"),
  },
  authenticator_app: {
    impersonal: "uid last_step created_at confirmed_at",
    secret: "key recovery_salt",
    erase: deleteOwnRows("authenticator_app", "uid"),
    exportAs: {
      title: "Authenticator app",
      rows: selectOwnRows("authenticator_app", "uid", "created_at confirmed_at"),
    },
  },
  recovery_code: {
    impersonal: "uid used_at",
    secret: "code_hash",
    erase: deleteOwnRows("recovery_code", "uid"),
  },
  shared_device: {
    impersonal: "uid other_uid last_seen_at",
    erase: ({ uid }) => [sql`delete from shared_device where ${uid} in (uid, other_uid)`],
  },
  stranger_contact: {
    impersonal: "uid at",
    secret: "contact_hash",
    erase: deleteOwnRows("stranger_contact", "uid"),
  },
  consent: {
    impersonal: "uid document version agreed_at",
    erase: deleteOwnRows("consent", "uid"),
    exportAs: {
      title: "Legal texts you agreed to",
      rows: selectOwnRows("consent", "uid", "agreed_at document version"),
    },
  },
  data_export: {
    impersonal: "id uid requested_at ready_at expires_at failed_at",
    personal: "file",
    erase: deleteOwnRows("data_export", "uid"),
    exportAs: {
      title: "Earlier exports",
      rows: selectOwnRows("data_export", "uid", "requested_at ready_at expires_at"),
    },
  },
  block: {
    impersonal: "blocker_id blocked_id at",
    erase: ({ uid }) => [sql`delete from block where blocker_id = ${uid} or blocked_id = ${uid}`],
    exportAs: {
      title: "People you blocked",
      rows: selectOwnRows("block", "blocker_id", "at blocked_id"),
    },
  },
  moderator: { impersonal: "uid since role", erase: deleteOwnRows("moderator", "uid") },
  // Keeps the audit entry and its author; removes details about the user and searches that found_uids them.
  audit_log_entry: {
    impersonal: "id at moderator_uid call subject_id found_uids",
    personal: "details",
    erase: ({ uid, email }) => [
      sql`
        update audit_log_entry
        set details = '{}'
        where subject_id = ${uid}
          or moderator_uid = ${uid}
          or ${uid} = any (found_uids)
        or subject_id in (select id from report where subject_uid = ${uid})
        or details::text like ${`%${uid}%`}
        or ${containsEmail(sql`details`, email)}`,
    ],
  },
  // Last: the statements above may use the address.
  account: {
    impersonal:
      "uid email_verified password_set_at suspended_at suspended_until suspension_notified_at warned_at created_at deletion_requested_at deletion_reason erase_at erased_at last_seen_at second_factor_on",
    personal: "email suspension_reason browser_language",
    secret: "password_hash",
    erase: ({ uid, at }) => [
      sql`
        update account
        set email = ${`${uid}@former.invalid`}, password_hash = ${NO_PASSWORD},
          warned_at = null,
        suspension_reason = null, browser_language = null,
        second_factor_on = false, erased_at = ${at}
        where uid = ${uid}`,
    ],
    exportAs: {
      title: "Account",
      rows: selectOwnRows("account", "uid", "email created_at last_seen_at browser_language"),
    },
  },
} satisfies Record<string, TableDefinition>;
