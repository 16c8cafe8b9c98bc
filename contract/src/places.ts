import * as z from "zod/mini";
import { endpoint, type RateLimit } from "./endpoint.ts";
import { QueryFlag, QueryLat, QueryLng, withDefault, ZonedPlace, queryNumber } from "./shapes.ts";

const QUERY_MAX_LENGTH = 100;
const PREDICTIONS_MAX = 10;

/** What a place is. Streets, addresses and positions are private; every other kind is public. */
export const PlaceKind = z.enum([
  "town",
  "village",
  /** Part of a town. */
  "district",
  "street",
  /** A house number in a street. */
  "address",
  /** A bus or tram stop. */
  "stop",
  "station",
  "airport",
  "ferry",
  "university",
  "school",
  "hospital",
  "sight",
  "shop",
  "parking",
  "postcode",
  /** Any other public place with a name. */
  "place",
  /** Coordinates, typed or from a map. */
  "position",
]);
export type PlaceKind = z.infer<typeof PlaceKind>;

/**
 * A place suggestion. `label` is its name, its town unless it is one, and its country; it names the place wherever it is
 * chosen. `detail` distinguishes places with the same label: the state, preceded by the name that matched if the label
 * does not show it. `ignored` is the part of the query that the place does not match, such as a street that is unknown.
 */
export const PlacePrediction = z.object({
  placeId: z.string(),
  kind: PlaceKind,
  label: z.string(),
  detail: z.string(),
  ignored: z.optional(z.string()),
});
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
    limit: withDefault(queryNumber(z.int(), z.gte(1), z.lte(PREDICTIONS_MAX)), PREDICTIONS_MAX),
  })
  .check(
    z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), {
      path: ["lng"],
      message: "lat and lng must be given together.",
    }),
  );
export type PlaceQuery = z.output<typeof PlaceQuery>;

/** Places from our own data always have an id. */
export const PlaceDetails = z.extend(ZonedPlace, {
  placeId: z.string(),
  kind: PlaceKind,
});
export type PlaceDetails = z.infer<typeof PlaceDetails>;

/** The known place nearest to a position, with its great-circle distance in metres. */
export const NearestPlace = z.extend(PlaceDetails, { distanceM: z.int().check(z.gte(0)) });
export type NearestPlace = z.infer<typeof NearestPlace>;

// Typing sends a request per keystroke, and a whole campus may share one address.
const TYPING_LIMITS: readonly RateLimit[] = [
  {
    by: "address",
    count: 1200,
    perS: 60,
  },
];

/** Public, because visitors also use the search on the landing page. */
export const places = {
  predict: endpoint({
    summary:
      "Suggest places for the text, also with typos, a postcode, a town or a country in it, best first",
    method: "GET",
    path: "/auth/places/predictions",
    access: "public",
    scope: "places:read",
    query: PlaceQuery,
    /** `needsTown`: the text is a word for a kind of place, and none is known around; a town beside it helps. */
    reply: z.object({
      items: z.array(PlacePrediction),
      needsTown: z.optional(z.boolean()),
    }),
    limits: TYPING_LIMITS,
  }),
  nearest: endpoint({
    summary:
      "Get the town nearest to a position, or its street address if a geocoder is configured",
    method: "GET",
    path: "/auth/places/reverse-geocode",
    access: "public",
    scope: "places:read",
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
    scope: "places:read",
    params: z.object({ placeId: z.string().check(z.maxLength(100)) }),
    reply: PlaceDetails,
    limits: TYPING_LIMITS,
    problems: ["not_found"],
  }),
};
