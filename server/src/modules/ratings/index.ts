export {
  markRatingAppealDecided,
  markRatingHidden,
  markRatingShown,
  reopenRatingAppeal,
} from "./rating-visibility.store.ts";
export { ratingSweeps } from "./publish-ratings.ts";
export { findMutualRaters } from "./mutual-raters.store.ts";
export { giveRating } from "./ratings.ts";
export { ratingRoutes } from "./ratings.routes.ts";
