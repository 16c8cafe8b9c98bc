import * as z from "zod/mini";
import { endpoint, type RateLimit } from "./endpoint.ts";
import { QueryFlag, QueryLat, QueryLng, withDefault, ZonedPlace } from "./shapes.ts";

const QUERY_MAX_LENGTH = 100;
const PREDICTIONS_MAX = 10;

/** A place that may be meant by what was typed; `detail` tells apart places of one name. */
export const PlacePrediction = z.object({ placeId: z.string(), label: z.string(), detail: z.string() });
export type PlacePrediction = z.infer<typeof PlacePrediction>;

/** What was typed, and where the person is or looks, so that near places rise. */
export const PlaceQuery = z
  .object({
    /** Nothing typed yet finds nothing. */
    query: withDefault(z.string().check(z.maxLength(QUERY_MAX_LENGTH)), ""),
    lat: z.optional(QueryLat),
    lng: z.optional(QueryLng),
    /** All of it was typed, and the person asks for streets too; some services are not to be asked at every letter. */
    complete: QueryFlag,
    limit: withDefault(
      z.coerce.number<number | string>().check(z.int(), z.gte(1), z.lte(PREDICTIONS_MAX)),
      PREDICTIONS_MAX,
    ),
  })
  .check(
    z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
      path: ["lng"],
      message: "lat and lng go together.",
    }),
  );
export type PlaceQuery = z.output<typeof PlaceQuery>;

/** A place of our data always has an id. */
export const PlaceDetails = z.extend(ZonedPlace, { placeId: z.string() });
export type PlaceDetails = z.infer<typeof PlaceDetails>;

/** The known place nearest to a position, and how far it is from there, in metres as the crow flies. */
export const NearestPlace = z.extend(PlaceDetails, { distanceM: z.int().check(z.gte(0)) });
export type NearestPlace = z.infer<typeof NearestPlace>;

// Typing asks at every letter, and a whole campus may share one address.
const TYPING_LIMITS: readonly RateLimit[] = [{ by: "address", count: 1200, perS: 60 }];

/** The search of the landing page is used by visitors too, so these three are public. */
export const places = {
  predict: endpoint({
    summary: "Places whose name begins like what was typed, also with one slip, the likeliest first",
    method: "GET",
    path: "/auth/places/predictions",
    access: "public",
    query: PlaceQuery,
    reply: z.object({ items: z.array(PlacePrediction) }),
    limits: TYPING_LIMITS,
  }),
  nearest: endpoint({
    summary: "The town nearest to a position, or the street or house there where the server knows streets",
    method: "GET",
    path: "/auth/places/reverse-geocode",
    access: "public",
    query: z.object({ lat: QueryLat, lng: QueryLng }),
    reply: NearestPlace,
    limits: TYPING_LIMITS,
    problems: ["not_found"],
  }),
  one: endpoint({
    summary: "One place: what it is called and where it is",
    method: "GET",
    path: "/auth/places/:placeId",
    access: "public",
    params: z.object({ placeId: z.string().check(z.maxLength(100)) }),
    reply: PlaceDetails,
    limits: TYPING_LIMITS,
    problems: ["not_found"],
  }),
};
