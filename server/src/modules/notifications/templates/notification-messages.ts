import { message } from "@commonlane/contract/message";
import type { NotificationKind } from "@commonlane/contract/notifications";
import { membershipLossMessages, trustMarkMessages } from "./membership-messages.ts";
import {
  type NotificationTemplate,
  REASON,
  ROUTE,
  template,
  VEHICLE,
} from "./notification-template.ts";
import { groupMessages } from "./group-messages.ts";
import { tripSafetyMessages } from "./trip-safety-messages.ts";

const COMING_TRIP = message("{day} {time}: {route}", {
  comment: "Title of a reminder, such as “Tomorrow 07:55: Ruggell → University”.",
});
const WHO_DRIVES = message("{hasPerson, select, yes {{name} picks you up.} other {You drive.}}", {
  comment: "In a reminder of a trip, to a passenger or to the driver.",
});

/** Texts of every kind, the same in the list, the push and the e-mail. */
export const notificationMessages: Readonly<Record<NotificationKind, NotificationTemplate>> = {
  "seat-request.created": template(
    message("{name} requested {seats, plural, one {a seat} other {# seats}}"),
    message("{route}, {when}. Accept or decline the request."),
  ),
  "seat-request.booked": template(
    message("{name} booked {seats, plural, one {a seat} other {# seats}} on your ride"),
    message("{route}, {when}.", { comment: "A sentence that only names a route and its time." }),
  ),
  "seat-request.accepted": template(
    message("{name} accepted your request"),
    message("{route}, pickup {when}. You can now see the meeting point and the vehicle."),
  ),
  "seat-request.rejected": template(
    message(
      "{isCancelled, select, yes {{name} cancelled the ride} other {{name} declined your request}}",
    ),
    message("{route}, {when}."),
    REASON,
    message("Look for another ride."),
  ),
  "seat-request.expired": template(
    message("{name} didn't answer in time"),
    message(
      "Your request for {route}, {when}, has expired. Look for another ride or post a ride request.",
    ),
  ),
  "seat-request.withdrawn": template(
    message("{name} withdrew a request"),
    message("{route}, {when}. You don't need to answer anymore."),
  ),
  "replacement.found": template(
    message("{count, plural, one {We found another ride} other {We found # other rides}}"),
    message("Instead of {route}, {when}: {choices}. Tap to request a seat."),
  ),
  "replacement.wanted": template(
    message("Someone lost their ride on your route"),
    message(
      "{seats, plural, one {A seat} other {# seats}} for {route}, around {when}. Driving that way? Offer a ride and we'll let them know.",
    ),
  ),
  "standby.reserved": template(
    message("A seat is available for you"),
    message(
      "{route} with {name}, {when}. Confirm by {until} to keep it. Declining doesn't count against you.",
    ),
  ),
  "standby.requested": template(
    message("A seat is available and you're next"),
    message("{route}, {when}. We sent your request to {name}."),
  ),
  "standby.ended": template(
    message(
      "{isCancelled, select, yes {{name} cancelled the ride} other {No seat became available}}",
    ),
    message(
      "{route}, {when}: you're no longer on the waitlist. Look for another ride or post a ride request.",
    ),
  ),
  "standby.joined": template(
    message(
      "{name} is waiting for {seats, plural, one {a seat} other {# seats}} on your full ride",
    ),
    message("{route}, {when}. They're on the waitlist. You can also add a seat."),
  ),
  "seat-request.cancelled": template(
    message("{isCancelled, select, yes {{name} cancelled the ride} other {{name} cancelled}}", {
      comment: "yes: a host cancelled the whole ride; other: a person cancelled their booking.",
    }),
    message("The booking for {route}, {when}, was cancelled."),
    REASON,
  ),
  "seat-request.waiting": template(
    message("{name} is still waiting for your answer"),
    message("{route}. The request expires {when}."),
  ),
  "ride-request.addressed": template(
    message("{name} asked you for a ride"),
    message(
      "{seats, plural, one {A seat} other {# seats}} for {route}, from {when}. Can you offer a ride?",
    ),
  ),
  "offer.created": template(
    message("{name} offered you a ride"),
    message("{route}, pickup {when}. Compare your offers and choose one."),
  ),
  "offer.accepted": template(
    message("{name} accepted your offer"),
    message("{route}, pickup {when}. They have a seat on your ride."),
  ),
  "offer.declined": template(
    message("{name} declined your offer"),
    message("{route}.", { comment: "A sentence that only names a route." }),
    REASON,
  ),
  "offer.withdrawn": template(
    message(
      "{isCancelled, select, yes {{name} cancelled the ride} other {{name} withdrew an offer}}",
    ),
    message("{route}, {when}."),
    REASON,
  ),
  "offer.expired": template(
    message("Your offer has expired"),
    message("{route}: {name} didn't answer in time."),
  ),
  "ride-request.expired": template(
    message("Your ride request has expired"),
    message("No driver was found for {route}. Post it again with other times or look for a ride."),
  ),
  "ride.changed": template(
    message("{name} changed the ride"),
    message("{route} now leaves {when}. Check if it still works for you."),
  ),
  "ride.moved": template(
    message("{name} changed the ride: please confirm"),
    message(
      "{route} now leaves {when}. Confirm by {until} to keep your seat. Cancelling doesn't count against you.",
    ),
  ),
  "seat-request.confirming": template(
    message("{name} needs your confirmation"),
    message("{route} leaves {when}. Confirm by {until}, or you'll lose your seat."),
  ),
  "seat-request.confirmed": template(
    message("{name} confirmed their seat"),
    message("{route}, pickup {when}."),
  ),
  "seat-request.lapsed": template(
    message("Your seat was released"),
    message(
      "You didn't confirm {route}, {when}, in time. This doesn't count against you. Look for another ride or request a seat again.",
    ),
  ),
  "seat-request.unconfirmed": template(
    message("{name} didn't confirm in time"),
    message("{route}, {when}. Their seat is available again."),
  ),
  "ride-series.missed": template(
    message("A day of your recurring ride is missing"),
    message("{route}, {when}: you're already on another ride then. See which days are affected."),
  ),
  "ride-series.stopped": template(
    message("Your recurring ride has stopped"),
    message("{route} is no longer offered from {when}."),
    REASON,
    message("Change the seats or the price to continue."),
  ),
  "ride.tomorrow": template(
    COMING_TRIP,
    WHO_DRIVES,
    VEHICLE,
    message("Check the meeting point, and let the others know early if your plans change."),
  ),
  "ride.soon": template(
    COMING_TRIP,
    WHO_DRIVES,
    VEHICLE,
    message("It's time to get ready. Have a good trip!"),
  ),
  "ride.alerted": template(
    message("{name} is driving your route"),
    message("{route}, pickup {when}. Take a look and request a seat."),
  ),
  "rides.more": template(
    message("More rides match your searches"),
    message("We won't send more alerts today. Open your saved searches to see all matching rides."),
  ),
  "neighbour-ride.alerted": template(
    message("New ride in a neighbouring community"),
    message("{route}, pickup {when}. Take a look and request a seat there."),
  ),
  "ride-request.alerted": template(
    message("{name} needs a ride along your route"),
    message(
      "{seats, plural, one {A seat} other {# seats}} for {route}, from {when}. Can you offer a ride?",
    ),
  ),
  "active-driver.ended": template(
    message("You're offline", {
      comment: "To a driver whose position was no longer shown to others.",
    }),
    message(
      "We haven't received your position for a while, so people nearby no longer see you. Go online again when you're driving.",
    ),
  ),
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
  ...tripSafetyMessages,
  ...trustMarkMessages,
  ...membershipLossMessages,
  ...groupMessages,
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
