import { sql } from "kysely";
import {
  type TableDefinition,
  selectOwnRows,
  deleteOwnRows,
  type ExportRow,
  EXPORT_ROWS_MAX,
  FORMER_MEMBER,
} from "./definition.store.ts";

const isChoiceOfErased = sql`(choice->>'who' = erased.name or starts_with(choice->>'who', erased.name || ' '))`;

/** Messages, ratings, reports and notifications. */
export const userContentTables = {
  // First, because it identifies the records that others were notified about.
  notification: {
    impersonal: "id uid kind cause person_id path expires_at created_at read_at",
    personal: "details",
    erase: ({ uid }) => [
      sql`delete from notification where uid = ${uid}`,
      sql`update notification set details = details::jsonb - 'from' - 'to' - 'reason'
        where person_id = ${uid} or substring(path from '[0-9a-f]{8}-[0-9a-f-]{27}')::uuid in (select records_of(${uid}))`,
      // Hosts of replacement rides are there by first name and initial. Another one of this name loses it, too.
      sql`update notification set details = details::jsonb || jsonb_build_object('choices', (
          select jsonb_agg(case when ${isChoiceOfErased}
              then choice || jsonb_build_object('who', ${FORMER_MEMBER}::text) else choice end order by nth)
            from jsonb_array_elements(details::jsonb->'choices') with ordinality as each (choice, nth)))
        from (select coalesce(first_name, split_part(display_name, ' ', 1)) as name from profile where uid = ${uid}) as erased
        where kind = 'replacement.found' and exists (
          select from jsonb_array_elements(details::jsonb->'choices') as each (choice) where ${isChoiceOfErased})`,
    ],
    exportAs: {
      title: "Notifications",
      rows: selectOwnRows("notification", "uid", "created_at kind path read_at"),
    },
  },
  notification_delivery: {
    impersonal: "notification_id channel uid state due_at changed_at batch_id reason",
    erase: deleteOwnRows("notification_delivery", "uid"),
  },
  push_subscription: {
    impersonal:
      "id uid session_id created_at refreshed_at pushed_at failure refusals refused_at refusal",
    personal: "endpoint device",
    secret: "p256dh auth",
    erase: deleteOwnRows("push_subscription", "uid"),
    exportAs: {
      title: "Devices with push notifications",
      rows: selectOwnRows("push_subscription", "uid", "created_at device endpoint"),
    },
  },
  notification_preference: {
    impersonal: "uid channels",
    personal: "quiet_from quiet_until time_zone",
    erase: deleteOwnRows("notification_preference", "uid"),
    exportAs: {
      title: "Notification preferences",
      rows: selectOwnRows(
        "notification_preference",
        "uid",
        "channels quiet_from quiet_until time_zone",
      ),
    },
  },
  saved_search: {
    impersonal:
      "id owner_id departs_after departs_before preferred_at time_zone seats walk_m paused_at removed_at created_at includes_neighbours neighbours_asked_at known_neighbour_rides",
    personal:
      "criteria_key name origin destination origin_lat origin_lng destination_lat destination_lng filters",
    erase: deleteOwnRows("saved_search", "owner_id"),
    exportAs: {
      title: "Saved searches",
      rows: selectOwnRows(
        "saved_search",
        "owner_id",
        "created_at name origin destination departs_after departs_before seats filters",
      ),
    },
  },

  ride_alert: {
    impersonal: "owner_id ride_id saved_search_ids request_id notified at",
    erase: deleteOwnRows("ride_alert", "owner_id"),
  },

  request_alert: {
    impersonal: "host_id request_id ride_id at",
    erase: deleteOwnRows("request_alert", "host_id"),
  },

  // Users who named this person as a trusted contact keep the address: the person agreed to that separately, and
  // each e-mail has a link to end it.
  trusted_contact: {
    impersonal: "id owner_id status removed_at created_at",
    personal: "name email email_hash",
    erase: deleteOwnRows("trusted_contact", "owner_id"),
    exportAs: {
      title: "Trusted contacts",
      rows: selectOwnRows("trusted_contact", "owner_id", "created_at name status"),
    },
  },

  calendar_feed: {
    impersonal: "uid reminder_min created_at read_at",
    secret: "token_hash",
    erase: deleteOwnRows("calendar_feed", "uid"),
    exportAs: {
      title: "Calendar feed",
      rows: selectOwnRows("calendar_feed", "uid", "created_at reminder_min read_at"),
    },
  },
  api_key: {
    impersonal: "id uid scopes created_at expires_at last_used_at",
    personal: "name",
    secret: "key_hash",
    erase: deleteOwnRows("api_key", "uid"),
    exportAs: {
      title: "API keys",
      rows: selectOwnRows("api_key", "uid", "created_at name scopes expires_at last_used_at"),
    },
  },
  calendar_entry: {
    impersonal: "uid entry_id sequence changed_at ends_at",
    secret: "fingerprint",
    erase: deleteOwnRows("calendar_entry", "uid"),
  },
  message: {
    impersonal: "id conversation_id ordinal sender_id kind note hidden sent_at",
    personal: "text masked_text place client_id",
    erase: ({ uid }) => [
      sql`update message set text = '', masked_text = null, hidden = '{}', place = null, client_id = id::text,
        kind = 'text' where sender_id = ${uid} and kind <> 'note'`,
    ],
    exportAs: {
      title: "Messages you wrote",
      rows: (uid) => sql<ExportRow>`
        select sent_at, conversation_id, text, place from message where sender_id = ${uid} and kind <> 'note'
        order by sent_at desc limit ${EXPORT_ROWS_MAX}`,
    },
  },
  conversation: {
    impersonal: "id kind ride_id first_uid second_uid opened_by last_ordinal last_at",
    retentionReason: "ids only",
  },
  conversation_member: {
    impersonal:
      "conversation_id uid delivered_ordinal read_ordinal muted left_ordinal notified_up_to",
    retentionReason: "ids only: the conversation remains for the other members",
  },
  trip_outcome: {
    impersonal:
      "seat_request_id pin pin_tries picked_up_at paid_at received_at reported_by reported_fault reported_at answer_until answer_fault answered_at outcome settled_at",
    personal: "report_note answer_note",
    erase: ({ uid }) => [
      sql`update trip_outcome set
          report_note = case when reported_by = (case when seeker_id = ${uid} then 'seeker' else 'host' end)
            then null else report_note end,
          answer_note = case when reported_by = (case when seeker_id = ${uid} then 'seeker' else 'host' end)
            then answer_note else null end
        from seat_request join ride on ride.id = ride_id
        where seat_request.id = seat_request_id and ${uid} in (seeker_id, host_id)`,
    ],
    exportAs: {
      title: "Trip outcomes",
      rows: (uid) => sql<ExportRow>`
        select reported_at, ride_id, picked_up_at, paid_at, received_at, outcome,
          case when reported_by = (case when seeker_id = ${uid} then 'seeker' else 'host' end)
            then report_note else answer_note end as your_words
        from trip_outcome join seat_request on seat_request.id = seat_request_id join ride on ride.id = ride_id
        where ${uid} in (seeker_id, host_id) order by reported_at desc nulls last limit ${EXPORT_ROWS_MAX}`,
    },
  },
  rating: {
    impersonal:
      "id ride_id rater_uid rated_uid stars created_at publishes_at published_at replied_at hidden_at counts",
    personal: "comment reply",
    erase: ({ uid }) => [
      sql`delete from rating where rated_uid = ${uid}`,
      sql`update rating set comment = null where rater_uid = ${uid}`,
    ],
    exportAs: {
      title: "Ratings you gave and received",
      // A rating hidden on the user's profile is hidden in their export, too.
      rows: (uid) => sql<ExportRow>`
        select created_at, ride_id, case when rater_uid = ${uid} then 'given' else 'got' end as direction, stars, comment,
          reply, published_at
        from rating where rater_uid = ${uid} or (rated_uid = ${uid} and published_at is not null)
        order by created_at desc limit ${EXPORT_ROWS_MAX}`,
    },
  },
  rating_appeal: {
    impersonal: "rating_id created_at decided_at",
    personal: "reason note",
    // Appeals of the rated user are deleted with the rating.
    erase: ({ uid }) => [
      sql`delete from rating_appeal using rating where rating.id = rating_id and rated_uid = ${uid}`,
    ],
    exportAs: {
      title: "Ratings you appealed",
      rows: (uid) => sql<ExportRow>`
        select rating_appeal.created_at, reason, note from rating_appeal join rating on rating.id = rating_id
        where rated_uid = ${uid} order by 1 desc limit ${EXPORT_ROWS_MAX}`,
    },
  },
  community_event: {
    impersonal:
      "id creator_id starts_at ends_at time_zone members_of is_public status revision created_at changed_at calendar_id calendar_key calendar_digest",
    personal: "title description place website",
    erase: deleteOwnRows("community_event", "creator_id"),
    exportAs: {
      title: "Events you created",
      rows: selectOwnRows(
        "community_event",
        "creator_id",
        "created_at title description place starts_at ends_at time_zone website status",
      ),
    },
  },
  content_removal: {
    impersonal:
      "id kind subject_id owner_uid hidden_at hidden_until ended_at appealed_at decided_at",
    personal: "reason original appeal note",
    erase: deleteOwnRows("content_removal", "owner_uid"),
    exportAs: {
      title: "Content that moderators removed",
      rows: selectOwnRows(
        "content_removal",
        "owner_uid",
        "hidden_at kind reason original hidden_until appeal note ended_at",
      ),
    },
  },
  moderator_action: {
    impersonal:
      "id kind subject_id person_uid report_id moderator_uid choice taken_at final_at state undone_by undone_at",
    personal: "reason",
    erase: ({ uid }) => [
      sql`delete from moderator_action where person_uid = ${uid}`,
      sql`update moderator_action set reason = '' where moderator_uid = ${uid}`,
    ],
    exportAs: {
      title: "Decisions of moderators about you",
      rows: (uid) => sql<ExportRow>`
        select taken_at, kind, reason from moderator_action where person_uid = ${uid} and state = 'final'
          and kind <> 'resolve' order by 1 desc limit ${EXPORT_ROWS_MAX}`,
    },
  },
  report: {
    impersonal:
      "id reporter_id subject_kind subject_id subject_uid reason created_at state closed_at first_action_at",
    personal: "text snapshot context outcome",
    erase: ({ uid, at }) => [
      // The ride or conversation of a report goes with any user in it.
      sql`update report set context = null where context is not null and (${uid} in (reporter_id, subject_uid)
        or context::text like ${`%${uid}%`} or context ->> 'id' in (select id::text from records_of(${uid}) as id))`,
      sql`update report set text = null, reporter_id = null where reporter_id = ${uid}`,
      sql`update report set snapshot = '{}', state = 'closed', outcome = 'The account was deleted.',
        closed_at = coalesce(closed_at, ${at}) where subject_uid = ${uid}`,
      // The user's messages in snapshots of conversations, and their places in snapshots of other users' rides.
      sql`update report set snapshot = snapshot || jsonb_build_object('messages', (
          select jsonb_agg(case when line->>'sender_id' = ${uid}::text
              then jsonb_build_object('sender_id', line->'sender_id', 'sent_at', line->'sent_at', 'text', '', 'place', null)
              else line end order by nth)
            from jsonb_array_elements(snapshot->'messages') with ordinality as each (line, nth)))
        where snapshot ? 'messages' and snapshot::text like ${`%${uid}%`}`,
      sql`update report set snapshot = snapshot - 'origin' - 'destination' - 'stops' - 'polyline'
        where subject_id in (select records_of(${uid}))`,
      sql`update report set snapshot = '{}' where not snapshot ? 'messages' and snapshot::text like ${`%${uid}%`}`,
    ],
    exportAs: {
      title: "Your reports",
      rows: selectOwnRows("report", "reporter_id", "created_at subject_kind reason text state"),
    },
  },
} satisfies Record<string, TableDefinition>;
