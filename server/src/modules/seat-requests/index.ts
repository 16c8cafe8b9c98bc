export { rideFollowUp, seatRequestSweeps } from "./follow-up.ts";
export { seatRequestRoutes } from "./seat-requests.routes.ts";
