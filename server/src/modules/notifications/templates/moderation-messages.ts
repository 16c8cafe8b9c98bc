import { message } from "@commonlane/contract/message";
import { REASON, ROUTE, template, type TemplatesByKind } from "./notification-template.ts";

/** Texts about decisions of moderators, and for moderators. */
export const moderationMessages = {
  "person.suspended": template(
    message("{name} was suspended for fraud"),
    message(
      "They messaged you or arranged a ride with you. Don't send them money or open their links. If you already have, contact your bank and our support team.",
    ),
  ),
  "companion.suspended": template(
    message("{name} was suspended, and you have a ride together"),
    message(
      "{route}, {when}: the booking still stands, but they can't read messages or cancel. If you don't want to travel together, cancel it on the ride's page.",
    ),
  ),
  "person.warned": template(
    message("Warning from the moderators"),
    message("Please read this."),
    REASON,
    message("If you think this is a mistake, contact {support}."),
  ),
  "person.reinstated": template(
    message("Your account is active again"),
    message("Your account is no longer suspended."),
    REASON,
  ),
  "ride.hidden": template(
    message("Moderators hid your ride"),
    message(
      "{route}, {when}: {hasEnd, select, yes {only your passengers can see it; others can't find it until {untilDay}.} other {only your passengers can see it; others can't find it anymore.}}",
    ),
    REASON,
    message("You can appeal on the ride's page."),
  ),
  "booked-ride.hidden": template(
    message("Moderators hid {name}'s ride that you're on"),
    message(
      "{route}, {when}: {hasEnd, select, yes {others can't find it until {untilDay}.} other {others can't find it anymore.}}",
    ),
    REASON,
    message("You keep your seat, or you can cancel it."),
  ),
  "ride-request.hidden": template(
    message("Moderators hid your ride request"),
    message(
      "{route}: {hasEnd, select, yes {drivers can't find it until {untilDay}.} other {drivers can't find it anymore.}}",
    ),
    REASON,
    message("You can appeal on the request's page."),
  ),
  "bio.hidden": template(
    message("Moderators removed your bio"),
    message(
      "{hasEnd, select, yes {Others can't see it until {untilDay}.} other {Others can't see it anymore.}}",
    ),
    REASON,
    message("You can write a new one or appeal on your profile."),
  ),
  "photo.hidden": template(
    message("Moderators removed your photo"),
    message(
      "{hasEnd, select, yes {Others can't see it until {untilDay}.} other {Others can't see it anymore.}}",
    ),
    REASON,
    message("You can choose a new one or appeal on your profile."),
  ),
  "event.hidden": template(
    message("Moderators hid your event"),
    message(
      "{hasEnd, select, yes {Others can't see it until {untilDay}.} other {Others can't see it anymore.}}",
    ),
    REASON,
    message("You can appeal on the event's page."),
  ),
  "content-removal.ended": template(
    message("Your content is visible again"),
    ROUTE,
    message("Moderators restored it."),
    REASON,
  ),
  "content-removal.upheld": template(
    message("Your content stays hidden"),
    message("A moderator reviewed your appeal."),
    REASON,
  ),
  "report.urgent": template(
    message("Urgent report: {topic}", {
      comment: "To moderators. topic: what is reported, such as fraud or spam.",
    }),
    message("Someone may be harmed or lose money. Please look at it now."),
  ),
  "report.created": template(
    message("New report: {topic}", {
      comment: "To moderators. topic: what is reported, such as fraud or spam.",
    }),
    message("Please look at it when you can."),
  ),
  "companion.reinstated": template(
    message("{name} is no longer suspended"),
    message("{route}, {when}: your booking still stands, and they can read messages again."),
  ),
  "report.closed": template(
    message("Your report was reviewed"),
    message(
      "Thank you for reporting this. A moderator has handled it; we can't share the outcome.",
    ),
  ),
  "appeal.decided": template(
    message("{count, plural, =1 {The rating was hidden} other {The rating stays}}", {
      comment: "Not a number: 1 if moderators hid the rating after an appeal.",
    }),
    message("A moderator reviewed your appeal."),
    REASON,
  ),
} satisfies TemplatesByKind;
