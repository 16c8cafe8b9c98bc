import { message } from "@commonlane/contract/message";
import { template, REASON } from "./notification-template.ts";

/** Texts about the trust marks of the reader. */
export const trustMarkMessages = {
  "trust-mark.gained": template(
    message("New trust mark: {mark}", { comment: "mark: such as “Member of Example University”." }),
    message("Others see it next to your name. You can hide it in your profile."),
  ),
  "trust-mark.lost": template(
    message("You no longer have the trust mark {mark}"),
    message("Your e-mail address, your institution or the moderators no longer confirm it."),
  ),
  "trust-mark.expiring": template(
    message("Your trust mark {mark} expires soon"),
    message("Others see it until {untilDay}. You can renew it in your profile."),
  ),
  "trust-mark.expired": template(
    message("Your trust mark {mark} has expired"),
    message("Others no longer see it. You can renew it in your profile."),
  ),
} as const;

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
