import type { SeriesTerms } from "@commonlane/contract/ride-series";
import type { ProfileChange, Vehicle, VehicleAccess } from "@commonlane/contract/profiles";
import type { HostedSeries } from "@commonlane/contract/ride-series";
import type { LatLng, Place, RidePlace } from "@commonlane/contract/shapes";

/** What another platform sent about a person. */
export interface ImportedContent {
  readonly profile: Pick<ProfileChange, "firstName" | "lastName" | "bio" | "languages">;
  readonly vehicles: Omit<Vehicle, "id">[];
  readonly series: readonly (HostedSeries & { readonly id: string })[];
}

export interface RideVehicle {
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
  /**
   * For a passenger who gave the host all private places of the plan, by requesting a ride there. Missing if the plan
   * has no such places.
   */
  readonly forLearnedFrom?: PassengerDrives;
}

/** Drives without their lines. */
export interface PassengerDrives {
  /** By seat request: its own stops exactly, those of others approximately. */
  readonly byId: Readonly<Record<string, Drive>>;
  /** For a passenger who gets in and out at the ride's own points. */
  readonly withoutStops: Drive;
}

/** Approximate pickup and dropoff shown until the seat is confirmed. */
export interface ApproximateStops {
  /** Shown to the seeker, if the ride's own stop is private. */
  readonly pickup: Place | null;
  readonly dropoff: Place | null;
  /** Shown to the host; stored while the request is pending. */
  readonly forHost?: {
    readonly pickup: Place;
    readonly dropoff: Place;
  };
  /** Stops where the seeker chose the ride's own; stored so that changing the ride cannot test guesses. */
  readonly ofRide?: {
    readonly pickup: boolean;
    readonly dropoff: boolean;
  };
  /** Whether the host knows them as stops of the ride, and so their times. Missing in requests of earlier releases. */
  readonly atStop?: {
    readonly pickup: boolean;
    readonly dropoff: boolean;
  };
  /**
   * For the seeker only: how much later than the stored times those of the exact places are, as the search showed them.
   */
  readonly quotedLaterMs?: {
    readonly pickup: number;
    readonly dropoff: number;
  };
}

/** `released`: the other side cancelled; `cleared`: not at fault; `uncounted`: the booking does not count. */
export type ReliabilityKind =
  | "travelled"
  | "cancelled"
  | "released"
  | "disputed"
  | "absent"
  | "cleared"
  | "answered"
  | "unanswered"
  | "uncounted";

/** The previous release stores terms without `isListed`. */
export type StoredTerms = Omit<SeriesTerms, "isListed"> & { isListed?: boolean };
