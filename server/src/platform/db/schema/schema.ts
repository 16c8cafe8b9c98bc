// Generated from the migrated database: npm run generate -- schema
import type { Generated } from "kysely";
import type { ColumnTypes } from "./column-types.ts";
import type { GeneratedJsonColumn, JsonColumn, NullableJsonColumn } from "./json-column.ts";

/** The tables after all migrations. Instants are Date; money is in whole cents. */
export interface Schema {
  account: {
    uid: Generated<string>;
    email: string;
    email_verified: boolean;
    password_hash: string;
    created_at: Date;
    /** The day of the last use. */
    last_seen_at: Generated<Date>;
    /** When the owner was last warned that someone tried to sign up with this address. */
    warned_at: Date | null;
    suspended_at: Date | null;
    /** End and reason of a suspension; null if the account is not suspended. */
    suspended_until: Date | null;
    suspension_reason: string | null;
    /** When the owner was notified by e-mail. */
    suspension_notified_at: Date | null;
    /** When and why the owner requested deletion; it can be cancelled until `erase_at`. No personal data is left after `erased_at`. */
    deletion_requested_at: Date | null;
    deletion_reason: ColumnTypes["account"]["deletion_reason"] | null;
    erase_at: Date | null;
    erased_at: Date | null;
    /** Language that its browser last used; null before the first sign-in. */
    browser_language: string | null;
    /** A password alone does not sign in: there is an authenticator app. */
    second_factor_on: Generated<boolean>;
    /** Null if it was not changed since this is recorded. */
    password_set_at: Date | null;
  };
  account_event: {
    id: Generated<string>;
    /** Belongs to no account if the address of the attempt has none. */
    uid: string;
    kind: ColumnTypes["account_event"]["kind"];
    at: Date;
    network: string | null;
    device: string | null;
    session_id: string | null;
    reason: string | null;
  };
  active_driver: {
    uid: string;
    /** The session from which the driver went online; null if unknown. */
    session_id: string | null;
    /** The last stored position, and its approximation for strangers. */
    lat: number;
    lng: number;
    approximate_lat: number;
    approximate_lng: number;
    address: string | null;
    heading: number | null;
    heading_to: NullableJsonColumn<ColumnTypes["active_driver"]["heading_to"]>;
    approximate_heading_to: NullableJsonColumn<
      ColumnTypes["active_driver"]["approximate_heading_to"]
    >;
    seats: number;
    note: string | null;
    audience: Generated<ColumnTypes["active_driver"]["audience"]>;
    /** Profile data when the driver went online. */
    gender: string | null;
    activated_at: Date;
    last_seen_at: Date;
  };
  announcement: {
    id: Generated<string>;
    text: string;
    created_at: Date;
    ends_at: Date | null;
  };
  /** Keys with which programs act for a member. */
  api_key: {
    id: Generated<string>;
    uid: string;
    name: string;
    key_hash: string;
    scopes: ColumnTypes["api_key"]["scopes"];
    created_at: Date;
    expires_at: Date;
    /** To the hour. */
    last_used_at: Date | null;
  };
  audit_log_entry: {
    id: Generated<string>;
    at: Date;
    /** Null for actions from the command line or of a sweep, or if the account was deleted. */
    moderator_uid: string | null;
    call: string;
    subject_id: string | null;
    details: JsonColumn<ColumnTypes["audit_log_entry"]["details"]>;
    /** Users that a search returned; null for all other actions. */
    found_uids: string[] | null;
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
    confirmed_at: Date | null;
  };
  /** A scheduled backup; without `finished_at` and `failed_at` it is running, or its process ended. */
  backup_run: {
    id: Generated<number>;
    started_at: Date;
    finished_at: Date | null;
    failed_at: Date | null;
    file: string | null;
    bytes: number | null;
    error: string | null;
  };
  block: {
    blocker_id: string;
    blocked_id: string;
    at: Date;
  };
  /** A ride or a seat in one user's calendar, as it was last shown. */
  calendar_entry: {
    uid: string;
    entry_id: string;
    sequence: Generated<number>;
    fingerprint: string;
    changed_at: Date;
    ends_at: Date;
  };
  calendar_feed: {
    uid: string;
    token_hash: string;
    reminder_min: number | null;
    created_at: Date;
    read_at: Date | null;
  };
  captcha_secret: {
    id: Generated<boolean>;
    secret: string;
    since: Generated<Date>;
    before: string | null;
  };
  /** When a user is travelling; only written by triggers on ride and seat_request. */
  commitment: {
    id: string;
    uid: string;
    ride_id: string;
    during: string;
    lane: string;
  };
  /** A single row. */
  community: {
    id: Generated<boolean>;
    email_domains: Generated<string[]>;
    invite_only: Generated<boolean>;
    maintenance: string | null;
    event_creators: Generated<ColumnTypes["community"]["event_creators"]>;
    group_creators: Generated<ColumnTypes["community"]["group_creators"]>;
  };
  community_event: {
    id: Generated<string>;
    creator_id: string;
    title: string;
    description: string | null;
    place: JsonColumn<ColumnTypes["community_event"]["place"]>;
    starts_at: Date;
    ends_at: Date;
    time_zone: string;
    website: string | null;
    status: Generated<ColumnTypes["community_event"]["status"]>;
    revision: Generated<number>;
    created_at: Date;
    changed_at: Date;
    /** Id of a trust mark or group: only its members see the event. */
    members_of: string | null;
    /** Anyone with the link can see it, if the community has public pages. */
    is_public: Generated<boolean>;
    /** Null unless it comes from a calendar of others. */
    calendar_id: string | null;
    /** Which occurrence of the calendar it is. */
    calendar_key: string | null;
    /** Hash of what the calendar said last; empty if it says nothing more. */
    calendar_digest: string | null;
  };
  /** A single row; no row without a logo. */
  community_logo: {
    id: Generated<boolean>;
    hash: string;
    width: number;
    height: number;
    png: Buffer;
    changed_at: Date;
  };
  /** A setting that administrators made; a missing one has its default. */
  community_setting: {
    name: string;
    value: JsonColumn<ColumnTypes["community_setting"]["value"]>;
    changed_at: Date;
  };
  consent: {
    uid: string;
    document: ColumnTypes["consent"]["document"];
    version: string;
    agreed_at: Date;
  };
  content_removal: {
    id: Generated<string>;
    kind: ColumnTypes["content_removal"]["kind"];
    /** Id of the ride or request, or of the user who owns the text or photo. */
    subject_id: string;
    owner_uid: string;
    reason: string;
    /** The text, or the name of the photo. */
    original: string | null;
    hidden_at: Date;
    /** Null if only a moderator can restore it. */
    hidden_until: Date | null;
    ended_at: Date | null;
    appeal: string | null;
    appealed_at: Date | null;
    decided_at: Date | null;
    note: string | null;
  };
  conversation: {
    id: Generated<string>;
    kind: ColumnTypes["conversation"]["kind"];
    ride_id: string | null;
    /** Members of a direct conversation, ordered by uid, and the one who opened it. */
    first_uid: string | null;
    second_uid: string | null;
    opened_by: string | null;
    /** Ordinal of the newest message; incrementing it locks the row. */
    last_ordinal: Generated<number>;
    last_at: Date;
  };
  conversation_member: {
    conversation_id: string;
    uid: string;
    delivered_ordinal: Generated<number>;
    read_ordinal: Generated<number>;
    /** Newest message covered by the last notification about unread messages. */
    notified_up_to: number | null;
    /** The newest message when the member left. */
    left_ordinal: number | null;
    muted: Generated<boolean>;
  };
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
  dev_email: {
    id: Generated<string>;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    sent_at: Date;
  };
  email_link: {
    token_hash: string;
    purpose: ColumnTypes["email_link"]["purpose"];
    uid: string;
    email: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  event: {
    xid: Generated<string>;
    id: Generated<number>;
    at: Date;
    /** A topic that is not a user; null for events that only users receive. */
    topic: ColumnTypes["event"]["topic"] | null;
    /** All users who receive the same event. */
    uids: string[] | null;
    /** The event; see `event-columns.ts`. */
    type: ColumnTypes["event"]["type"];
    ids: ColumnTypes["event"]["ids"];
    details: NullableJsonColumn<ColumnTypes["event"]["details"]>;
  };
  event_calendar: {
    id: Generated<string>;
    name: string;
    url: string;
    /** Of events whose place is not found. */
    default_place: NullableJsonColumn<ColumnTypes["event_calendar"]["default_place"]>;
    /** Creator of its events. */
    added_by: string;
    refreshed_at: Date | null;
    /** When it is due again. */
    refresh_at: Date;
    /** Of the last refresh; null if it succeeded. */
    failure: ColumnTypes["event_calendar"]["failure"] | null;
    /** Upcoming ones, at the last refresh. */
    events: Generated<number>;
    /** Too long, too many or without a time. */
    left_out: Generated<number>;
    /** Texts of places that were not found, with the number of events. */
    unplaced: GeneratedJsonColumn<ColumnTypes["event_calendar"]["unplaced"]>;
  };
  event_consumer: {
    name: string;
    xid: string;
    id: number;
    seen_at: Generated<Date>;
    release: Generated<number[]>;
    release_seen_at: Generated<Date>;
  };
  failed_event: {
    consumer: string;
    /** Offset of the event: its transaction and number. */
    seq: string;
    type: ColumnTypes["failed_event"]["type"];
    published_at: Date;
    error: string;
    failed_at: Date;
  };
  feed_receiver: {
    id: Generated<string>;
    name: string;
    format: ColumnTypes["feed_receiver"]["format"];
    key_hash: string;
    created_at: Date;
    fetches: Generated<number>;
    last_fetched_at: Date | null;
    /** The latest request that could not be answered. */
    last_failed_at: Date | null;
  };
  group_join_request: {
    group_id: string;
    uid: string;
    message: string | null;
    requested_at: Date;
  };
  group_member: {
    group_id: string;
    uid: string;
    role: ColumnTypes["group_member"]["role"];
    joined_at: Date;
  };
  hidden_mark: {
    uid: string;
    mark_id: string;
  };
  house_number: {
    region: string;
    street_id: number;
    number: string;
    lat: number;
    lng: number;
  };
  idempotency_key: {
    uid: string;
    /** Hashes of the key, and of the endpoint with its input. */
    key: string;
    call: string;
    status: number;
    /** Compressed; see `compressed-replies.ts`. */
    reply: Buffer;
    /** Short hashes of the ids in the reply, so that it can be found when one of them is erased. */
    id_hashes: number[];
    created_at: Date;
  };
  imported_member: {
    email_hash: string;
    /** Null once the data are taken over or deleted: then only the hash stays, so that the same file brings nothing back. */
    email: string | null;
    platform: string;
    /** Profile, vehicles and series as the contract has them. */
    content: NullableJsonColumn<ColumnTypes["imported_member"]["content"]>;
    imported_at: Date;
    expires_at: Date;
    invitation_requested_at: Date | null;
    invited_at: Date | null;
    /** Of the link in the invitation that deletes the data. */
    removal_token_hash: string | null;
  };
  invite: {
    id: Generated<string>;
    code_hash: string;
    label: string;
    uses_left: number;
    used: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  /** A browser that has signed in to this account before. */
  known_device: {
    token_hash: string;
    uid: string;
    used_at: Date;
  };
  /** A version of a legal text in one language; the newest is a draft until it is published. */
  legal_text: {
    page: ColumnTypes["legal_text"]["page"];
    language: ColumnTypes["legal_text"]["language"];
    version: number;
    body: string;
    /** How often the draft was saved. */
    revision: Generated<number>;
    saved_at: Date;
    saved_by: string | null;
    published_at: Date | null;
    published_by: string | null;
    agree_again: Generated<boolean>;
    withdrawn_at: Date | null;
  };
  /** Every version of the legal texts; with the body if it is the operator's own. */
  legal_version: {
    document: ColumnTypes["legal_version"]["document"];
    version: string;
    updated: string;
    body: string | null;
    first_shown_at: Date;
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
  /** What has left of each listed ride, so that receivers learn what changed and what ended. */
  listed_ride: {
    ride_id: string;
    /** Version of the ride row that `ride` was made of. */
    source_version: string;
    ride: JsonColumn<ColumnTypes["listed_ride"]["ride"]>;
    trips: JsonColumn<ColumnTypes["listed_ride"]["trips"]>;
    departs_at: Date;
    /** When what leaves last changed. */
    changed_at: Date;
    /** When it was closed, cancelled or hidden before its departure; null while it is listed. */
    withdrawn_at: Date | null;
  };
  /** Attempts per key: `free` ones without delay, then one at a time from `next_at`; deleted at `ends_at`. */
  login_attempt: {
    key: string;
    tries: number;
    free: number;
    next_at: Date;
    ends_at: Date;
  };
  mark_grant: {
    id: Generated<string>;
    uid: string;
    mark_id: string;
    source: ColumnTypes["mark_grant"]["source"];
    provider_id: string | null;
    granted_at: Date;
    renewed_at: Date;
    expires_at: Date;
    granted_by: string | null;
    reminded_at: Date | null;
    ended_at: Date | null;
  };
  meeting_point: {
    id: Generated<string>;
    /** Null: of the community. */
    owner_id: string | null;
    /** Null: for all rides of the owner. */
    ride_id: string | null;
    name: string;
    kind: ColumnTypes["meeting_point"]["kind"];
    lat: number;
    lng: number;
    note: string | null;
    capacity: number | null;
    created_at: Date;
    /** Null unless it was imported. */
    source_id: string | null;
    /** Its id in the source. */
    source_key: string | null;
  };
  meeting_point_source: {
    id: string;
    name: string;
    format: ColumnTypes["meeting_point_source"]["format"];
    attribution: string;
    licence: string;
    url: string | null;
    /** Null for places anywhere. */
    within_km: number | null;
    imported_at: Date;
    points: number;
    /** Rows of the file that were not imported. */
    skipped: number;
  };
  member_group: {
    id: Generated<string>;
    name: string;
    description: string | null;
    joining: ColumnTypes["member_group"]["joining"];
    /** Without a mark: the community has removed it, and no member meets it. */
    needs_mark: boolean;
    required_mark_id: string | null;
    is_listed: boolean;
    shows_size: boolean;
    member_list: ColumnTypes["member_group"]["member_list"];
    invitation_hash: string | null;
    invitation_created_at: Date | null;
    created_at: Date;
  };
  message: {
    id: Generated<string>;
    conversation_id: string;
    ordinal: number;
    sender_id: string | null;
    client_id: string;
    kind: ColumnTypes["message"]["kind"];
    text: string;
    /** The text for readers without a confirmed seat with the sender, if contact details are masked. */
    masked_text: string | null;
    hidden: Generated<ColumnTypes["message"]["hidden"]>;
    place: NullableJsonColumn<ColumnTypes["message"]["place"]>;
    note: ColumnTypes["message"]["note"] | null;
    sent_at: Date;
  };
  /** Administrators are moderators, too. */
  moderator: {
    uid: string;
    since: Date;
    role: Generated<ColumnTypes["moderator"]["role"]>;
  };
  moderator_action: {
    id: Generated<string>;
    kind: ColumnTypes["moderator_action"]["kind"];
    /** Id of the user, removal, report or rating. */
    subject_id: string;
    /** The user concerned. */
    person_uid: string | null;
    /** The report that it answers. */
    report_id: string | null;
    moderator_uid: string | null;
    reason: string;
    /** Warn everyone of the fraud; restore the content; hide the rating. Null for the other kinds. */
    choice: boolean | null;
    taken_at: Date;
    /** Until then the action can be undone. */
    final_at: Date;
    state: ColumnTypes["moderator_action"]["state"];
    undone_by: string | null;
    undone_at: Date | null;
  };
  neighbour: {
    id: Generated<string>;
    kind: ColumnTypes["neighbour"]["kind"];
    /** Its origin, or the base address of its standard-covoiturage. */
    url: string;
    /** The only host that its rides may open at. */
    website_url: string;
    name: string;
    /** A PNG in base64. */
    logo: string | null;
    /** Ed25519, base64url; pinned when it became a neighbour. Null for a server with an API key. */
    public_key: string | null;
    sealed_api_key: string | null;
    /** Where it has rides; none if it does not say. */
    areas: JsonColumn<ColumnTypes["neighbour"]["areas"]>;
    approved_here: boolean;
    approved_there: boolean;
    created_at: Date;
    searches_sent: Generated<number>;
    searches_received: Generated<number>;
    last_answered_at: Date | null;
    last_failed_at: Date | null;
    last_failure: ColumnTypes["neighbour"]["last_failure"] | null;
    last_received_at: Date | null;
  };
  /** The key that signs requests to neighbours; made at its first use. */
  neighbour_key: {
    id: Generated<number>;
    /** Ed25519, PKCS #8 in base64. */
    private_key: string;
    created_at: Date;
  };
  /** Signatures that were used, until they expire. */
  neighbour_nonce: {
    neighbour_url: string;
    nonce: string;
    expires_at: Date;
  };
  notification: {
    id: Generated<string>;
    uid: string;
    kind: ColumnTypes["notification"]["kind"];
    /** Deduplication key: each cause is notified once. */
    cause: string;
    person_id: string | null;
    path: string;
    details: JsonColumn<ColumnTypes["notification"]["details"]>;
    /** From then on the notification is useless. */
    expires_at: Date | null;
    created_at: Date;
    read_at: Date | null;
  };
  notification_delivery: {
    notification_id: string;
    channel: ColumnTypes["notification_delivery"]["channel"];
    uid: string;
    state: ColumnTypes["notification_delivery"]["state"];
    reason: string | null;
    /** When the delivery is due; null once it was sent or dropped. */
    due_at: Date | null;
    /** The push or e-mail that delivered it, possibly with others. */
    batch_id: string | null;
    changed_at: Date;
  };
  notification_key: {
    id: Generated<boolean>;
    push_public_key: string;
    push_private_key: string;
    link_secret: string;
  };
  notification_preference: {
    uid: string;
    /** Only channels that differ from the default (on). */
    channels: GeneratedJsonColumn<ColumnTypes["notification_preference"]["channels"]>;
    /** Local times, HH:MM. */
    quiet_from: string | null;
    quiet_until: string | null;
    time_zone: string | null;
  };
  offer: {
    id: Generated<string>;
    request_id: string;
    driver_id: string;
    ride_id: string | null;
    seat_request_id: string | null;
    departs_at: Date;
    pickup_at: Date;
    dropoff_at: Date;
    detour_m: number;
    detour_s: number;
    seats: number;
    contribution_minor: number | null;
    currency: string | null;
    vehicle: NullableJsonColumn<ColumnTypes["offer"]["vehicle"]>;
    message: string | null;
    status: ColumnTypes["offer"]["status"];
    reason: string | null;
    ended_by: ColumnTypes["offer"]["ended_by"] | null;
    expires_at: Date;
    created_at: Date;
    ended_at: Date | null;
  };
  one_time_code: {
    email: string;
    purpose: ColumnTypes["one_time_code"]["purpose"];
    /** The browser that requested it, identified by the secret in its cookie. */
    flow_hash: Generated<string>;
    code_hash: string;
    sent_at: Date;
    tries: Generated<number>;
    verified_at: Date | null;
    /** The browser that verified it. */
    proof_hash: string | null;
    /** The e-mail that carries it, and when a mail server accepted that. */
    email_id: string | null;
    delivered_at: Date | null;
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
    last_used_at: Date | null;
  };
  passkey_challenge: {
    challenge_hash: string;
    purpose: ColumnTypes["passkey_challenge"]["purpose"];
    uid: string | null;
    /** The browser that must answer, identified by the secret in its cookie. */
    browser_hash: string;
    expires_at: Date;
  };
  pending_sign_in: {
    state_hash: string;
    browser_hash: string;
    provider_id: string;
    nonce: string;
    code_verifier: string;
    return_to: string | null;
    link_uid: string | null;
    expires_at: Date;
  };
  phone_code: {
    uid: string;
    phone_hash: string;
    code_hash: string;
    sent_at: Date;
    tries: number;
  };
  phone_verification_key: {
    id: Generated<boolean>;
    secret: string;
  };
  photo: {
    uid: string;
    id: string;
    small: Buffer;
    large: Buffer;
    created_at: Date;
  };
  place: {
    /** The region it was built from; empty for the shipped places of the world. */
    region: string;
    id: number;
    kind: ColumnTypes["place"]["kind"];
    name: string;
    town: string;
    state: string;
    country: string;
    importance: number;
    lat: number;
    lng: number;
    district: Generated<string>;
    postcode: Generated<string>;
    /** Names by language, see `formatLocalNames`. */
    local_names: Generated<string>;
  };
  place_area: {
    area: string;
    key: string;
    importance: number;
    region: string;
    place_id: number;
  };
  place_build: {
    part: string;
    rows_region: string;
    version: string;
  };
  place_import: {
    region: string;
    version: string;
  };
  place_name: {
    class: string;
    key: string;
    importance: number;
    region: string;
    place_id: number;
    name: string | null;
  };
  popular_route: {
    rank: number;
    origin: JsonColumn<ColumnTypes["popular_route"]["origin"]>;
    destination: JsonColumn<ColumnTypes["popular_route"]["destination"]>;
    people: number;
  };
  /** Challenges requested by a network, decaying over time. */
  pow_rate: {
    network_hash: string;
    requested: number;
    at: Date;
  };
  profile: {
    uid: string;
    display_name: string | null;
    first_name: string | null;
    last_name: string | null;
    phone: string | null;
    phone_verified: Generated<boolean>;
    phone_shared: Generated<boolean>;
    gender: ColumnTypes["profile"]["gender"] | null;
    /** Read as text, YYYY-MM-DD. */
    birth_date: string | null;
    adult_declared: Generated<boolean>;
    bio: string | null;
    languages: Generated<string[]>;
    needs: Generated<ColumnTypes["profile"]["needs"]>;
    preferences: GeneratedJsonColumn<ColumnTypes["profile"]["preferences"]>;
    locale: string | null;
    time_zone: string | null;
    photo_id: string | null;
    rating_count: Generated<number>;
    rating_sum: Generated<number>;
    /** Only written by its module. */
    reliability: NullableJsonColumn<ColumnTypes["profile"]["reliability"]>;
    /** When the steps after the first sign-in were shown. */
    welcomed_at: Date | null;
    home_place: NullableJsonColumn<ColumnTypes["profile"]["home_place"]>;
    work_place: NullableJsonColumn<ColumnTypes["profile"]["work_place"]>;
    /** Null if it was not changed since this is recorded. */
    phone_changed_at: Date | null;
    /** As others see it: the same, as it was when the day began. */
    shown_reliability: NullableJsonColumn<ColumnTypes["profile"]["shown_reliability"]>;
  };
  provider_session: {
    session_id: string;
    identity_id: string;
    provider_sid: string | null;
    sign_out_url: string | null;
    refresh_token: string | null;
    checked_at: Date;
    /** Set while the provider is asked. */
    check_began_at: Date | null;
  };
  push_subscription: {
    id: Generated<string>;
    uid: string;
    session_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    /** Browser and system, such as "Chrome on Linux". */
    device: string | null;
    created_at: Date;
    refreshed_at: Date;
    pushed_at: Date | null;
    failure: string | null;
    /** How often its push service refused messages for good, since it last accepted one. */
    refusals: Generated<number>;
    refused_at: Date | null;
    /** Status and reason, such as "403 BadJwtToken". */
    refusal: string | null;
  };
  rate_count: {
    key: string;
    taken: number;
    granted: number;
    ends_at: Date;
  };
  rating: {
    id: Generated<string>;
    ride_id: string;
    rater_uid: string;
    rated_uid: string;
    stars: number;
    comment: string | null;
    /** False for a booking that does not count (docs/domain.md, Ratings). */
    counts: Generated<boolean>;
    created_at: Date;
    /** When it becomes public automatically. */
    publishes_at: Date;
    published_at: Date | null;
    reply: string | null;
    replied_at: Date | null;
    /** When moderators hid it. */
    hidden_at: Date | null;
  };
  rating_appeal: {
    rating_id: string;
    reason: string;
    created_at: Date;
    decided_at: Date | null;
    note: string | null;
  };
  recovery_code: {
    uid: string;
    code_hash: string;
    used_at: Date | null;
  };
  reliability_event: {
    id: Generated<number>;
    uid: string;
    ride_id: string;
    seat_request_id: string;
    kind: ColumnTypes["reliability_event"]["kind"];
    /** Time between cancellation and pickup, or until an answer. */
    seconds: number | null;
    at: Date;
  };
  reminder: {
    kind: ColumnTypes["reminder"]["kind"];
    subject_id: string;
    for_at: Date;
  };
  report: {
    id: Generated<string>;
    /** Null if the account was deleted; likewise for the owner of the reported content. */
    reporter_id: string | null;
    subject_kind: ColumnTypes["report"]["subject_kind"];
    subject_id: string;
    subject_uid: string | null;
    reason: string;
    text: string | null;
    /** The reported content at the time of the report. */
    snapshot: JsonColumn<ColumnTypes["report"]["snapshot"]>;
    state: Generated<ColumnTypes["report"]["state"]>;
    outcome: string | null;
    created_at: Date;
    closed_at: Date | null;
    /** The ride or conversation that the report was started from, as it was. */
    context: NullableJsonColumn<ColumnTypes["report"]["context"]>;
    /** When a moderator first acted on it. */
    first_action_at: Date | null;
  };
  request_alert: {
    host_id: string;
    request_id: string;
    ride_id: string;
    at: Date;
  };
  /** What was taken away and is not in the journal beside the backups yet; written by triggers. */
  revocation: {
    id: Generated<number>;
    at: Generated<Date>;
    kind: string;
    subject: string;
  };
  ride: {
    id: Generated<string>;
    host_id: string;
    status: Generated<ColumnTypes["ride"]["status"]>;
    created_at: Date;
    points: JsonColumn<ColumnTypes["ride"]["points"]>;
    origin_lat: number;
    origin_lng: number;
    polyline: string;
    leg_distance_m: number[];
    leg_duration_s: number[];
    /** Number of polyline points per leg, neighbours sharing one; null without road data. */
    leg_points: number[] | null;
    /** The route shown to strangers; null if they see the exact one. `origin_lat` and `origin_lng` are as shown. */
    public_route: NullableJsonColumn<ColumnTypes["ride"]["public_route"]>;
    /** Null if all passengers use the ride's own points. `arrives_at` includes detours, as all passengers may know them. */
    driven_route: NullableJsonColumn<ColumnTypes["ride"]["driven_route"]>;
    /** Version of the driven route; increases with each write. */
    driven_route_version: Generated<number>;
    departs_at: Date;
    arrives_at: Date;
    time_zone: string;
    seats_total: number;
    seats_left: number[];
    contribution_minor: number | null;
    currency: string | null;
    /** Running cost of the route, in the currency of its contributions; null on older rides. */
    running_cost_minor: number | null;
    /** Sum of the contributions of accepted passengers. */
    promised_minor: Generated<number>;
    vehicle: NullableJsonColumn<ColumnTypes["ride"]["vehicle"]>;
    approval: ColumnTypes["ride"]["approval"];
    max_detour_m: number;
    max_detour_s: number;
    luggage: number;
    preferences: JsonColumn<ColumnTypes["ride"]["preferences"]>;
    audience: ColumnTypes["ride"]["audience"];
    host_gender: string | null;
    max_two_in_back: boolean;
    note: string | null;
    /** The series of this ride, and its day in the series, YYYY-MM-DD. */
    series_id: string | null;
    series_day: string | null;
    /** Changed individually, so changes of the series do not affect it. */
    detached: Generated<boolean>;
    return_of: string | null;
    return_id: string | null;
    /** True if a part of the way is outside of the road data, so that distances and times contain estimates. */
    partly_estimated: Generated<boolean>;
    /** True if anybody with the link may see the ride's public page. */
    is_public: Generated<boolean>;
    /** Id of a trust mark or group: only its members find the ride. Stays after that is removed; then no one is one. */
    members_of: string | null;
    roads_missing: Generated<boolean>;
    /** True if the host agreed that journey planners and neighbouring communities show it; only of public rides. */
    is_listed: Generated<boolean>;
    /** True if the host agreed that visitors see their rating; only of public rides. */
    shows_rating: Generated<boolean>;
  };
  ride_alert: {
    owner_id: string;
    ride_id: string;
    /** All matching saved searches of the owner. */
    saved_search_ids: string[];
    request_id: string | null;
    /** False if the owner had already found the ride. */
    notified: boolean;
    at: Date;
  };
  ride_request: {
    id: Generated<string>;
    seeker_id: string;
    /** The active driver who received the request. */
    driver_uid: string | null;
    origin: JsonColumn<ColumnTypes["ride_request"]["origin"]>;
    destination: JsonColumn<ColumnTypes["ride_request"]["destination"]>;
    /** Approximate places for strangers. */
    approximate_origin: JsonColumn<ColumnTypes["ride_request"]["approximate_origin"]>;
    approximate_destination: JsonColumn<ColumnTypes["ride_request"]["approximate_destination"]>;
    approximate_lat: number;
    approximate_lng: number;
    departs_after: Date;
    departs_before: Date;
    time_zone: string;
    seats: number;
    luggage: Generated<number>;
    needs: Generated<ColumnTypes["ride_request"]["needs"]>;
    max_contribution_minor: number | null;
    currency: string | null;
    preferences: JsonColumn<ColumnTypes["ride_request"]["preferences"]>;
    audience: ColumnTypes["ride_request"]["audience"];
    seeker_gender: string | null;
    note: string | null;
    status: Generated<ColumnTypes["ride_request"]["status"]>;
    /** The ride of the accepted offer. */
    ride_id: string | null;
    created_at: Date;
    ended_at: Date | null;
    /** Id of a trust mark or group: only its members find the request. */
    members_of: string | null;
  };
  ride_series: {
    id: Generated<string>;
    host_id: string;
    terms: JsonColumn<ColumnTypes["ride_series"]["terms"]>;
    local_time: string;
    time_zone: string;
    /** 1 is Monday. */
    weekdays: number[];
    first_day: string;
    last_day: string | null;
    exceptions: Generated<string[]>;
    /** Days on which the host is travelling on another ride. */
    missed: Generated<string[]>;
    return_of: string | null;
    created_until: string | null;
    /** First day without a ride because a rule refused it, and the message for the host. */
    stopped_from: string | null;
    stop_reason: string | null;
    status: Generated<ColumnTypes["ride_series"]["status"]>;
    created_at: Date;
    ended_at: Date | null;
  };
  /** A link to follow one user on one ride. */
  ride_share: {
    id: Generated<string>;
    ride_id: string;
    uid: string;
    token_hash: string;
    created_at: Date;
    opened_at: Date | null;
  };
  ride_template: {
    id: Generated<string>;
    host_id: string;
    name: string;
    terms: JsonColumn<ColumnTypes["ride_template"]["terms"]>;
    created_at: Date;
  };
  saved_search: {
    id: Generated<string>;
    owner_id: string;
    criteria_key: string;
    name: string | null;
    origin: JsonColumn<ColumnTypes["saved_search"]["origin"]>;
    destination: JsonColumn<ColumnTypes["saved_search"]["destination"]>;
    origin_lat: number;
    origin_lng: number;
    destination_lat: number;
    destination_lng: number;
    /** Both null for any day. */
    departs_after: Date | null;
    departs_before: Date | null;
    preferred_at: Date | null;
    time_zone: string;
    seats: number;
    walk_m: number;
    filters: JsonColumn<ColumnTypes["saved_search"]["filters"]>;
    paused_at: Date | null;
    removed_at: Date | null;
    created_at: Date;
    includes_neighbours: Generated<boolean>;
    /** When neighbours were asked last for this search. */
    neighbours_asked_at: Date | null;
    /** Hashes of the rides that neighbours answered, the latest ones; null before the first answer. */
    known_neighbour_rides: string[] | null;
  };
  seat_request: {
    id: Generated<string>;
    ride_id: string;
    seeker_id: string;
    seats: number;
    pickup: JsonColumn<ColumnTypes["seat_request"]["pickup"]>;
    dropoff: JsonColumn<ColumnTypes["seat_request"]["dropoff"]>;
    approximate_stops: NullableJsonColumn<ColumnTypes["seat_request"]["approximate_stops"]>;
    pickup_at: Date;
    dropoff_at: Date;
    first_leg: number;
    last_leg: number;
    detour_m: number;
    detour_s: number;
    message: string | null;
    needs: Generated<ColumnTypes["seat_request"]["needs"]>;
    contribution_minor: number | null;
    currency: string | null;
    status: ColumnTypes["seat_request"]["status"];
    reason: string | null;
    ended_by: ColumnTypes["seat_request"]["ended_by"] | null;
    /** The seat came from the standby queue and is reserved until the seeker confirms. */
    reserved: Generated<boolean>;
    /** The ride as confirmed, if it has changed since. */
    agreed: NullableJsonColumn<ColumnTypes["seat_request"]["agreed"]>;
    /** Deadline for a passenger to confirm a changed ride; kept if the request ended first. */
    confirm_by: Date | null;
    confirm_requested_at: Date | null;
    expires_at: Date;
    created_at: Date;
    /** When the other side decided, and when a decided request ended. */
    decided_at: Date | null;
    ended_at: Date | null;
    /** When the host changed the ride beyond what was agreed; null if not, or once the passenger has confirmed. */
    host_moved_at: Date | null;
  };
  /** One row; see `server-keys.ts`. */
  server_secret: {
    id: Generated<boolean>;
    secret: string;
  };
  session: {
    id: Generated<string>;
    uid: string;
    /** Browser and system, such as "Chrome on Linux". */
    device: string | null;
    /** Key from which the next refresh token is derived; useless without the previous token. */
    rotation_key: string;
    token_hash: string;
    previous_hash: string | null;
    rotated_at: Date;
    created_at: Date;
    ended_at: Date | null;
    expires_at: Date;
    /** When it last showed a second factor, and when its user last confirmed that it is them. */
    second_factor_at: Date | null;
    confirmed_at: Date | null;
  };
  /** Hash of the key of the first set-up, while there is no administrator. */
  setup_key: {
    id: Generated<boolean>;
    key_hash: string;
    created_at: Date;
  };
  /** Two accounts, `uid` before `other_uid`, that signed in with the same browser. */
  shared_device: {
    uid: string;
    other_uid: string;
    last_seen_at: Date;
  };
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
  signing_key: {
    kid: string;
    public_jwk: JsonColumn<ColumnTypes["signing_key"]["public_jwk"]>;
    private_jwk: JsonColumn<ColumnTypes["signing_key"]["private_jwk"]>;
    created_at: Date;
    retired_at: Date | null;
  };
  standby: {
    id: Generated<string>;
    position: Generated<number>;
    ride_id: string;
    seeker_id: string;
    seats: number;
    /** Null for the ride's own stop. */
    pickup: NullableJsonColumn<ColumnTypes["standby"]["pickup"]>;
    dropoff: NullableJsonColumn<ColumnTypes["standby"]["dropoff"]>;
    needs: Generated<ColumnTypes["standby"]["needs"]>;
    after_cancellation: boolean;
    status: Generated<ColumnTypes["standby"]["status"]>;
    seat_request_id: string | null;
    created_at: Date;
    ended_at: Date | null;
  };
  /** Strangers contacted by a new account, kept for a day. */
  stranger_contact: {
    uid: string;
    contact_hash: string;
    at: Date;
  };
  /** Result of the latest test e-mail: null if the mail server accepted it. */
  test_email: {
    id: Generated<boolean>;
    sent_at: Date;
    mail_server: string;
    failure: string | null;
  };
  text_message: {
    id: Generated<string>;
    account_hash: string;
    phone_hash: string | null;
    at: Date;
  };
  trip_outcome: {
    seat_request_id: string;
    /** Four digits that the passenger shows to the host. */
    pin: string;
    pin_tries: Generated<number>;
    picked_up_at: Date | null;
    /** When the passenger marked the contribution as paid, and the host as received. */
    paid_at: Date | null;
    received_at: Date | null;
    /** Reporter and reason of a no-show. */
    reported_by: ColumnTypes["trip_outcome"]["reported_by"] | null;
    reported_fault: ColumnTypes["trip_outcome"]["reported_fault"] | null;
    report_note: string | null;
    reported_at: Date | null;
    answer_until: Date | null;
    answer_fault: ColumnTypes["trip_outcome"]["answer_fault"] | null;
    answer_note: string | null;
    answered_at: Date | null;
    outcome: ColumnTypes["trip_outcome"]["outcome"] | null;
    settled_at: Date | null;
  };
  /** Progress of one user on one ride, if there is any. */
  trip_progress: {
    ride_id: string;
    uid: string;
    arrived_at: Date | null;
    arrival_asked_at: Date | null;
    notified_at: Date | null;
    lat: number | null;
    lng: number | null;
    position_at: Date | null;
    /** When this passenger was notified that the driver is at the pickup. */
    driver_here_at: Date | null;
  };
  trust_mark: {
    id: Generated<string>;
    name: string;
    meaning: string;
    email_domains: string[];
    claim_rules: JsonColumn<ColumnTypes["trust_mark"]["claim_rules"]>;
    by_team: boolean;
    lifetime_days: number;
    changed_at: Date;
  };
  trusted_contact: {
    id: Generated<string>;
    owner_id: string;
    name: string;
    /** Null once the contact declined; the hash remembers that. */
    email: string | null;
    email_hash: string;
    status: Generated<ColumnTypes["trusted_contact"]["status"]>;
    removed_at: Date | null;
    created_at: Date;
  };
  unconfirmed_identity: {
    browser_hash: string;
    step: ColumnTypes["unconfirmed_identity"]["step"];
    uid: string | null;
    provider_id: string;
    identity: JsonColumn<ColumnTypes["unconfirmed_identity"]["identity"]>;
    return_to: string | null;
    expires_at: Date;
  };
  used_pow: {
    nonce: string;
    expires_at: Date;
  };
  vehicle: {
    id: Generated<string>;
    uid: string;
    make: string;
    model: string;
    colour: string;
    plate: string;
    seats: number;
    comfort: Generated<ColumnTypes["vehicle"]["comfort"]>;
  };
  webhook: {
    id: Generated<string>;
    name: string;
    url: string;
    types: ColumnTypes["webhook"]["types"];
    created_at: Date;
    last_delivered_at: Date | null;
    failing_since: Date | null;
    disabled_at: Date | null;
  };
  webhook_delivery: {
    id: Generated<string>;
    webhook_id: string;
    type: ColumnTypes["webhook_delivery"]["type"];
    /** Id of the ride, request or event. What leaves of it is read when it is sent. */
    about_id: string;
    created_at: Date;
    status: Generated<ColumnTypes["webhook_delivery"]["status"]>;
    attempts: Generated<number>;
    /** HTTP status of the latest attempt; null if there was no reply. */
    last_status: number | null;
  };
  /** A hash of what webhooks sent last, so that each change is sent once. */
  webhook_subject: {
    kind: ColumnTypes["webhook_subject"]["kind"];
    about_id: string;
    digest: string;
    /** When a ride departs, a request closes or an event is over. */
    ends_at: Date;
  };
}
