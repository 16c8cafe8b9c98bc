import { message } from "@commonlane/contract/message";
import { REASON, template, type TemplatesByKind } from "./notification-template.ts";

/** Texts about seats: requests for them, waitlists, and other rides if a host cancels. */
export const seatRequestMessages = {
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
} satisfies TemplatesByKind;
