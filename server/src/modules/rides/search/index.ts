export { RideIndex } from "./ride-index/ride-index.ts";
export { type Corridor, calculateCorridor } from "./corridor.ts";
export { corridorBoxes } from "./corridor.store.ts";
export { searchEnds, toSearch, viewHits } from "./ride-search.ts";
export { rankElsewhere, type RankElsewhere } from "./search-terms.ts";
export { searchWays, type Way, type WayHit } from "./search-ways.ts";
export { isAccessible, meetsFilters, showsMark } from "./search-filters.ts";
export { matchAlongRoutes, findRidesAlongRoute, type RouteCriteria } from "./rides-along-route.ts";
export { viewMatch } from "./ride-match.view.ts";
