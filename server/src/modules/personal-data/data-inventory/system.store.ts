import { sql } from "kysely";
import type { TableDefinition } from "./definition.store.ts";

/** Tables of the server itself; some hold copies of user content for a while. */
export const systemTables = {
  // Events may name the user. All consumers have read them by the time an account is erased.
  event: {
    // Events refer to records by id and contain nothing of them.
    impersonal: "xid id at topic uids type ids details",
    erase: ({ uid }) => [
      sql`delete from event where ${uid}::uuid = any(uids) or (uids is not null
        and (${uid}::uuid = any(ids) or ids && array(select records_of(${uid})) or details::text like ${`%${uid}%`}))`,
    ],
  },
  idempotency_key: {
    impersonal: "uid key call status created_at id_hashes",
    personal: "reply",
    erase: ({ uid }) => [
      sql`delete from idempotency_key where uid = ${uid} or hashtext(${uid}::uuid::text) = any(id_hashes)`,
    ],
  },
  // E-mails stored instead of sent, on a machine without a mail server.
  dev_email: {
    impersonal: "id sent_at",
    personal: "recipient subject body_text body_html",
    erase: ({ uid, email }) => [
      sql`delete from dev_email where recipient = ${email}
        or sent_at <= (select deletion_requested_at + interval '1 hour' from account where uid = ${uid})`,
    ],
  },
  backup_run: {
    impersonal: "id started_at finished_at failed_at file bytes error",
    retentionReason: "no user data",
  },
  revocation: { impersonal: "id at kind subject", retentionReason: "ids only, for seconds" },
  failed_event: {
    impersonal: "consumer seq type published_at error failed_at",
    retentionReason: "errors, without user data",
  },
  event_consumer: {
    impersonal: "name xid id seen_at release release_seen_at",
    retentionReason: "no user data",
  },
  reminder: { impersonal: "kind subject_id for_at", retentionReason: "ids only" },
  used_pow: { impersonal: "nonce expires_at", retentionReason: "no user data" },
  login_attempt: {
    impersonal: "key tries free next_at ends_at",
    retentionReason: "hashed rate-limit keys, for a day",
  },
  rate_count: {
    impersonal: "key taken granted ends_at",
    retentionReason: "hashed rate-limit keys, until the window ends",
  },
  pow_rate: {
    impersonal: "network_hash requested at",
    retentionReason: "hashed networks, for up to two hours",
  },
  captcha_secret: { impersonal: "id secret since before", retentionReason: "server secret" },
  signing_key: {
    impersonal: "kid public_jwk private_jwk created_at retired_at",
    retentionReason: "server secret",
  },
  notification_key: {
    impersonal: "id push_public_key push_private_key link_secret",
    retentionReason: "server secret",
  },
  server_secret: { impersonal: "id secret", retentionReason: "server secret" },
  phone_verification_key: { impersonal: "id secret", retentionReason: "server secret" },
  text_message: {
    impersonal: "id account_hash phone_hash at",
    retentionReason: "keyed hashes of accounts and numbers, for a day",
  },
  feed_receiver: {
    impersonal: "id name format key_hash created_at fetches last_fetched_at last_failed_at",
    retentionReason: "services that the community offers rides to",
  },
  neighbour: {
    impersonal:
      "id kind url website_url name logo public_key sealed_api_key areas approved_here approved_there created_at searches_sent searches_received last_answered_at last_failed_at last_failure last_received_at",
    retentionReason: "communities that search each other",
  },
  neighbour_key: { impersonal: "id private_key created_at", retentionReason: "server secret" },
  neighbour_nonce: {
    impersonal: "neighbour_url nonce expires_at",
    retentionReason: "used signatures of neighbours, for minutes",
  },
  meeting_point_source: {
    impersonal: "id name format attribution licence url within_km imported_at points skipped",
    retentionReason: "open data that the community uses",
  },
  event_calendar: {
    impersonal:
      "id name url default_place added_by refreshed_at refresh_at failure events left_out unplaced",
    erase: ({ uid }) => [
      sql`delete from community_event using event_calendar
        where calendar_id = event_calendar.id and added_by = ${uid}`,
      sql`delete from event_calendar where added_by = ${uid}`,
    ],
  },
  imported_member: {
    impersonal: "platform imported_at expires_at invitation_requested_at invited_at",
    personal: "email content",
    secret: "email_hash removal_token_hash",
    erase: ({ email }) => [sql`delete from imported_member where email = ${email}`],
    exportAs: {
      title: "What another platform sent about you, not taken over yet",
      rows: (uid) => sql`select platform, imported_at, expires_at, content from imported_member
        where email = (select email from account where uid = ${uid} and email_verified)`,
    },
  },
  webhook: {
    impersonal: "id name url types created_at last_delivered_at failing_since disabled_at",
    retentionReason: "services that the community tells of changes",
  },
  webhook_delivery: {
    impersonal: "id webhook_id type about_id created_at status attempts last_status",
    retentionReason: "ids of rides, requests and events, for 14 days",
  },
  webhook_subject: {
    impersonal: "kind about_id digest ends_at",
    retentionReason: "ids and hashes of what visitors see, until a day after its end",
  },
  legal_version: {
    impersonal: "document version updated body first_shown_at",
    retentionReason: "texts of the operator",
  },
  legal_text: {
    impersonal:
      "page language version body revision saved_at saved_by published_at published_by agree_again withdrawn_at",
    retentionReason: "texts of the community, with the ids of their authors",
  },
  community_logo: {
    impersonal: "id hash width height png changed_at",
    retentionReason: "logo of the community",
  },
  community: {
    impersonal: "id email_domains invite_only maintenance event_creators group_creators",
    retentionReason: "community settings",
  },
  trust_mark: {
    impersonal: "id name meaning email_domains claim_rules by_team lifetime_days changed_at",
    retentionReason: "trust marks of the community",
  },
  member_group: {
    impersonal:
      "id name description joining needs_mark required_mark_id is_listed shows_size member_list invitation_hash invitation_created_at created_at",
    retentionReason: "groups belong to their members together; the last one takes the group along",
  },
  sign_in_provider: {
    impersonal:
      "id name logo issuer client_id client_secret scopes email_domains trusts_email enabled changed_at",
    retentionReason: "settings of the operator",
  },
  community_setting: { impersonal: "name value changed_at", retentionReason: "community settings" },
  setup_key: {
    impersonal: "id key_hash created_at",
    retentionReason: "server secret, until the first set-up",
  },
  test_email: {
    impersonal: "id sent_at mail_server failure",
    retentionReason: "the latest test of the mail server, without the recipient",
  },
  announcement: {
    impersonal: "id text created_at ends_at",
    retentionReason: "announcements of the community",
  },
  invite: {
    impersonal: "id code_hash label uses_left used created_at expires_at",
    retentionReason: "invites do not record who used them",
  },
  popular_route: {
    impersonal: "rank origin destination people",
    retentionReason: "towns with demand from at least five users",
  },
  place: {
    impersonal:
      "region id kind name town district postcode state country importance lat lng local_names",
    retentionReason: "public map data",
  },
  place_name: {
    impersonal: "class key importance region place_id name",
    retentionReason: "public map data",
  },
  place_area: {
    impersonal: "area key importance region place_id",
    retentionReason: "public map data",
  },
  house_number: {
    impersonal: "region street_id number lat lng",
    retentionReason: "public map data",
  },
  place_build: { impersonal: "part rows_region version", retentionReason: "public map data" },
  place_import: { impersonal: "region version", retentionReason: "public map data" },
} satisfies Record<string, TableDefinition>;
