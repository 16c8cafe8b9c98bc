export { findItinerary } from "./itineraries.ts";
