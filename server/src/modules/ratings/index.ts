export {
  markRatingAppealDecided,
  markRatingHidden,
  markRatingShown,
  reopenRatingAppeal,
} from "./rating-visibility.store.ts";
export { ratingSweeps } from "./publish-ratings.ts";
export { giveRating } from "./ratings.ts";
export { ratingRoutes } from "./ratings.routes.ts";
