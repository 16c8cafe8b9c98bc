import type { AccessNeed, Preferences, VehicleAccess } from "@commonlane/contract/profiles";
import type { RideRequestStatus } from "@commonlane/contract/ride-requests";
import type { RideStatus } from "@commonlane/contract/rides";
import type { SavedSearchFilters } from "@commonlane/contract/saved-searches";
import type { AgreedRide, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import type { LatLng, Place, RidePlace } from "@commonlane/contract/shapes";
import type { StandbyStatus } from "@commonlane/contract/standby";
import type { ColumnType, Generated } from "kysely";
import type { JsonColumn, NullableJsonColumn } from "./json-column.ts";
import type { RideOfSeries } from "./series-tables.ts";

/** Rides, and what people ask and offer on them. */
export interface RideTables {
  ride: RideTable;
  seat_request: SeatRequestTable;
  standby: StandbyTable;
  ride_request: RideRequestTable;
  offer: OfferTable;
  saved_search: SavedSearchTable;
}

interface RideVehicle {
  make: string;
  model: string;
  colour: string;
  plate: string;
  /** Rides of before say nothing of it. */
  access?: VehicleAccess[];
}

/** A way with areas in the place of what is not for everybody, and what follows from them. */
export interface PublicRouteColumns {
  readonly points: RidePlace[];
  /** The points whose area was learned from a seeker, which no choice of the host shows; all of them where it is missing. */
  readonly learned?: readonly boolean[];
  readonly leg_distance_m: number[];
  readonly leg_duration_s: number[];
  readonly leg_points: number[] | null;
  readonly polyline: string;
}

/** Where a host stops for somebody who has a seat, on which leg of the planned way; `about` is what strangers are told. */
export interface RideStop {
  readonly id: string;
  readonly end: "in" | "out";
  readonly leg: number;
  readonly at: LatLng;
  readonly about: LatLng;
}

/** What the stops add to each planned leg, and the roads of the driven legs where a router knows them. */
export interface Drive {
  readonly extra_m: readonly number[];
  readonly extra_s: readonly number[];
  readonly roads:
    | (Pick<PublicRouteColumns, "leg_distance_m" | "leg_duration_s" | "polyline"> & {
        readonly leg_points: number[];
      })
    | null;
}

/** The way as it is driven with everybody who has a seat: exactly, and as strangers are told it. Stops in driving order. */
export interface DrivenWay {
  readonly stops: readonly RideStop[];
  readonly exact: Drive;
  readonly told: Drive;
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
  /** How many points of the polyline each leg has, neighbours sharing one; null where no roads are known. */
  leg_points: number[] | null;
  /** What strangers are told of the way; null where they are told all of it. `origin_lat` and `origin_lng` are as told. */
  public_route: NullableJsonColumn<PublicRouteColumns>;
  /** Null where nobody gets in or out but at the ride's own points. `arrives_at` is as driven. */
  driven_route: ColumnType<DrivenWay | null, string | null | undefined, string | null>;
  /** How often `driven_way` was written. */
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
  host_gender: string | null;
  max_two_in_back: boolean;
  note: string | null;
  status: Generated<RideStatus>;
  created_at: Date;
}

/** What is told of where a seeker gets in and out until the seat is agreed. */
export interface SeatAreas {
  /** To the seeker, of the ends of the ride that are not for everybody. */
  readonly pickup: Place | null;
  readonly dropoff: Place | null;
  /** To the host; kept with what waits for an answer. */
  readonly forHost?: { readonly pickup: Place; readonly dropoff: Place };
  /** Which ends are the ride's own because the seeker chose them so; kept, so that moving the ride cannot test guesses. */
  readonly ofRide?: { readonly pickup: boolean; readonly dropoff: boolean };
}

interface SeatRequestTable {
  id: Generated<string>;
  ride_id: string;
  seeker_id: string;
  seats: number;
  pickup: JsonColumn<Place>;
  dropoff: JsonColumn<Place>;
  approximate_stops: NullableJsonColumn<SeatAreas>;
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
  /** When the other side answered, and when an answered one ended. */
  decided_at: Date | null;
  ended_at: Date | null;
  /** The ride as it was agreed to, where it was changed since. */
  agreed: NullableJsonColumn<AgreedRide>;
  /** Until when a passenger may say whether a changed ride still suits; it stays with what ended meanwhile. */
  confirm_by: Date | null;
  confirm_requested_at: Date | null;
  /** It came back to who waited in line, and is held for them until they confirm. */
  reserved: Generated<boolean>;
}

interface StandbyTable {
  id: Generated<string>;
  position: Generated<number>;
  ride_id: string;
  seeker_id: string;
  seats: number;
  /** Null for the ride's own end. */
  pickup: NullableJsonColumn<Place>;
  dropoff: NullableJsonColumn<Place>;
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
  /** What strangers are told of the places. */
  origin_area: JsonColumn<Place>;
  destination_area: JsonColumn<Place>;
  area_lat: number;
  area_lng: number;
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
  seeker_gender: string | null;
  note: string | null;
  status: ColumnType<RideRequestStatus, never, RideRequestStatus>;
  /** The active driver who was asked for it. */
  driver_uid: string | null;
  /** Of the offer that was accepted. */
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
  wishes: JsonColumn<SavedSearchFilters>;
  paused_at: Date | null;
  removed_at: Date | null;
  created_at: Date;
}
