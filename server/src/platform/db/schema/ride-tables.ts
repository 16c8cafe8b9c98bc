import type { AccessNeed, Preferences, VehicleAccess } from "@commonlane/contract/profiles";
import type { RideRequestStatus } from "@commonlane/contract/ride-requests";
import type { RideStatus } from "@commonlane/contract/rides";
import type { SavedSearchFilters } from "@commonlane/contract/saved-searches";
import type { AgreedRide, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type {
  LatLng,
  PickupKind,
  PickupPlace,
  Place,
  RidePlace,
} from "@commonlane/contract/shapes";
import type { StandbyStatus } from "@commonlane/contract/standby";
import type { ColumnType, Generated } from "kysely";
import type { JsonColumn, NullableJsonColumn } from "./json-column.ts";
import type { RideOfSeries } from "./series-tables.ts";

/** Rides, seat requests, ride requests and offers. */
export interface RideTables {
  meeting_point: MeetingPointTable;
  ride: RideTable;
  seat_request: SeatRequestTable;
  standby: StandbyTable;
  ride_request: RideRequestTable;
  offer: OfferTable;
  saved_search: SavedSearchTable;
}

interface MeetingPointTable {
  id: Generated<string>;
  /** Null: of the community. */
  owner_id: string | null;
  /** Null: for all rides of the owner. */
  ride_id: string | null;
  name: string;
  kind: PickupKind;
  lat: number;
  lng: number;
  note: string | null;
  capacity: number | null;
  created_at: ColumnType<Date, Date, never>;
}

interface RideVehicle {
  make: string;
  model: string;
  colour: string;
  plate: string;
  /** Missing on older rides. */
  access?: VehicleAccess[];
}

/** A planned route in which private places are approximate, with its own legs. */
export interface SeenPlan {
  readonly points: RidePlace[];
  readonly leg_distance_m: number[];
  readonly leg_duration_s: number[];
  readonly leg_points: number[] | null;
  readonly polyline: string;
}

/** The route shown to strangers. */
export interface PublicRouteColumns extends SeenPlan {
  /** Points that the host learned from a seeker, so no setting of the host reveals them; all of them if missing. */
  readonly learned?: readonly boolean[];
  /** The route shown to passengers, if only some of the private places were learned from a seeker. */
  readonly forPassengers?: SeenPlan;
}

/** A stop for a passenger, with its leg of the planned route, exact and as shown to strangers. */
export interface RideStop {
  readonly id: string;
  readonly end: "in" | "out";
  readonly leg: number;
  readonly at: LatLng;
  readonly approximateAt: LatLng;
  /** As its passenger knows it, if that is not the exact point: on the public route, not on that past other doors. */
  readonly ownAt?: LatLng;
}

/** Detours of the stops on each planned leg, and roads of the driven legs if there is road data. */
export interface Drive {
  readonly extra_m: readonly number[];
  readonly extra_s: readonly number[];
  readonly roads: Omit<SeenPlan, "points"> | null;
}

/**
 * The route with the stops of all passengers, in driving order: exact, as shown to strangers, and as shown to each
 * passenger, who knows the own stops only.
 */
export interface DrivenWay {
  readonly stops: readonly RideStop[];
  readonly exact: Drive;
  readonly approximate: Drive;
  /** Missing if all stops are public, and in rides from before there was such a form. */
  readonly forPassengers?: PassengerDrives;
  /** For passengers from whom the host learned every private place of the plan; missing without such places. */
  readonly forLearnedFrom?: PassengerDrives;
}

/** Drives without their lines. */
export interface PassengerDrives {
  /** By seat request: its own stops exactly, those of others approximately. */
  readonly byId: Readonly<Record<string, Drive>>;
  /** For a passenger who gets in and out at the ride's own points. */
  readonly withoutStops: Drive;
}

interface RideTable extends RideOfSeries {
  id: Generated<string>;
  host_id: string;
  points: JsonColumn<RidePlace[]>;
  origin_lat: number;
  origin_lng: number;
  polyline: string;
  leg_distance_m: number[];
  leg_duration_s: number[];
  /** Number of polyline points per leg, neighbours sharing one; null without road data. */
  leg_points: number[] | null;
  /** True if a part of the way is outside of the road data, so that distances and times contain estimates. */
  partly_estimated: Generated<boolean>;
  roads_missing: Generated<boolean>;
  /** True if anybody with the link may see the ride's public page. */
  is_public: Generated<boolean>;
  /** True if the host agreed that journey planners and neighbouring communities show it; only of public rides. */
  is_listed: Generated<boolean>;
  /** The route shown to strangers; null if they see the exact one. `origin_lat` and `origin_lng` are as shown. */
  public_route: NullableJsonColumn<PublicRouteColumns>;
  /** Null if all passengers use the ride's own points. `arrives_at` includes detours, as all passengers may know them. */
  driven_route: ColumnType<DrivenWay | null, string | null | undefined, string | null>;
  /** Version of the driven route; increases with each write. */
  driven_route_version: Generated<number>;
  departs_at: Date;
  arrives_at: Date;
  time_zone: string;
  seats_total: number;
  seats_left: number[];
  contribution_minor: number | null;
  currency: string | null;
  vehicle: NullableJsonColumn<RideVehicle>;
  approval: "manual" | "instant";
  max_detour_m: number;
  max_detour_s: number;
  luggage: number;
  preferences: JsonColumn<Preferences>;
  audience: "everyone" | "sameGender";
  /** Id of a trust mark or group: only its members find the ride. Stays after that is removed; then no one is one. */
  members_of: string | null;
  host_gender: string | null;
  max_two_in_back: boolean;
  note: string | null;
  status: Generated<RideStatus>;
  created_at: Date;
}

/** Approximate pickup and dropoff shown until the seat is confirmed. */
export interface ApproximateStops {
  /** Shown to the seeker, if the ride's own stop is private. */
  readonly pickup: Place | null;
  readonly dropoff: Place | null;
  /** Shown to the host; stored while the request is pending. */
  readonly forHost?: { readonly pickup: Place; readonly dropoff: Place };
  /** Stops where the seeker chose the ride's own; stored so that changing the ride cannot test guesses. */
  readonly ofRide?: { readonly pickup: boolean; readonly dropoff: boolean };
  /** Whether the host knows them as stops of the ride, and so their times. Missing in requests of earlier releases. */
  readonly atStop?: { readonly pickup: boolean; readonly dropoff: boolean };
}

interface SeatRequestTable {
  id: Generated<string>;
  ride_id: string;
  seeker_id: string;
  seats: number;
  pickup: JsonColumn<PickupPlace>;
  dropoff: JsonColumn<PickupPlace>;
  approximate_stops: NullableJsonColumn<ApproximateStops>;
  pickup_at: Date;
  dropoff_at: Date;
  first_leg: number;
  last_leg: number;
  detour_m: number;
  detour_s: number;
  message: string | null;
  needs: AccessNeed[];
  contribution_minor: number | null;
  currency: string | null;
  status: SeatRequestStatus;
  reason: string | null;
  ended_by: "seeker" | "host" | "system" | null;
  expires_at: Date;
  created_at: Date;
  /** When the other side decided, and when a decided request ended. */
  decided_at: Date | null;
  ended_at: Date | null;
  /** The ride as confirmed, if it has changed since. */
  agreed: NullableJsonColumn<AgreedRide>;
  /** Deadline for a passenger to confirm a changed ride; kept if the request ended first. */
  confirm_by: Date | null;
  confirm_requested_at: Date | null;
  /** When the host changed the ride beyond what was agreed; null if not, or once the passenger has confirmed. */
  host_moved_at: Date | null;
  /** The seat came from the standby queue and is reserved until the seeker confirms. */
  reserved: Generated<boolean>;
}

interface StandbyTable {
  id: Generated<string>;
  position: Generated<number>;
  ride_id: string;
  seeker_id: string;
  seats: number;
  /** Null for the ride's own stop. */
  pickup: NullableJsonColumn<PickupPlace>;
  dropoff: NullableJsonColumn<PickupPlace>;
  needs: AccessNeed[];
  after_cancellation: boolean;
  status: Generated<StandbyStatus>;
  seat_request_id: string | null;
  created_at: Date;
  ended_at: Date | null;
}

interface RideRequestTable {
  id: Generated<string>;
  seeker_id: string;
  origin: JsonColumn<Place>;
  destination: JsonColumn<Place>;
  /** Approximate places for strangers. */
  approximate_origin: JsonColumn<Place>;
  approximate_destination: JsonColumn<Place>;
  approximate_lat: number;
  approximate_lng: number;
  departs_after: Date;
  departs_before: Date;
  time_zone: string;
  seats: number;
  max_contribution_minor: number | null;
  currency: string | null;
  preferences: JsonColumn<Preferences>;
  needs: AccessNeed[];
  luggage: Generated<number>;
  audience: "everyone" | "sameGender";
  /** Id of a trust mark or group: only its members find the request. */
  members_of: string | null;
  seeker_gender: string | null;
  note: string | null;
  status: ColumnType<RideRequestStatus, never, RideRequestStatus>;
  /** The active driver who received the request. */
  driver_uid: string | null;
  /** The ride of the accepted offer. */
  ride_id: ColumnType<string | null, never, string>;
  created_at: Date;
  ended_at: ColumnType<Date | null, never, Date>;
}

interface OfferTable {
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
  vehicle: NullableJsonColumn<RideVehicle>;
  message: string | null;
  status: "pending" | "accepted" | "declined" | "withdrawn" | "expired";
  reason: string | null;
  ended_by: "seeker" | "driver" | "system" | null;
  expires_at: Date;
  created_at: Date;
  ended_at: Date | null;
}

interface SavedSearchTable {
  id: Generated<string>;
  owner_id: string;
  criteria_key: string;
  name: string | null;
  origin: JsonColumn<Place>;
  destination: JsonColumn<Place>;
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
  filters: JsonColumn<SavedSearchFilters>;
  paused_at: Date | null;
  removed_at: Date | null;
  created_at: Date;
}
