import { message } from "@commonlane/contract/message";
import { REASON, template } from "./notification-template.ts";

/** Texts about the groups of the reader. */
export const groupMessages = {
  "group.requested": template(
    message("Someone wants to join the group {group}", {
      comment: "group: such as “University staff”.",
    }),
    message("You manage this group. Accept or decline the request."),
  ),
  "group.joined": template(
    message("You're now a member of the group {group}", {
      comment: "group: such as “University staff”.",
    }),
    message("A manager of the group accepted your request."),
  ),
  "group.declined": template(
    message("Your request to join the group {group} was declined", {
      comment: "group: such as “University staff”.",
    }),
    message("You can look for other groups."),
  ),
  "group.managed": template(
    message("You now manage the group {group}", { comment: "group: such as “University staff”." }),
    message("You can accept requests, invite and remove members, and change the group."),
  ),
  "group.removed": template(
    message("You're no longer a member of the group {group}", {
      comment: "group: such as “University staff”.",
    }),
    message(
      "{count, plural, =1 {A manager removed you from the group.} other {The group no longer exists.}}",
      {
        comment:
          "Not a number: 1 if a manager removed the reader, otherwise the whole group was removed.",
      },
    ),
  ),
} as const;

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
