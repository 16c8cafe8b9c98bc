import { message } from "@commonlane/contract/message";
import { REASON, template, VEHICLE, type TemplatesByKind } from "./notification-template.ts";

const COMING_TRIP = message("{day} {time}: {route}", {
  comment: "Title of a reminder, such as “Tomorrow 07:55: Ruggell → University”.",
});
const WHO_DRIVES = message("{hasPerson, select, yes {{name} picks you up.} other {You drive.}}", {
  comment: "In a reminder of a trip, to a passenger or to the driver.",
});

/** Texts about rides of the reader, reminders, and rides that were searched for. */
export const rideMessages = {
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
  "active-driver.ended": template(
    message("You're offline", {
      comment: "To a driver whose position was no longer shown to others.",
    }),
    message(
      "We haven't received your position for a while, so people nearby no longer see you. Go online again when you're driving.",
    ),
  ),
} satisfies TemplatesByKind;
