export { ratingSweeps } from "./publishing.ts";
export { giveRating } from "./ratings.ts";
export { ratingRoutes } from "./ratings.routes.ts";
