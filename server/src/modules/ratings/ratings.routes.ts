import { ratings } from "@commonlane/contract/ratings";
import type { Routes } from "#platform/http/route.ts";
import { changeRating, giveRating, ratingBetween, removeRating } from "./ratings.ts";
import { appealRating, ratingsDue, ratingsForRide, ratingsOfPerson, ratingStats, replyToRating } from "./reputation.ts";

export const ratingRoutes: Routes = (http) => {
  http.on(ratings.give, (ctx, { body }, rater) => giveRating(ctx, rater, body));
  http.on(ratings.ofPerson, (ctx, { params, query }, viewer) => ratingsOfPerson(ctx, viewer, params.uid, query));
  http.on(ratings.stats, (ctx, { params }, viewer) => ratingStats(ctx, viewer, params.uid));
  http.on(ratings.between, (ctx, { params }, rater) => ratingBetween(ctx, rater, params.uid));
  http.on(ratings.onRide, (ctx, { params }, caller) => ratingsForRide(ctx, caller, params.rideId));
  http.on(ratings.due, (ctx, _, caller) => ratingsDue(ctx, caller));
  http.on(ratings.change, (ctx, { params, body }, rater) => changeRating(ctx, rater, params.ratingId, body));
  http.on(ratings.remove, (ctx, { params }, rater) => removeRating(ctx, rater, params.ratingId));
  http.on(ratings.reply, (ctx, { params, body }, caller) => replyToRating(ctx, caller, params.ratingId, body.text));
  http.on(ratings.appeal, (ctx, { params, body }, caller) => appealRating(ctx, caller, params.ratingId, body.reason));
};
