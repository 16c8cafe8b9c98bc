import * as z from "zod/mini";
import { WATCHED_CELLS_MAX } from "./driver-cells.ts";
import { endpoint } from "./endpoint.ts";
import { DRIVERS_RADIUS_KM, NOTE_MAX_LENGTH, RIDE_SEATS_MAX } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { Audience } from "./rides.ts";
import {
  cleanText,
  SuccessReply,
  Id,
  Lat,
  Lng,
  pageOf,
  PageQuery,
  Place,
  QueryLat,
  QueryLng,
  withDefault,
} from "./shapes.ts";

/** Degrees from north, clockwise. */
const Heading = z.number().check(z.gte(0), z.lte(360));
const Address = z.nullish(cleanText(200));

/**
 * Somebody who may be found on the map now. Strangers are told about where: the middle of a square of some 500 m, in
 * which the driver is or lately was, and what follows from it. Exactly only the driver, and who has a seat accepted by them.
 */
export const ActiveDriver = z.object({
  uid: Id,
  displayName: z.string(),
  driver: PublicPerson,
  lat: Lat,
  lng: Lng,
  /** Whether `lat` and `lng` are the measured position. */
  exact: z.boolean(),
  /** Null for strangers. */
  address: z.nullable(z.string()),
  /** Where the car points, in degrees from north; for strangers to the nearest 45. Null while that is not known. */
  heading: z.nullable(z.number()),
  seats: z.int(),
  note: z.nullable(z.string()),
  /** Drivers who are there for their own gender are shown to nobody else. */
  audience: Audience,
  /** Where the driver is going; for strangers about where. */
  headingTo: z.nullable(Place),
  /** From the point that was asked about to `lat`, `lng`; for strangers in steps of half a kilometre. Null where none was asked about. */
  distanceKm: z.nullable(z.number()),
  /** When the last position came; for strangers to the minute. */
  lastSeenAt: z.iso.datetime(),
});
export type ActiveDriver = z.infer<typeof ActiveDriver>;

/** How a driver sees themselves. */
export const OwnActiveDriver = z.extend(ActiveDriver, {
  activeSince: z.iso.datetime(),
  /** Without a further position they are off the map from then on, and are told. */
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
  /** `sameGender` needs a gender in the profile. */
  audience: withDefault(Audience, "everyone"),
  headingTo: z.nullish(Place),
  /** What is said of who one is may be left out; said wrongly, it is refused. */
  driverId: z.optional(Id),
});
export type Activation = z.output<typeof Activation>;

/** A measured position. Without an address the former one is forgotten. */
export const PositionUpdate = z.object({ lat: Lat, lng: Lng, address: Address, heading: z.nullish(Heading) });
export type PositionUpdate = z.output<typeof PositionUpdate>;

export const NearbyDriversQuery = z.extend(PageQuery, {
  lat: QueryLat,
  lng: QueryLng,
  /** In kilometres. */
  radius: withDefault(z.coerce.number<number | string>().check(z.positive(), z.lte(500)), DRIVERS_RADIUS_KM),
});
export type NearbyDriversQuery = z.output<typeof NearbyDriversQuery>;

export const activeDrivers = {
  /** Said again, it replaces what was said before. */
  activate: endpoint({
    summary: "Go active: be found on the map by people nearby",
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
    summary: "Everybody who is active, who went active last first",
    method: "GET",
    path: "/rides/active-drivers",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(ActiveDriver),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  nearby: endpoint({
    summary: "Who is active near a point, nearest first; never the caller",
    method: "GET",
    path: "/rides/active-drivers/nearby",
    access: "signed-in",
    query: NearbyDriversQuery,
    reply: pageOf(ActiveDriver),
    limits: [{ by: "account", count: 240, perS: 60 }],
  }),
  own: endpoint({
    summary: "The caller as an active driver",
    method: "GET",
    path: "/rides/active-drivers/me",
    access: "signed-in",
    reply: OwnActiveDriver,
    problems: ["not_found"],
  }),
  /** What nobody can have driven since the last position (more than 55 m/s) is ignored: the answer shows where they were. */
  move: endpoint({
    summary: "Say where the caller is now",
    method: "PUT",
    path: "/rides/active-drivers/me/location",
    access: "signed-in",
    body: PositionUpdate,
    reply: OwnActiveDriver,
    limits: [{ by: "account", count: 120, perS: 60 }],
    problems: ["not_found"],
  }),
  deactivate: endpoint({
    summary: "Be off the map at once",
    method: "DELETE",
    path: "/rides/active-drivers/me",
    access: "signed-in",
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};

/**
 * A browser says on the live line which cells of the map it shows (driver-cells.ts), as `drivers.watch`; it replaces what
 * was watched before. Nothing is remembered over a lost connection.
 */
export const WatchDrivers = z.object({
  cells: z.array(z.string().check(z.regex(/^\d{1,3}\.\d{1,4}$/))).check(z.maxLength(WATCHED_CELLS_MAX)),
});
export type WatchDrivers = z.infer<typeof WatchDrivers>;

/** A driver's browser may say where it is on the live line as well, as `drivers.move` with a `Move`: nothing is answered. */

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
 * What the live line tells of one watched cell, as `drivers.moved`: at once, whole, and then at most once a second what
 * changed. Frames may be lost, unlike facts, so whoever watches says so again from time to time. A driver is in one cell:
 * who has `arrived` or `moved` in a frame belongs to its cell from then on, and `gone` counts only for who still does.
 */
export const DriverCellUpdate = z.object({
  cell: z.string(),
  /** All who are in the cell (at most 200 of them) are in `arrived`, and nobody else is in it. */
  complete: z.boolean(),
  arrived: z.array(ActiveDriver),
  moved: z.array(DriverMove),
  gone: z.array(Id),
});
export type DriverCellUpdate = z.infer<typeof DriverCellUpdate>;
