import * as z from "zod/mini";
import { endpoint, type RateLimit } from "./endpoint.ts";
import { QueryFlag, QueryLat, QueryLng, withDefault, ZonedPlace } from "./shapes.ts";

const QUERY_MAX_LENGTH = 100;
const PREDICTIONS_MAX = 10;

/** A place suggestion; `detail` distinguishes places with the same name. */
export const PlacePrediction = z.object({ placeId: z.string(), label: z.string(), detail: z.string() });
export type PlacePrediction = z.infer<typeof PlacePrediction>;

/** Typed text and the user's position or map centre, to rank nearby places higher. */
export const PlaceQuery = z
  .object({
    /** An empty query finds nothing. */
    query: withDefault(z.string().check(z.maxLength(QUERY_MAX_LENGTH)), ""),
    lat: z.optional(QueryLat),
    lng: z.optional(QueryLng),
    /**
     * The query is complete and the user asks for streets too; some geocoders must not be called on every keystroke.
     */
    complete: QueryFlag,
    limit: withDefault(
      z.coerce.number<number | string>().check(z.int(), z.gte(1), z.lte(PREDICTIONS_MAX)),
      PREDICTIONS_MAX,
    ),
  })
  .check(
    z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
      path: ["lng"],
      message: "lat and lng must be given together.",
    }),
  );
export type PlaceQuery = z.output<typeof PlaceQuery>;

/** Places from our own data always have an id. */
export const PlaceDetails = z.extend(ZonedPlace, { placeId: z.string() });
export type PlaceDetails = z.infer<typeof PlaceDetails>;

/** The known place nearest to a position, with its great-circle distance in metres. */
export const NearestPlace = z.extend(PlaceDetails, { distanceM: z.int().check(z.gte(0)) });
export type NearestPlace = z.infer<typeof NearestPlace>;

// Typing sends a request per keystroke, and a whole campus may share one address.
const TYPING_LIMITS: readonly RateLimit[] = [{ by: "address", count: 1200, perS: 60 }];

/** Public, because visitors also use the search on the landing page. */
export const places = {
  predict: endpoint({
    summary: "Suggest places whose name starts with the text, tolerating one typo, best first",
    method: "GET",
    path: "/auth/places/predictions",
    access: "public",
    query: PlaceQuery,
    reply: z.object({ items: z.array(PlacePrediction) }),
    limits: TYPING_LIMITS,
  }),
  nearest: endpoint({
    summary: "Get the town nearest to a position, or its street address if a geocoder is configured",
    method: "GET",
    path: "/auth/places/reverse-geocode",
    access: "public",
    query: z.object({ lat: QueryLat, lng: QueryLng }),
    reply: NearestPlace,
    limits: TYPING_LIMITS,
    problems: ["not_found"],
  }),
  one: endpoint({
    summary: "Get a place by id",
    method: "GET",
    path: "/auth/places/:placeId",
    access: "public",
    params: z.object({ placeId: z.string().check(z.maxLength(100)) }),
    reply: PlaceDetails,
    limits: TYPING_LIMITS,
    problems: ["not_found"],
  }),
};
