import { sql } from "kysely";
import type { TableDefinition } from "./definition.store.ts";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** What the machinery keeps for a while: it holds copies of what people wrote. */
export const systemTables = {
  // What others were told of it; followers have read it long before, since nobody is erased on the day they ask.
  event: {
    // Facts name records by their ids and hold nothing of them.
    impersonal: "xid id topic second_topic at fact",
    erase: ({ uid }) => [
      sql`delete from event where ${`user:${uid}`} in (topic, second_topic) or (topic like 'user:%' and exists (
        select from regexp_matches(fact::text, ${UUID}, 'g') as found (ids)
        where ids[1] = ${uid}::text or ids[1]::uuid in (select records_of(${uid}))))`,
    ],
  },
  idempotency_key: {
    impersonal: "uid key call status created_at id_hashes",
    personal: "reply",
    erase: ({ uid }) => [
      sql`delete from idempotency_key where uid = ${uid} or hashtext(${uid}::uuid::text) = any(id_hashes)`,
    ],
  },
  // What no mail server took: only on a machine that sends no mail.
  dev_email: {
    impersonal: "id sent_at",
    personal: "recipient subject body_text body_html",
    erase: ({ uid, email }) => [
      sql`delete from dev_email where recipient = ${email}
        or sent_at <= (select deletion_requested_at + interval '1 hour' from account where uid = ${uid})`,
    ],
  },
  failed_event: {
    impersonal: "consumer seq type published_at error failed_at",
    retentionReason: "what went wrong, of nobody",
  },
  event_consumer: { impersonal: "name xid id seen_at", retentionReason: "of nobody" },
  reminder: { impersonal: "kind subject_id for_at", retentionReason: "ids only" },
  used_pow: { impersonal: "nonce expires_at", retentionReason: "of nobody" },
  login_attempt: {
    impersonal: "key tries free next_at ends_at",
    retentionReason: "hashes of who tried what, for a day",
  },
  rate_count: {
    impersonal: "key taken granted ends_at",
    retentionReason: "hashes of who called what, until the stretch is over",
  },
  pow_rate: { impersonal: "network_hash requested at", retentionReason: "hashes of networks, for an hour or two" },
  captcha_secret: { impersonal: "id secret since before", retentionReason: "the server's own" },
  signing_key: { impersonal: "kid public_jwk private_jwk created_at retired_at", retentionReason: "the server's own" },
  notification_key: {
    impersonal: "id push_public_key push_private_key link_secret",
    retentionReason: "the server's own",
  },
  legal_version: {
    impersonal: "document version updated body first_shown_at",
    retentionReason: "the operator's own texts",
  },
  community: { impersonal: "id email_domains invite_only maintenance", retentionReason: "the community's own rules" },
  announcement: { impersonal: "id text created_at ends_at", retentionReason: "told to everybody by the community" },
  invite: {
    impersonal: "id code_hash label uses_left used created_at expires_at",
    retentionReason: "the community's own; who joined with it is not kept",
  },
  popular_route: {
    impersonal: "rank origin destination people",
    retentionReason: "towns, each wanted by five people or more",
  },
  place: {
    impersonal: "id name key country region population lat lng is_quarter",
    retentionReason: "towns of the world",
  },
  place_name: { impersonal: "place_id name key population", retentionReason: "towns of the world" },
  place_import: { impersonal: "version", retentionReason: "towns of the world" },
} satisfies Record<string, TableDefinition>;
