import { sql } from "kysely";
import type { Entry } from "./entry.store.ts";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** What the machinery keeps for a while: it holds copies of what people wrote. */
export const machinery = {
  // What others were told of it; followers have read it long before, since nobody is erased on the day they ask.
  event: {
    // Facts name records by their ids and hold nothing of them.
    plain: "xid id topic also at fact",
    erase: ({ uid }) => [
      sql`delete from event where ${`user:${uid}`} in (topic, also) or (topic like 'user:%' and exists (
        select from regexp_matches(fact::text, ${UUID}, 'g') as found (ids)
        where ids[1] = ${uid}::text or ids[1]::uuid in (select things_of(${uid}))))`,
    ],
  },
  idempotency_key: {
    plain: "uid key call status created_at names",
    personal: "answer",
    erase: ({ uid }) => [
      sql`delete from idempotency_key where uid = ${uid} or hashtext(${uid}::uuid::text) = any(names)`,
    ],
  },
  // What no mail server took: only on a machine that sends no mail.
  dev_mail: {
    plain: "id sent_at",
    personal: "recipient subject body_text body_html",
    erase: ({ uid, email }) => [
      sql`delete from dev_mail where recipient = ${email}
        or sent_at <= (select leaving_at + interval '1 hour' from account where uid = ${uid})`,
    ],
  },
  event_set_aside: { plain: "follower seq type announced_at error set_aside_at", keeps: "what went wrong, of nobody" },
  follower: { plain: "name xid id seen_at", keeps: "of nobody" },
  reminder: { plain: "kind subject_id for_at", keeps: "ids only" },
  spent_proof: { plain: "nonce expires_at", keeps: "of nobody" },
  guess: { plain: "key tries free next_at ends_at", keeps: "hashes of who tried what, for a day" },
  rate_count: { plain: "key taken granted ends_at", keeps: "hashes of who called what, until the stretch is over" },
  proof_load: { plain: "network_hash asked at", keeps: "hashes of networks, for an hour or two" },
  captcha_secret: { plain: "id secret since before", keeps: "the server's own" },
  signing_key: { plain: "kid public_jwk private_jwk created_at retired_at", keeps: "the server's own" },
  notice_key: { plain: "id push_public_key push_private_key link_secret", keeps: "the server's own" },
  legal_version: { plain: "document version updated body first_shown_at", keeps: "the operator's own texts" },
  community: { plain: "id email_domains invite_only maintenance", keeps: "the community's own rules" },
  announcement: { plain: "id text created_at ends_at", keeps: "told to everybody by the community" },
  invite: {
    plain: "id code_hash label uses_left used created_at expires_at",
    keeps: "the community's own; who joined with it is not kept",
  },
  wanted_way: { plain: "place origin destination people", keeps: "towns, each wanted by five people or more" },
  place: { plain: "id name key country region population lat lng is_quarter", keeps: "towns of the world" },
  place_name: { plain: "place_id name key population", keeps: "towns of the world" },
  place_import: { plain: "version", keeps: "towns of the world" },
} satisfies Record<string, Entry>;
