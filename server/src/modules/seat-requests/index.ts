export { expireSeatRequests, rideFollowUp } from "./follow-up.ts";
export { seatRequestRoutes } from "./seat-requests.routes.ts";
