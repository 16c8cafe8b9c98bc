import { message } from "@commonlane/contract/message";
import { REASON, template } from "./notification-template.ts";

/** Texts about bookings and rides that ended because a seeker or host lost the membership that they require. */
export const membershipLossMessages = {
  "seat-request.ended": template(
    message("Your seat request was cancelled"),
    message("{route}, {when}."),
    REASON,
  ),
  "ride.cancelled": template(
    message("Your ride was cancelled"),
    message("{route}, {when}. Your passengers have been notified."),
    REASON,
  ),
};
