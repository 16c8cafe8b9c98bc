import { message } from "@commonlane/contract/message";
import { REASON, template, type TemplatesByKind } from "./notification-template.ts";

/** Texts about ride requests and the offers for them. */
export const rideRequestMessages = {
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
  "ride-request.alerted": template(
    message("{name} needs a ride along your route"),
    message(
      "{seats, plural, one {A seat} other {# seats}} for {route}, from {when}. Can you offer a ride?",
    ),
  ),
} satisfies TemplatesByKind;
