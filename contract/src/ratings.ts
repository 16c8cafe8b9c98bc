import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { RATING_COMMENT_MAX_LENGTH, RATINGS_PAGE_SIZE } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { cleanText, Id, pageOf, PageQuery, withDefault } from "./shapes.ts";

// Names with underscores come from the specification (section 7, Ratings).

const STARS_MESSAGE = translatable("Please give 1 to 5 stars.");
const Stars = z.int(STARS_MESSAGE).check(z.gte(1, STARS_MESSAGE), z.lte(5, STARS_MESSAGE));
const Comment = z.nullish(cleanText(RATING_COMMENT_MAX_LENGTH));

/** A user's rating of another user for a shared ride. */
export const Rating = z.object({
  id: Id,
  rater_uid: Id,
  rated_uid: Id,
  rater: PublicPerson,
  rating: Stars,
  comment: z.nullable(z.string()),
  /** Visible only to the two users: others must not learn who was on a ride. */
  ride_id: z.nullable(Id),
  createdAt: z.iso.datetime(),
  /** Null while hidden: until both have rated, or the rating period ends. */
  publishedAt: z.nullable(z.iso.datetime()),
  /**
   * Why a published rating is shown but does not count towards the average: `booking`, because of how the seat was
   * booked and the ride went, or `repeated`, because the rater's last one that counts is less than 30 days older.
   */
  uncounted: withDefault(z.nullable(z.enum(["booking", "repeated"])), null),
  /** Since when moderators hide it from others; visible only to the two users. */
  hiddenAt: z.nullable(z.iso.datetime()),
  /** The one reply of the rated user. */
  reply: z.nullable(
    z.object({
      text: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** When the rated user appealed; visible only to the two users. */
  appealedAt: z.nullable(z.iso.datetime()),
});
export type Rating = z.output<typeof Rating>;

export const RatingStats = z.object({
  count: z.int(),
  /** Mean of the published ratings with two decimals; null if there are none. */
  mean: z.nullable(z.number()),
  /** Bayesian average with two decimals: the fewer the ratings, the closer to the overall mean. */
  score: z.number(),
  histogram: z.object({
    1: z.int(),
    2: z.int(),
    3: z.int(),
    4: z.int(),
    5: z.int(),
  }),
  /** True if there are too few ratings to show a mean. */
  isNew: z.boolean(),
});
export type RatingStats = z.infer<typeof RatingStats>;

/** Another user on a shared ride, and the state of their mutual ratings. */
export const RatingOnRide = z.object({
  person: PublicPerson,
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
  /** True if a rating can be given now. */
  open: z.boolean(),
  given: z.nullable(Rating),
  /** The other user's rating of the caller, once published. */
  received: z.nullable(Rating),
});
export type RatingOnRide = z.infer<typeof RatingOnRide>;

/** A ride for which the caller can still rate someone. */
export const RatingDue = z.object({
  ride_id: Id,
  person: PublicPerson,
  from: z.string(),
  to: z.string(),
  departsAt: z.iso.datetime(),
  timeZone: z.string(),
  closesAt: z.iso.datetime(),
});
export type RatingDue = z.infer<typeof RatingDue>;

/** Without a ride: the newest shared ride that is not yet rated. */
export const NewRating = z.object({
  rated_uid: Id,
  rating: Stars,
  ride_id: z.nullish(Id),
  comment: Comment,
});
export type NewRating = z.output<typeof NewRating>;

/** Omitted fields stay unchanged. */
export const RatingChange = z.object({
  rating: z.optional(Stars),
  comment: Comment,
});
export type RatingChange = z.output<typeof RatingChange>;

const ReviewText = z.pipe(cleanText(RATING_COMMENT_MAX_LENGTH), z.string().check(z.minLength(1)));
const PersonParams = z.object({ uid: Id });
const RatingParams = z.object({ ratingId: Id });

export const ratings = {
  give: endpoint({
    summary:
      "Rate a user after a shared ride; hidden until both have rated or the rating period ends",
    method: "POST",
    path: "/ratings",
    access: "signed-in",
    idempotent: true,
    body: NewRating,
    reply: Rating,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "not_shared", "rating_early", "rating_closed", "already_rated"],
  }),
  ofPerson: endpoint({
    summary: "List a user's published ratings, newest first",
    method: "GET",
    path: "/ratings/user/:uid",
    access: "signed-in",
    params: PersonParams,
    query: z.extend(PageQuery, { limit: withDefault(PageQuery.shape.limit, RATINGS_PAGE_SIZE) }),
    reply: pageOf(Rating),
    problems: ["not_found"],
  }),
  stats: endpoint({
    summary: "Get a summary of a user's published ratings that count; the list also has the others",
    method: "GET",
    path: "/ratings/user/:uid/stats",
    access: "signed-in",
    params: PersonParams,
    reply: RatingStats,
    problems: ["not_found"],
  }),
  between: endpoint({
    summary: "Get the caller's latest rating of a user",
    method: "GET",
    path: "/ratings/between/:uid",
    access: "signed-in",
    params: PersonParams,
    reply: Rating,
    problems: ["not_found"],
  }),
  onRide: endpoint({
    summary: "List the users the caller shared a ride with, and their mutual ratings",
    method: "GET",
    path: "/ratings/ride/:rideId",
    access: "signed-in",
    params: z.object({ rideId: Id }),
    reply: z.object({ items: z.array(RatingOnRide) }),
  }),
  due: endpoint({
    summary: "List rides that the caller can still rate, newest first; at most 20",
    method: "GET",
    path: "/ratings/due",
    access: "signed-in",
    reply: z.object({ items: z.array(RatingDue) }),
  }),
  change: endpoint({
    summary: "Change a rating that is not yet published",
    method: "PUT",
    path: "/ratings/:ratingId",
    access: "signed-in",
    params: RatingParams,
    body: RatingChange,
    reply: Rating,
    problems: ["not_found", "not_yours", "rating_published", "invalid_input"],
  }),
  remove: endpoint({
    summary: "Delete a rating that is not yet published",
    method: "DELETE",
    path: "/ratings/:ratingId",
    access: "signed-in",
    params: RatingParams,
    reply: z.object({ success: z.boolean() }),
    problems: ["not_found", "not_yours", "rating_published"],
  }),
  reply: endpoint({
    summary: "Reply to a published rating of the caller, once",
    method: "POST",
    path: "/ratings/:ratingId/reply",
    access: "signed-in",
    idempotent: true,
    params: RatingParams,
    body: z.object({ text: ReviewText }),
    reply: Rating,
    problems: ["not_found", "not_yours", "already_replied", "invalid_input"],
  }),
  appeal: endpoint({
    summary: "Appeal against a published rating of the caller, once",
    method: "POST",
    path: "/ratings/:ratingId/appeal",
    access: "signed-in",
    idempotent: true,
    params: RatingParams,
    body: z.object({ reason: ReviewText }),
    reply: Rating,
    problems: ["not_found", "not_yours", "already_appealed", "invalid_input"],
  }),
};
