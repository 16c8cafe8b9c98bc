import type { DomainEvent, Topic } from "@commonlane/contract/live";
import type { PlaceKind } from "@commonlane/contract/places";
import type { Place } from "@commonlane/contract/shapes";
import type { Generated } from "kysely";
import type { AccountTables, BlockTables, PhoneTables } from "./account-tables.ts";
import type { ChatTables } from "./chat-tables.ts";
import type { CommunityTables } from "./community-tables.ts";
import type { DriverTables } from "./driver-tables.ts";
import type { CalendarTables, EventTables, GroupTables } from "./event-tables.ts";
import type { FeedTables } from "./feed-tables.ts";
import type { JsonColumn, NullableJsonColumn } from "./json-column.ts";
import type { ModerationTables } from "./moderation-tables.ts";
import type { TripSafetyTables } from "./trip-safety-tables.ts";
import type { PersonalDataTables } from "./personal-data-tables.ts";
import type { NeighbourTables } from "./neighbour-tables.ts";
import type { NotificationTables } from "./notification-tables.ts";
import type { RatingTables, ReliabilityTables } from "./rating-tables.ts";
import type { SeriesTables } from "./series-tables.ts";
import type { RideTables } from "./ride-tables.ts";
import type { SignInTables } from "./sign-in-tables.ts";
import type { TrustMarkTables } from "./trust-mark-tables.ts";

/** The tables after all migrations. Instants are Date; money is in whole cents. */
export interface Schema
  extends
    AccountTables,
    SignInTables,
    TrustMarkTables,
    PhoneTables,
    GroupTables,
    NotificationTables,
    CalendarTables,
    EventTables,
    FeedTables,
    NeighbourTables,
    ChatTables,
    SeriesTables,
    BlockTables,
    DriverTables,
    RatingTables,
    ModerationTables,
    TripSafetyTables,
    CommunityTables,
    ReliabilityTables,
    PersonalDataTables,
    RideTables {
  event: {
    xid: Generated<string>;
    id: Generated<number>;
    /** A topic that is not a user; null for events that only users receive. */
    topic: Topic | null;
    /** All users who receive the same event. */
    uids: string[] | null;
    /** The event; see `event-columns.ts`. */
    type: DomainEvent["type"];
    ids: (string | null)[];
    details: NullableJsonColumn<object>;
    at: Date;
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
  /** What was taken away and is not in the journal beside the backups yet; written by triggers. */
  revocation: { id: Generated<number>; at: Generated<Date>; kind: string; subject: string };
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
    type: DomainEvent["type"];
    published_at: Date;
    error: string;
    failed_at: Date;
  };
  idempotency_key: {
    uid: string;
    /** Hashes of the key, and of the endpoint with its input. */
    key: string;
    call: string;
    created_at: Date;
    status: number;
    /** Compressed; see `compressed-replies.ts`. */
    reply: Buffer;
    /** Short hashes of the ids in the reply, so that it can be found when one of them is erased. */
    id_hashes: number[];
  };
  rate_count: { key: string; taken: number; granted: number; ends_at: Date };
  dev_email: {
    id: Generated<string>;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    sent_at: Date;
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
  request_alert: { host_id: string; request_id: string; ride_id: string; at: Date };
  popular_route: {
    rank: number;
    origin: JsonColumn<Place>;
    destination: JsonColumn<Place>;
    people: number;
  };
  place: {
    /** The region it was built from; empty for the shipped places of the world. */
    region: string;
    id: number;
    kind: PlaceKind;
    name: string;
    town: string;
    district: Generated<string>;
    postcode: Generated<string>;
    state: string;
    country: string;
    importance: number;
    lat: number;
    lng: number;
    /** Names by language, see `formatLocalNames`. */
    local_names: Generated<string>;
  };
}
