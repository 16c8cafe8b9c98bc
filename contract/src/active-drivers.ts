import * as z from "zod/mini";
import { WATCHED_CELLS_MAX } from "./driver-cells.ts";
import { endpoint } from "./endpoint.ts";
import { DRIVERS_RADIUS_KM, NOTE_MAX_LENGTH, RIDE_SEATS_MAX } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { Audience } from "./hosted-rides.ts";
import {
  cleanText,
  SuccessReply,
  Id,
  Lat,
  Lng,
  pageOf,
  WholeListQuery,
  Place,
  QueryLat,
  QueryLng,
  withDefault,
  queryNumber,
} from "./shapes.ts";

/** Degrees clockwise from north. */
const Heading = z.number().check(z.gte(0), z.lte(360));
const Address = z.nullish(cleanText(200));

/**
 * An active driver on the map. Strangers get an approximate position: the centre of a square of about 500 m that
 * contains the driver's current or recent position, and values computed from it. Only the driver and passengers with an
 * accepted seat get the exact position.
 */
export const ActiveDriver = z.object({
  uid: Id,
  displayName: z.string(),
  driver: PublicPerson,
  lat: Lat,
  lng: Lng,
  /** True if `lat` and `lng` are the measured position. */
  exact: z.boolean(),
  /** Null for strangers. */
  address: z.nullable(z.string()),
  /** Direction of the car in degrees from north, rounded to 45 for strangers; null if unknown. */
  heading: z.nullable(z.number()),
  seats: z.int(),
  note: z.nullable(z.string()),
  /** `sameGender` drivers are shown only to users of the same gender. */
  audience: Audience,
  /** Destination of the driver; approximate for strangers. */
  headingTo: z.nullable(Place),
  /**
   * Distance from the requested point to `lat`, `lng`, in steps of 0.5 km for strangers; null if no point was
   * requested.
   */
  distanceKm: z.nullable(z.number()),
  /** Time of the latest position; rounded to the minute for strangers. */
  lastSeenAt: z.iso.datetime(),
});
export type ActiveDriver = z.infer<typeof ActiveDriver>;

/** Drivers' view of themselves. */
export const OwnActiveDriver = z.extend(ActiveDriver, {
  activeSince: z.iso.datetime(),
  /** Without another position by then, the driver is removed from the map and notified. */
  expiresAt: z.iso.datetime(),
});
export type OwnActiveDriver = z.infer<typeof OwnActiveDriver>;

export const Activation = z.object({
  lat: Lat,
  lng: Lng,
  address: Address,
  heading: z.nullish(Heading),
  seats: withDefault(z.int().check(z.gte(1), z.lte(RIDE_SEATS_MAX)), 1),
  note: z.nullish(cleanText(NOTE_MAX_LENGTH)),
  /** `sameGender` requires a gender in the profile. */
  audience: withDefault(Audience, "everyone"),
  headingTo: z.nullish(Place),
  /** Optional; rejected unless it is the caller's own id. */
  driverId: z.optional(Id),
});
export type Activation = z.output<typeof Activation>;

/** A measured position. If the address is missing, the previous one is cleared. */
export const PositionUpdate = z.object({
  lat: Lat,
  lng: Lng,
  address: Address,
  heading: z.nullish(Heading),
});
export type PositionUpdate = z.output<typeof PositionUpdate>;

export const NearbyDriversQuery = z.extend(WholeListQuery, {
  lat: QueryLat,
  lng: QueryLng,
  /** Kilometres. */
  radius: withDefault(queryNumber(z.positive(), z.lte(500)), DRIVERS_RADIUS_KM),
});
export type NearbyDriversQuery = z.output<typeof NearbyDriversQuery>;

export const activeDrivers = {
  /** Calling it again replaces the earlier values. */
  activate: endpoint({
    summary: "Go online as a driver, visible on the map",
    method: "POST",
    path: "/rides/active-drivers",
    access: "signed-in",
    idempotent: true,
    body: Activation,
    reply: OwnActiveDriver,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "not_yours", "profile_incomplete"],
  }),
  all: endpoint({
    summary: "List active drivers, most recently activated first",
    method: "GET",
    path: "/rides/active-drivers",
    access: "signed-in",
    query: WholeListQuery,
    reply: pageOf(ActiveDriver),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  nearby: endpoint({
    summary: "List active drivers near a point, nearest first, without the caller",
    method: "GET",
    path: "/rides/active-drivers/nearby",
    access: "signed-in",
    query: NearbyDriversQuery,
    reply: pageOf(ActiveDriver),
    limits: [{ by: "account", count: 240, perS: 60 }],
  }),
  own: endpoint({
    summary: "Get the caller's state as an active driver",
    method: "GET",
    path: "/rides/active-drivers/me",
    access: "signed-in",
    reply: OwnActiveDriver,
    problems: ["not_found"],
  }),
  /** Positions that imply more than 55 m/s since the last one are ignored; the reply has the last accepted position. */
  move: endpoint({
    summary: "Update the caller's position as a driver",
    method: "PUT",
    path: "/rides/active-drivers/me/location",
    access: "signed-in",
    body: PositionUpdate,
    reply: OwnActiveDriver,
    limits: [{ by: "account", count: 120, perS: 60 }],
    problems: ["not_found"],
  }),
  deactivate: endpoint({
    summary: "Go offline as a driver",
    method: "DELETE",
    path: "/rides/active-drivers/me",
    access: "signed-in",
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};

/**
 * Sent as `drivers.watch` on the WebSocket: the map cells (driver-cells.ts) that a browser shows. Replaces earlier
 * watches and must be sent again after a reconnect.
 */
export const WatchDrivers = z.object({
  cells: z
    .array(z.string().check(z.regex(/^\d{1,3}\.\d{1,4}$/)))
    .check(z.maxLength(WATCHED_CELLS_MAX)),
});
export type WatchDrivers = z.infer<typeof WatchDrivers>;

/** Sent as `drivers.move` on the WebSocket: a driver's position. There is no reply. */

/** A driver whose position changed. */
export const DriverMove = z.object({
  uid: Id,
  lat: Lat,
  lng: Lng,
  heading: z.nullable(z.number()),
  exact: z.boolean(),
});
export type DriverMove = z.infer<typeof DriverMove>;

/**
 * Sent as `drivers.moved` on the WebSocket for one watched cell: first the full list, then changes at most once a
 * second. Updates can be lost, so clients send `drivers.watch` again from time to time. A driver is in one cell only:
 * `arrived` and `moved` assign the driver to the cell of this update, and `gone` applies only if the driver is still in
 * it.
 */
export const DriverCellUpdate = z.object({
  cell: z.string(),
  /** `arrived` lists all drivers in the cell (at most 200). */
  complete: z.boolean(),
  arrived: z.array(ActiveDriver),
  moved: z.array(DriverMove),
  gone: z.array(Id),
});
export type DriverCellUpdate = z.infer<typeof DriverCellUpdate>;
