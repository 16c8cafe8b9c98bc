import * as z from "zod/mini";
import { _default as withDefault } from "zod/mini";
import { PAGE_MAX } from "./limits.ts";

export { withDefault };

/** Small shapes that many records share. */

export const Lat = z.number().check(z.gte(-90), z.lte(90));
export const Lng = z.number().check(z.gte(-180), z.lte(180));
/** Nobody means a place more exactly than this, and squares of far smaller differences are none a database can hold. */
export const roundToCentimetre = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
/** In a query string numbers arrive as text. */
export const QueryLat = z.pipe(
  z.coerce.number<number | string>().check(z.gte(-90), z.lte(90)),
  z.transform(roundToCentimetre),
);
export const QueryLng = z.pipe(
  z.coerce.number<number | string>().check(z.gte(-180), z.lte(180)),
  z.transform(roundToCentimetre),
);

/** In a query string a flag is one of two words. */
export const QueryFlag = z.optional(
  z.pipe(
    z.enum(["true", "false"]),
    z.transform((text) => text === "true"),
  ),
);

/** Text as a person types it: control characters other than tab and line breaks, which no column should hold, are dropped. */
export const cleanText = (max: number) =>
  z.pipe(
    z.string().check(z.maxLength(max)),
    z.transform((text) => text.replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, "").trim()),
  );

/** What a file is made of. */
export const Bytes = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.length > 0,
  "Please send a file.",
);

/** A place that somebody chose: where it is and what to call it. */
export const Place = z.object({
  placeId: z.nullish(z.string().check(z.regex(/^[\w:.-]{1,100}$/))),
  label: z.pipe(cleanText(200), z.string().check(z.minLength(1))),
  lat: Lat,
  lng: Lng,
});
export type Place = z.infer<typeof Place>;

/**
 * A place on a ride. `shown` is the host's choice of what people without a seat see of it; without a choice, the ends of a
 * ride are shown as areas unless they are towns or named public places (docs/domain.md, Privacy by stage).
 */
export const RidePlace = z.extend(Place, { shown: z.optional(z.enum(["exact", "area"])) });
export type RidePlace = z.infer<typeof RidePlace>;

/** A place and the IANA zone whose clocks hang there. */
export const ZonedPlace = z.extend(Place, { timeZone: z.string() });
export type ZonedPlace = z.infer<typeof ZonedPlace>;

export const LatLng = z.object({ lat: Lat, lng: Lng });
export type LatLng = z.infer<typeof LatLng>;

/** A contribution to costs, arranged between people and never collected: whole cents and an ISO 4217 code. */
export const Money = z.object({
  amountMinor: z.int().check(z.gte(0), z.lte(100_000_00)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
});
export type Money = z.infer<typeof Money>;

/** An instant: ISO 8601, any offset accepted, UTC given. The years keep it inside what the database can hold. */
export const Instant = z.pipe(
  z.iso.datetime({ offset: true }).check(
    z.maxLength(40),
    z.refine((text) => !Number.isNaN(Date.parse(text)) && /^[12]\d{3}/.test(text), "This is not a date."),
  ),
  z.transform((text) => new Date(text).toISOString()),
);

/** A day of the calendar, YYYY-MM-DD, wherever it is. */
export const Day = z.iso.date().check(z.refine((text) => /^[12]\d{3}/.test(text), "This is not a date."));
/** A time as clocks show it, HH:MM. */
export const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

export const TimeZone = z.string().check(z.maxLength(60), z.refine(isKnownTimeZone, "This is not a time zone."));

function isKnownTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const PageQuery = z.object({
  limit: withDefault(z.coerce.number<number | string>().check(z.int(), z.gte(1), z.lte(PAGE_MAX)), 20),
  cursor: z.optional(z.string().check(z.maxLength(300))),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** A part of a list in a stable order; `nextCursor` fetches the part after it. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });

/** A number, a small text or a flag kept in an id's place would be a 404, so every id is checked as one. */
export const Id = z.uuid();

/** A word to the other side about an ending. */
export const ReasonBody = z.optional(z.object({ reason: z.nullish(cleanText(300)) }));

/** Answers of calls that have nothing to tell but that they worked. */
export const SuccessReply = z.object({ success: z.boolean(), message: z.optional(z.string()) });
