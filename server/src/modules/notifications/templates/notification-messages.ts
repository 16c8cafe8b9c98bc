import { message } from "@commonlane/contract/message";
import type { NotificationKind } from "@commonlane/contract/notifications";
import { groupMessages, membershipLossMessages, trustMarkMessages } from "./group-messages.ts";
import { moderationMessages } from "./moderation-messages.ts";
import { type NotificationTemplate, REASON, ROUTE, template } from "./notification-template.ts";
import { rideMessages } from "./ride-messages.ts";
import { rideRequestMessages } from "./ride-request-messages.ts";
import { seatRequestMessages } from "./seat-request-messages.ts";
import { tripSafetyMessages } from "./trip-safety-messages.ts";

/** Texts of every kind, the same in the list, the push and the e-mail. */
export const notificationMessages: Readonly<Record<NotificationKind, NotificationTemplate>> = {
  ...seatRequestMessages,
  ...rideRequestMessages,
  ...rideMessages,
  ...moderationMessages,
  ...tripSafetyMessages,
  ...trustMarkMessages,
  ...membershipLossMessages,
  ...groupMessages,
  "rating.hidden": template(
    message("Moderators hid your rating of {name}"),
    message("Others can't see it, and it doesn't count."),
    REASON,
    message("If you think this is a mistake, contact {support}."),
  ),
  "rating.due": template(
    message("How was the ride?"),
    message(
      "{route}, {when}. Rate the people you travelled with. Ratings stay hidden until both sides have rated or the time is up.",
    ),
  ),
  "rating.published": template(
    message("{name} rated you"),
    message(
      "{count, plural, one {# of 5 stars} other {# of 5 stars}}. The rating is now public, and you can reply once.",
    ),
  ),
  "rating.replied": template(
    message("{name} replied to your rating"),
    message("See the reply on their profile."),
  ),
  "trip-outcome.disputed": template(
    message("{name} reported that you didn't travel together"),
    message(
      "{route}, {when}. Tell us what happened. If you don't answer, we'll record it as reported.",
    ),
  ),
  "trip-outcome.settled": template(
    message("A no-show report is closed"),
    message("{route}, {when}, with {name}. See how it was recorded."),
  ),
  "chat.unread": template(
    message("{name} sent you a message"),
    ROUTE,
    message("Open the chat to read it."),
  ),
  "notification.tested": template(
    message("Test notification", {
      comment: "Title of a notification that the reader asked for to try the channel.",
    }),
    message("Notifications reach you here."),
  ),
};
