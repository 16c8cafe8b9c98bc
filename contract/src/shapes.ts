import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { _default as withDefault } from "zod/mini";
import { PAGE_MAX } from "./limits.ts";
import { plainNumbers } from "./plain-numbers.ts";
import { isKnownTimeZone } from "./time-zones.ts";

export { withDefault };

/** Small schemas shared by many records. */

export const Lat = z.number().check(z.gte(-90), z.lte(90));
export const Lng = z.number().check(z.gte(-180), z.lte(180));

/**
 * Rounds to 1e-7 degrees (about 1 cm): finer differences have no meaning, and the database cannot store such small
 * squares.
 */
export function roundToCentimetre(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** Numbers in a query string arrive as text, with the digits of any script. */
export const queryNumber = (...checks: z.core.$ZodCheck<number>[]) =>
  z.pipe(
    z.transform((value: number | string) =>
      typeof value === "string" ? plainNumbers(value) : value,
    ),
    z.coerce.number<number | string>().check(...checks),
  );
/** For the checks of a text: a person types it, so its digits may be of any script. */
export const anyDigits = () => z.overwrite<string>(plainNumbers);
export const QueryLat = z.pipe(queryNumber(z.gte(-90), z.lte(90)), z.transform(roundToCentimetre));
export const QueryLng = z.pipe(
  queryNumber(z.gte(-180), z.lte(180)),
  z.transform(roundToCentimetre),
);

/** Flags in a query string are one of two words. */
export const QueryFlag = z.optional(
  z.pipe(
    z.enum(["true", "false"]),
    z.transform((text) => text === "true"),
  ),
);

/** User text without control characters, except tab and line breaks. */
export const cleanText = (max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max)),
    z.transform((text) => text.replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, "").trim()),
  );

/** The same, with at least one character. */
export const filledText = (max: number) =>
  z.pipe(cleanText(max), z.string().check(z.minLength(1, translatable("Please enter something."))));

/** Content of a file. */
export const Bytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length > 0,
  translatable("Please send a file."),
);

/** Kinds of pickup points, where a car can stop, from the best to the worst (docs/domain.md, Pickup points). */
export const PickupKind = z.enum([
  "parkAndRide",
  "station",
  "stop",
  "parking",
  "square",
  "village",
  "fuel",
  "junction",
  "meetingPoint",
]);
export type PickupKind = z.infer<typeof PickupKind>;

/** A place chosen by a user: position and label. */
export const Place = z.object({
  placeId: z.nullish(z.string().check(z.regex(/^[\w:.-]{1,100}$/))),
  label: z.pipe(cleanText(200), z.string().check(z.minLength(1))),
  lat: Lat,
  lng: Lng,
});
export type Place = z.infer<typeof Place>;

/** Where a passenger gets in or out, and what it is if the server knows it as a pickup point. */
export const PickupPlace = z.extend(Place, { pickupKind: z.optional(PickupKind) });
export type PickupPlace = z.infer<typeof PickupPlace>;

/**
 * A place on a ride. `shown` is the host's choice of what users without a seat see; by default the ends of a ride are
 * approximate unless they are towns or named public places (docs/domain.md, Privacy by stage).
 */
export const RidePlace = z.extend(Place, { shown: z.optional(z.enum(["exact", "approximate"])) });
export type RidePlace = z.infer<typeof RidePlace>;

/** A place with its IANA time zone. */
export const ZonedPlace = z.extend(Place, { timeZone: z.string() });
export type ZonedPlace = z.infer<typeof ZonedPlace>;

export const LatLng = z.object({
  lat: Lat,
  lng: Lng,
});
export type LatLng = z.infer<typeof LatLng>;

/**
 * A contribution to costs in minor units with an ISO 4217 code; agreed between users, never collected by Commonlane.
 */
export const Money = z.object({
  amountMinor: z.int().check(z.gte(0), z.lte(100_000_00)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
});
export type Money = z.infer<typeof Money>;

/** ISO 8601 instant: any offset accepted, UTC returned. Years are limited to the range of the database. */
export const Instant = z.pipe(
  z.iso.datetime({ offset: true }).check(
    z.maxLength(40),
    z.refine(
      (text) => !Number.isNaN(Date.parse(text)) && /^[12]\d{3}/.test(text),
      translatable("Please enter a valid date."),
    ),
  ),
  z.transform((text) => new Date(text).toISOString()),
);

/** A calendar day, YYYY-MM-DD, in any time zone. */
export const Day = z.iso
  .date()
  .check(z.refine((text) => /^[12]\d{3}/.test(text), translatable("Please enter a valid date.")));
/** Local time, HH:MM. */
export const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const TimeZone = z
  .string()
  .check(
    z.maxLength(60),
    z.refine(isKnownTimeZone, translatable("Please choose a valid time zone.")),
  );

export const PageQuery = z.object({
  limit: withDefault(queryNumber(z.int(), z.gte(1), z.lte(PAGE_MAX)), 20),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});
export type PageQuery = z.infer<typeof PageQuery>;
/** For lists that the specification reads without a query: as long a page as there is, unless a limit is given. */
export const WholeListQuery = z.extend(PageQuery, {
  limit: withDefault(PageQuery.shape.limit, PAGE_MAX),
});

/** A page of a list in a stable order; `nextCursor` fetches the next page. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z.nullable(z.string()),
  });

/** Ids are validated as UUIDs: other values are invalid input instead of "not found". */
export const Id = z.uuid();

/** Message to the other side about a cancellation. */
export const OptionalReasonBody = z.optional(z.object({ reason: z.nullish(cleanText(300)) }));

/** Reply of calls that return no data. */
export const SuccessReply = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
});
