export { ratingSweeps } from "./publish-ratings.ts";
export { giveRating } from "./ratings.ts";
export { ratingRoutes } from "./ratings.routes.ts";
