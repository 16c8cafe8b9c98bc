import { z } from "zod";
import { PAGE_MAX } from "./limits.ts";

/** Small shapes that many records share. */

export const Lat = z.number().min(-90).max(90);
export const Lng = z.number().min(-180).max(180);
/** Nobody means a place more exactly than this, and squares of far smaller differences are none a database can hold. */
export const toCentimetre = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
/** In a query string numbers arrive as text. */
export const QueryLat = z.coerce.number<number | string>().min(-90).max(90).transform(toCentimetre);
export const QueryLng = z.coerce.number<number | string>().min(-180).max(180).transform(toCentimetre);

/** Text as a person types it: control characters other than tab and line breaks, which no column should hold, are dropped. */
export const cleanText = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => text.replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}/gu, "").trim());

/** A place that somebody chose: where it is and what to call it. */
export const Place = z.object({
  placeId: z
    .string()
    .regex(/^[\w:.-]{1,100}$/)
    .nullish(),
  label: cleanText(200).pipe(z.string().min(1)),
  lat: Lat,
  lng: Lng,
});
export type Place = z.infer<typeof Place>;

export const LatLng = z.object({ lat: Lat, lng: Lng });
export type LatLng = z.infer<typeof LatLng>;

/** A contribution to costs, arranged between people and never collected: whole cents and an ISO 4217 code. */
export const Money = z.object({
  amountMinor: z.int().min(0).max(100_000_00),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
export type Money = z.infer<typeof Money>;

/** An instant: ISO 8601, any offset accepted, UTC given. The years keep it inside what the database can hold. */
export const Instant = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => !Number.isNaN(Date.parse(text)) && /^[12]\d{3}/.test(text), "This is not a date.")
  .transform((text) => new Date(text).toISOString());

export const TimeZone = z.string().max(60).refine(isTimeZone, "This is not a time zone.");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const PageQuery = z.object({
  limit: z.coerce.number<number | string>().int().min(1).max(PAGE_MAX).default(20),
  cursor: z.string().max(300).optional(),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** A part of a list in a stable order; `nextCursor` fetches the part after it. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** A number, a small text or a flag kept in an id's place would be a 404, so every id is checked as one. */
export const Id = z.uuid();

/** A word to the other side about an ending. */
export const Reason = z.object({ reason: cleanText(300).nullish() }).optional();

/** Answers of calls that have nothing to tell but that they worked. */
export const Done = z.object({ success: z.boolean(), message: z.string().optional() });
