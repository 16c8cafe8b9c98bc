import { type Kysely, sql } from "kysely";

/** What names do not say, for readers of the database and of the types that are generated from it. */
const COMMENTS: Readonly<Record<string, string>> = {
  "account.deletion_requested_at":
    "When and why the owner requested deletion; it can be cancelled until `erase_at`. No personal data is left after `erased_at`.",
  "account.last_seen_at": "The day of the last use.",
  "account.password_set_at": "Null if it was not changed since this is recorded.",
  "account.suspended_until":
    "End and reason of a suspension; null if the account is not suspended.",
  "account.suspension_notified_at": "When the owner was notified by e-mail.",
  "account.warned_at":
    "When the owner was last warned that someone tried to sign up with this address.",
  "account.browser_language": "Language that its browser last used; null before the first sign-in.",
  "account.second_factor_on": "A password alone does not sign in: there is an authenticator app.",
  "account_event.uid": "Belongs to no account if the address of the attempt has none.",
  "active_driver.lat": "The last stored position, and its approximation for strangers.",
  "active_driver.gender": "Profile data when the driver went online.",
  "active_driver.session_id": "The session from which the driver went online; null if unknown.",
  api_key: "Keys with which programs act for a member.",
  "api_key.last_used_at": "To the hour.",
  "audit_log_entry.moderator_uid":
    "Null for actions from the command line or of a sweep, or if the account was deleted.",
  "audit_log_entry.found_uids": "Users that a search returned; null for all other actions.",
  "authenticator_app.key": "In base32.",
  "authenticator_app.last_step": "The latest step of 30 seconds whose code was accepted.",
  "authenticator_app.confirmed_at": "Null while it is being set up.",
  backup_run:
    "A scheduled backup; without `finished_at` and `failed_at` it is running, or its process ended.",
  calendar_entry: "A ride or a seat in one user's calendar, as it was last shown.",
  commitment: "When a user is travelling; only written by triggers on ride and seat_request.",
  community: "A single row.",
  "community_event.members_of": "Id of a trust mark or group: only its members see the event.",
  "community_event.is_public":
    "Anyone with the link can see it, if the community has public pages.",
  community_logo: "A single row; no row without a logo.",
  community_setting: "A setting that administrators made; a missing one has its default.",
  "content_removal.subject_id":
    "Id of the ride or request, or of the user who owns the text or photo.",
  "content_removal.original": "The text, or the name of the photo.",
  "content_removal.hidden_until": "Null if only a moderator can restore it.",
  "conversation.first_uid":
    "Members of a direct conversation, ordered by uid, and the one who opened it.",
  "conversation.last_ordinal": "Ordinal of the newest message; incrementing it locks the row.",
  "conversation_member.left_ordinal": "The newest message when the member left.",
  "conversation_member.notified_up_to":
    "Newest message covered by the last notification about unread messages.",
  "data_export.file": "The ZIP file.",
  "event.topic": "A topic that is not a user; null for events that only users receive.",
  "event.uids": "All users who receive the same event.",
  "event.type": "The event; see `event-columns.ts`.",
  "failed_event.seq": "Offset of the event: its transaction and number.",
  "feed_receiver.last_failed_at": "The latest request that could not be answered.",
  "idempotency_key.key": "Hashes of the key, and of the endpoint with its input.",
  "idempotency_key.reply": "Compressed; see `compressed-replies.ts`.",
  "idempotency_key.id_hashes":
    "Short hashes of the ids in the reply, so that it can be found when one of them is erased.",
  known_device: "A browser that has signed in to this account before.",
  legal_text:
    "A version of a legal text in one language; the newest is a draft until it is published.",
  "legal_text.revision": "How often the draft was saved.",
  legal_version: "Every version of the legal texts; with the body if it is the operator's own.",
  listed_ride:
    "What has left of each listed ride, so that receivers learn what changed and what ended.",
  "listed_ride.source_version": "Version of the ride row that `ride` was made of.",
  "listed_ride.changed_at": "When what leaves last changed.",
  "listed_ride.withdrawn_at":
    "When it was closed, cancelled or hidden before its departure; null while it is listed.",
  login_attempt:
    "Attempts per key: `free` ones without delay, then one at a time from `next_at`; deleted at `ends_at`.",
  "meeting_point.owner_id": "Null: of the community.",
  "meeting_point.ride_id": "Null: for all rides of the owner.",
  "member_group.needs_mark":
    "Without a mark: the community has removed it, and no member meets it.",
  "message.masked_text":
    "The text for readers without a confirmed seat with the sender, if contact details are masked.",
  moderator: "Administrators are moderators, too.",
  "moderator_action.subject_id": "Id of the user, removal, report or rating.",
  "moderator_action.person_uid": "The user concerned.",
  "moderator_action.report_id": "The report that it answers.",
  "moderator_action.choice":
    "Warn everyone of the fraud; restore the content; hide the rating. Null for the other kinds.",
  "moderator_action.final_at": "Until then the action can be undone.",
  "neighbour.url": "Its origin, or the base address of its standard-covoiturage.",
  "neighbour.website_url": "The only host that its rides may open at.",
  "neighbour.logo": "A PNG in base64.",
  "neighbour.public_key":
    "Ed25519, base64url; pinned when it became a neighbour. Null for a server with an API key.",
  "neighbour.areas": "Where it has rides; none if it does not say.",
  neighbour_key: "The key that signs requests to neighbours; made at its first use.",
  "neighbour_key.private_key": "Ed25519, PKCS #8 in base64.",
  neighbour_nonce: "Signatures that were used, until they expire.",
  "notification.cause": "Deduplication key: each cause is notified once.",
  "notification.expires_at": "From then on the notification is useless.",
  "notification_delivery.due_at": "When the delivery is due; null once it was sent or dropped.",
  "notification_delivery.batch_id": "The push or e-mail that delivered it, possibly with others.",
  "notification_preference.channels": "Only channels that differ from the default (on).",
  "notification_preference.quiet_from": "Local times, HH:MM.",
  "one_time_code.flow_hash":
    "The browser that requested it, identified by the secret in its cookie.",
  "one_time_code.email_id": "The e-mail that carries it, and when a mail server accepted that.",
  "one_time_code.proof_hash": "The browser that verified it.",
  "passkey.counter": "Signatures so far; 0 if the authenticator does not count.",
  "passkey_challenge.browser_hash":
    "The browser that must answer, identified by the secret in its cookie.",
  "place.region": "The region it was built from; empty for the shipped places of the world.",
  "place.local_names": "Names by language, see `formatLocalNames`.",
  pow_rate: "Challenges requested by a network, decaying over time.",
  "profile.reliability": "Only written by its module.",
  "profile.shown_reliability": "As others see it: the same, as it was when the day began.",
  "profile.phone_changed_at": "Null if it was not changed since this is recorded.",
  "profile.birth_date": "Read as text, YYYY-MM-DD.",
  "profile.welcomed_at": "When the steps after the first sign-in were shown.",
  "provider_session.check_began_at": "Set while the provider is asked.",
  "push_subscription.device": 'Browser and system, such as "Chrome on Linux".',
  "push_subscription.refusals":
    "How often its push service refused messages for good, since it last accepted one.",
  "push_subscription.refusal": 'Status and reason, such as "403 BadJwtToken".',
  "rating.publishes_at": "When it becomes public automatically.",
  "rating.counts": "False for a booking that does not count (docs/domain.md, Ratings).",
  "rating.hidden_at": "When moderators hid it.",
  "reliability_event.seconds": "Time between cancellation and pickup, or until an answer.",
  "report.reporter_id":
    "Null if the account was deleted; likewise for the owner of the reported content.",
  "report.snapshot": "The reported content at the time of the report.",
  "report.context": "The ride or conversation that the report was started from, as it was.",
  "report.first_action_at": "When a moderator first acted on it.",
  revocation:
    "What was taken away and is not in the journal beside the backups yet; written by triggers.",
  "ride.leg_points":
    "Number of polyline points per leg, neighbours sharing one; null without road data.",
  "ride.partly_estimated":
    "True if a part of the way is outside of the road data, so that distances and times contain estimates.",
  "ride.is_public": "True if anybody with the link may see the ride's public page.",
  "ride.is_listed":
    "True if the host agreed that journey planners and neighbouring communities show it; only of public rides.",
  "ride.public_route":
    "The route shown to strangers; null if they see the exact one. `origin_lat` and `origin_lng` are as shown.",
  "ride.driven_route":
    "Null if all passengers use the ride's own points. `arrives_at` includes detours, as all passengers may know them.",
  "ride.driven_route_version": "Version of the driven route; increases with each write.",
  "ride.members_of":
    "Id of a trust mark or group: only its members find the ride. Stays after that is removed; then no one is one.",
  "ride.series_id": "The series of this ride, and its day in the series, YYYY-MM-DD.",
  "ride.detached": "Changed individually, so changes of the series do not affect it.",
  "ride.running_cost_minor":
    "Running cost of the route, in the currency of its contributions; null on older rides.",
  "ride.promised_minor": "Sum of the contributions of accepted passengers.",
  "ride_alert.saved_search_ids": "All matching saved searches of the owner.",
  "ride_alert.notified": "False if the owner had already found the ride.",
  "ride_request.approximate_origin": "Approximate places for strangers.",
  "ride_request.members_of": "Id of a trust mark or group: only its members find the request.",
  "ride_request.driver_uid": "The active driver who received the request.",
  "ride_request.ride_id": "The ride of the accepted offer.",
  "ride_series.weekdays": "1 is Monday.",
  "ride_series.missed": "Days on which the host is travelling on another ride.",
  "ride_series.stopped_from":
    "First day without a ride because a rule refused it, and the message for the host.",
  ride_share: "A link to follow one user on one ride.",
  "saved_search.departs_after": "Both null for any day.",
  "seat_request.decided_at": "When the other side decided, and when a decided request ended.",
  "seat_request.agreed": "The ride as confirmed, if it has changed since.",
  "seat_request.confirm_by":
    "Deadline for a passenger to confirm a changed ride; kept if the request ended first.",
  "seat_request.host_moved_at":
    "When the host changed the ride beyond what was agreed; null if not, or once the passenger has confirmed.",
  "seat_request.reserved":
    "The seat came from the standby queue and is reserved until the seeker confirms.",
  server_secret: "One row; see `server-keys.ts`.",
  "session.rotation_key":
    "Key from which the next refresh token is derived; useless without the previous token.",
  "session.device": 'Browser and system, such as "Chrome on Linux".',
  "session.second_factor_at":
    "When it last showed a second factor, and when its user last confirmed that it is them.",
  setup_key: "Hash of the key of the first set-up, while there is no administrator.",
  shared_device: "Two accounts, `uid` before `other_uid`, that signed in with the same browser.",
  "standby.pickup": "Null for the ride's own stop.",
  stranger_contact: "Strangers contacted by a new account, kept for a day.",
  test_email: "Result of the latest test e-mail: null if the mail server accepted it.",
  "trip_outcome.pin": "Four digits that the passenger shows to the host.",
  "trip_outcome.paid_at":
    "When the passenger marked the contribution as paid, and the host as received.",
  "trip_outcome.reported_by": "Reporter and reason of a no-show.",
  trip_progress: "Progress of one user on one ride, if there is any.",
  "trip_progress.driver_here_at":
    "When this passenger was notified that the driver is at the pickup.",
  "trusted_contact.email": "Null once the contact declined; the hash remembers that.",
  "webhook_delivery.about_id":
    "Id of the ride, request or event. What leaves of it is read when it is sent.",
  "webhook_delivery.last_status": "HTTP status of the latest attempt; null if there was no reply.",
  webhook_subject: "A hash of what webhooks sent last, so that each change is sent once.",
  "webhook_subject.ends_at": "When a ride departs, a request closes or an event is over.",
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = Object.entries(COMMENTS).map(([name, comment]) => {
    const kind = name.includes(".") ? "column" : "table";
    return `comment on ${kind} ${name} is '${comment.replaceAll("'", "''")}'`;
  });
  await sql.raw(statements.join(";\n")).execute(db);
}
