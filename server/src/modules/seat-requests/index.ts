export { endSeatRequestsBetween, endStandbyBetween, sharedRides } from "./between-two.ts";
export { rideFollowUp, seatRequestSweeps } from "./follow-up.ts";
export { acceptSeatRequest, endSeatRequest, rejectSeatRequest } from "./decisions.ts";
export { beginRideNews, rideNews } from "./ride-news.ts";
export { incomingRequests, ownRequests } from "./lists.ts";
export { answerBy, bookSeats, mustHaveAccess, requestSeats } from "./seat-requests.ts";
export { joinStandby } from "./standby.ts";
export { seatRequestRoutes } from "./seat-requests.routes.ts";
export { leaveStandby } from "./standby.ts";
