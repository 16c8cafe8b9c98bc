import type { AccountEvent } from "@commonlane/contract/account-settings";
import type { ApiScope } from "@commonlane/contract/endpoint";
import type { Message } from "@commonlane/contract/chat";
import type { ConsentPageName, LegalPageName } from "@commonlane/contract/community";
import type { ContactKind } from "@commonlane/contract/contact-details/contact-details";
import type { ContentKind } from "@commonlane/contract/content-removals";
import type { FeedFormat } from "@commonlane/contract/feed-receivers";
import type { GroupChange } from "@commonlane/contract/groups";
import type { Language } from "@commonlane/contract/languages";
import type { DomainEvent, Topic } from "@commonlane/contract/live";
import type { ClaimRule } from "@commonlane/contract/mark-administration";
import type { ModeratorActionKind } from "@commonlane/contract/moderator-actions";
import type { NeighbourKind } from "@commonlane/contract/neighbours";
import type {
  NotificationChannel,
  NotificationDelivery,
  NotificationGroup,
  NotificationKind,
} from "@commonlane/contract/notifications";
import type { EventCalendarFailure, UnplacedEvents } from "@commonlane/contract/event-calendars";
import type { MeetingPointSource } from "@commonlane/contract/meeting-point-sources";
import type { PlaceKind } from "@commonlane/contract/places";
import type {
  AccessNeed,
  Comfort,
  Gender,
  Preferences,
  SavedPlace,
} from "@commonlane/contract/profiles";
import type { Reliability } from "@commonlane/contract/reliability";
import type { RideRequestStatus } from "@commonlane/contract/ride-requests";
import type { RideStatus } from "@commonlane/contract/rides";
import type { SavedSearchFilters } from "@commonlane/contract/saved-searches";
import type { AgreedRide, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type { PickupKind, PickupPlace, Place, RidePlace } from "@commonlane/contract/shapes";
import type { StandbyStatus } from "@commonlane/contract/standby";
import type { NoShowFault } from "@commonlane/contract/trip-outcomes";
import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import type { WebhookType } from "@commonlane/contract/webhooks";
import type {
  ApproximateStops,
  DrivenWay,
  ImportedContent,
  PublicRouteColumns,
  ReliabilityKind,
  RideVehicle,
  StoredTerms,
} from "./ride-columns.ts";
import type { ListedRide, PublishedTrip } from "./feed-columns.ts";
import type { NoticeDetails } from "./notification-columns.ts";
import type { CodePurpose, LinkPurpose, MarkSource, ProvidedIdentity } from "./sign-in-columns.ts";

/** Types of documents and codes, by table and column: PostgreSQL knows them as `jsonb` and `text` only. */
export interface ColumnTypes {
  account: {
    deletion_reason: "requested" | "dormant";
  };
  account_event: {
    kind: AccountEvent["kind"];
  };
  active_driver: {
    audience: "everyone" | "sameGender";
    heading_to: Place;
    approximate_heading_to: Place;
  };
  api_key: {
    scopes: ApiScope[];
  };
  audit_log_entry: {
    details: Record<string, unknown>;
  };
  community: {
    event_creators: "members" | "moderators";
    group_creators: "members" | "moderators";
  };
  community_event: {
    place: Place;
    status: "scheduled" | "cancelled";
  };
  community_setting: {
    value: unknown;
  };
  consent: {
    document: ConsentPageName;
  };
  content_removal: {
    kind: ContentKind;
  };
  conversation: {
    kind: "direct" | "ride";
  };
  email_link: {
    purpose: LinkPurpose;
  };
  event: {
    topic: Topic;
    type: DomainEvent["type"];
    ids: (string | null)[];
    details: object;
  };
  failed_event: {
    type: DomainEvent["type"];
  };
  event_calendar: {
    default_place: Place;
    failure: EventCalendarFailure;
    unplaced: UnplacedEvents[];
  };
  imported_member: {
    content: ImportedContent;
  };
  feed_receiver: {
    format: FeedFormat;
  };
  group_member: {
    role: "manager" | "member";
  };
  legal_text: {
    page: LegalPageName;
    language: Language;
  };
  legal_version: {
    document: ConsentPageName;
  };
  listed_ride: {
    ride: ListedRide;
    trips: PublishedTrip[];
  };
  mark_grant: {
    source: MarkSource;
  };
  meeting_point: {
    kind: PickupKind;
  };
  meeting_point_source: {
    format: MeetingPointSource["format"];
  };
  member_group: {
    joining: GroupChange["joining"];
    member_list: GroupChange["memberList"];
  };
  message: {
    kind: Message["kind"];
    hidden: ContactKind[];
    place: Place;
    note: Message["note"];
  };
  moderator: {
    role: "moderator" | "administrator";
  };
  moderator_action: {
    kind: ModeratorActionKind;
    state: "pending" | "final" | "undone";
  };
  neighbour: {
    kind: NeighbourKind;
    areas: Area[];
    last_failure: NeighbourFailure;
  };
  notification: {
    kind: NotificationKind;
    details: NoticeDetails;
  };
  notification_delivery: {
    channel: NotificationChannel;
    state: NotificationDelivery["state"];
  };
  notification_preference: {
    channels: Partial<Record<NotificationGroup, Partial<Record<NotificationChannel, boolean>>>>;
  };
  offer: {
    vehicle: RideVehicle;
    status: "pending" | "accepted" | "declined" | "withdrawn" | "expired";
    ended_by: "seeker" | "driver" | "system";
  };
  one_time_code: {
    purpose: CodePurpose;
  };
  passkey_challenge: {
    purpose: "registration" | "sign-in" | "confirmation";
  };
  place: {
    kind: PlaceKind;
  };
  popular_route: {
    origin: Place;
    destination: Place;
  };
  profile: {
    reliability: Reliability;
    shown_reliability: Reliability;
    gender: Gender;
    needs: AccessNeed[];
    preferences: Preferences;
    home_place: SavedPlace;
    work_place: SavedPlace;
  };
  reliability_event: {
    kind: ReliabilityKind;
  };
  reminder: {
    kind: NotificationKind;
  };
  report: {
    subject_kind:
      "person" | "ride" | "ride-request" | "seat-request" | "offer" | "message" | "event";
    snapshot: Record<string, unknown>;
    state: "open" | "closed";
    context: Record<string, unknown>;
  };
  ride: {
    points: RidePlace[];
    public_route: PublicRouteColumns;
    driven_route: DrivenWay;
    vehicle: RideVehicle;
    approval: "manual" | "instant";
    preferences: Preferences;
    audience: "everyone" | "sameGender";
    status: RideStatus;
  };
  ride_request: {
    origin: Place;
    destination: Place;
    approximate_origin: Place;
    approximate_destination: Place;
    preferences: Preferences;
    needs: AccessNeed[];
    audience: "everyone" | "sameGender";
    status: RideRequestStatus;
  };
  ride_series: {
    terms: StoredTerms;
    status: "active" | "ended";
  };
  ride_template: {
    terms: StoredTerms;
  };
  saved_search: {
    origin: Place;
    destination: Place;
    filters: SavedSearchFilters;
  };
  seat_request: {
    pickup: PickupPlace;
    dropoff: PickupPlace;
    approximate_stops: ApproximateStops;
    needs: AccessNeed[];
    status: SeatRequestStatus;
    ended_by: "seeker" | "host" | "system";
    agreed: AgreedRide;
  };
  signing_key: {
    public_jwk: Record<string, unknown>;
    private_jwk: Record<string, unknown>;
  };
  standby: {
    pickup: PickupPlace;
    dropoff: PickupPlace;
    needs: AccessNeed[];
    status: StandbyStatus;
  };
  trip_outcome: {
    reported_by: "seeker" | "host";
    reported_fault: NoShowFault;
    answer_fault: NoShowFault;
    outcome: NoShowFault;
  };
  trust_mark: {
    claim_rules: ClaimRule[];
  };
  trusted_contact: {
    status: TrustedContactStatus;
  };
  unconfirmed_identity: {
    step: "code" | "new-account" | "password" | "link" | "email";
    identity: ProvidedIdentity;
  };
  vehicle: {
    comfort: Comfort[];
  };
  webhook: {
    types: WebhookType[];
  };
  webhook_delivery: {
    type: WebhookType;
    status: "waiting" | "delivered" | "failed" | "dropped";
  };
  webhook_subject: {
    kind: "ride" | "request" | "event";
  };
}

/** West, south, east, north, in degrees. */
export type Area = readonly [number, number, number, number];

/** Why a request to a neighbour failed. */
export type NeighbourFailure = "unreachable" | "slow" | "refused" | "invalid";
