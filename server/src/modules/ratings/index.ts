import { ratings } from "@commonlane/contract/ratings";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { changeRating, giveRating, readOwnRatingOf, removeRating } from "./ratings.ts";
import {
  appealRating,
  listRatingsDue,
  listRatingsForRide,
  listRatingsOfPerson,
  readRatingStats,
  replyToRating,
} from "./reputation.ts";

export {
  markRatingAppealDecided,
  markRatingHidden,
  markRatingShown,
  reopenRatingAppeal,
  findMutualRaters,
} from "./moderated-ratings.store.ts";
export { ratingSweeps, giveRating } from "./ratings.ts";

export const ratingRoutes: RegisterRoutes = (http) => {
  http.on(ratings.give, (ctx, { body }, rater) => giveRating(ctx, rater, body));
  http.on(ratings.ofPerson, (ctx, { params, query }, viewer) =>
    listRatingsOfPerson(ctx, viewer, params.uid, query),
  );
  http.on(ratings.stats, (ctx, { params }, viewer) => readRatingStats(ctx, viewer, params.uid));
  http.on(ratings.between, (ctx, { params }, rater) => readOwnRatingOf(ctx, rater, params.uid));
  http.on(ratings.onRide, (ctx, { params }, caller) =>
    listRatingsForRide(ctx, caller, params.rideId),
  );
  http.on(ratings.due, (ctx, _, caller) => listRatingsDue(ctx, caller));
  http.on(ratings.change, (ctx, { params, body }, rater) =>
    changeRating(ctx, rater, params.ratingId, body),
  );
  http.on(ratings.remove, (ctx, { params }, rater) => removeRating(ctx, rater, params.ratingId));
  http.on(ratings.reply, (ctx, { params, body }, caller) =>
    replyToRating(ctx, caller, params.ratingId, body.text),
  );
  http.on(ratings.appeal, (ctx, { params, body }, caller) =>
    appealRating(ctx, caller, params.ratingId, body.reason),
  );
};
