import { message } from "@commonlane/contract/message";
import { ROUTE, template } from "./notification-template.ts";

/** Texts about arrivals and trusted contacts. */
export const tripSafetyMessages = {
  "arrival.overdue": template(
    message("Did you arrive?", { comment: "To one person, after the expected arrival." }),
    message(
      "{route}. Please confirm, or we'll tell your trusted contacts that we haven't heard from you.",
    ),
  ),
  "arrival.contacts-notified": template(
    message("We notified your trusted contacts"),
    message(
      "{route}. You haven't confirmed your arrival. Once you do, we'll tell them you're fine.",
    ),
  ),
  "driver.here": template(
    message("{name} is at the meeting point", {
      comment: "To a passenger, when the driver has arrived at the pickup.",
    }),
    ROUTE,
  ),
  "trusted-contact.confirmed": template(
    message("A trusted contact accepted"),
    message("We'll notify {contact} if you don't confirm an arrival.", {
      comment: "contact: the name in quotation marks.",
    }),
  ),
  "trusted-contact.left": template(
    message("A trusted contact declined"),
    message("We won't notify {contact}. You can add someone else in your profile.", {
      comment: "contact: the name in quotation marks.",
    }),
  ),
} as const;
