import type { NotificationKind } from "@commonlane/contract/notifications";
import type { NoticeDetails } from "#platform/db/schema/notification-tables.ts";
import { safeNameForSubject } from "#platform/mail/name-in-subject.ts";
import { type TemplateVars, templateVars } from "./template-vars.ts";

/** Title and one or two sentences of a notification. */
export interface NotificationText {
  readonly title: string;
  readonly text: string;
}

/** Texts of every kind, the same in the list, the push and the e-mail. */
const TEMPLATES: Record<NotificationKind, (vars: TemplateVars) => NotificationText> = {
  "seat-request.created": ({ name, seats, route, when }) => ({
    title: `${name} requested ${seats}`,
    text: `${route}, ${when}. Accept or decline the request.`,
  }),
  "seat-request.booked": ({ name, seats, route, when }) => ({
    title: `${name} booked ${seats} on your ride`,
    text: `${route}, ${when}.`,
  }),
  "seat-request.accepted": ({ name, route, when }) => ({
    title: `${name} accepted your request`,
    text: `${route}, pickup ${when}. You can now see the meeting point and the vehicle.`,
  }),
  "seat-request.rejected": ({ name, route, when, reason }) => ({
    title: `${name} declined your request`,
    text: `${route}, ${when}.${reason} Look for another ride.`,
  }),
  "seat-request.expired": ({ name, route, when }) => ({
    title: `${name} didn't answer in time`,
    text: `Your request for ${route}, ${when}, has expired. Look for another ride or post a ride request.`,
  }),
  "seat-request.withdrawn": ({ name, route, when }) => ({
    title: `${name} withdrew a request`,
    text: `${route}, ${when}. You don't need to answer anymore.`,
  }),
  "replacement.found": ({ count, route, when, choices }) => ({
    title: count === 1 ? "We found another ride" : `We found ${count} other rides`,
    text: `Instead of ${route}, ${when}: ${choices}. Tap to request a seat.`,
  }),
  "replacement.wanted": ({ seats, route, when }) => ({
    title: "Someone lost their ride on your route",
    text: `${seats === "a seat" ? "A seat" : seats} for ${route}, around ${when}. Driving that way? Offer a ride and we'll let them know.`,
  }),
  "standby.reserved": ({ name, route, when, until }) => ({
    title: "A seat is available for you",
    text: `${route} with ${name}, ${when}. Confirm by ${until} to keep it. Declining doesn't count against you.`,
  }),
  "standby.requested": ({ name, route, when }) => ({
    title: "A seat is available and you're next",
    text: `${route}, ${when}. We sent your request to ${name}.`,
  }),
  "standby.ended": ({ route, when }) => ({
    title: "No seat became available",
    text: `${route}, ${when}: you're no longer on the waitlist. Look for another ride or post a ride request.`,
  }),
  "standby.joined": ({ name, seats, route, when }) => ({
    title: `${name} is waiting for ${seats} on your full ride`,
    text: `${route}, ${when}. They're on the waitlist. You can also add a seat.`,
  }),
  "seat-request.cancelled": ({ name, route, when, reason }) => ({
    title: `${name} cancelled`,
    text: `The booking for ${route}, ${when}, was cancelled.${reason}`,
  }),
  "seat-request.waiting": ({ name, route, when }) => ({
    title: `${name} is still waiting for your answer`,
    text: `${route}. The request expires ${when}.`,
  }),
  "ride-request.addressed": ({ name, seats, route, when }) => ({
    title: `${name} asked you for a ride`,
    text: `${seats === "a seat" ? "A seat" : seats} for ${route}, from ${when}. Can you offer a ride?`,
  }),
  "offer.created": ({ name, route, when }) => ({
    title: `${name} offered you a ride`,
    text: `${route}, pickup ${when}. Compare your offers and choose one.`,
  }),
  "offer.accepted": ({ name, route, when }) => ({
    title: `${name} accepted your offer`,
    text: `${route}, pickup ${when}. They have a seat on your ride.`,
  }),
  "offer.declined": ({ name, route, reason }) => ({
    title: `${name} declined your offer`,
    text: `${route}.${reason}`,
  }),
  "offer.withdrawn": ({ name, route, when, reason }) => ({
    title: `${name} withdrew an offer`,
    text: `${route}, ${when}.${reason}`,
  }),
  "offer.expired": ({ name, route }) => ({
    title: "Your offer has expired",
    text: `${route}: ${name} didn't answer in time.`,
  }),
  "ride-request.expired": ({ route }) => ({
    title: "Your ride request has expired",
    text: `No driver was found for ${route}. Post it again with other times or look for a ride.`,
  }),
  "ride.changed": ({ name, route, when }) => ({
    title: `${name} changed the ride`,
    text: `${route} now leaves ${when}. Check if it still works for you.`,
  }),
  "ride.moved": ({ name, route, when, until }) => ({
    title: `${name} changed the ride: please confirm`,
    text: `${route} now leaves ${when}. Confirm by ${until} to keep your seat. Cancelling doesn't count against you.`,
  }),
  "seat-request.confirming": ({ name, route, when, until }) => ({
    title: `${name} needs your confirmation`,
    text: `${route} leaves ${when}. Confirm by ${until}, or you'll lose your seat.`,
  }),
  "seat-request.confirmed": ({ name, route, when }) => ({
    title: `${name} confirmed their seat`,
    text: `${route}, pickup ${when}.`,
  }),
  "seat-request.lapsed": ({ route, when }) => ({
    title: "Your seat was released",
    text: `You didn't confirm ${route}, ${when}, in time. This doesn't count against you. Look for another ride or request a seat again.`,
  }),
  "seat-request.unconfirmed": ({ name, route, when }) => ({
    title: `${name} didn't confirm in time`,
    text: `${route}, ${when}. Their seat is available again.`,
  }),
  "ride-series.missed": ({ route, when }) => ({
    title: "A day of your recurring ride is missing",
    text: `${route}, ${when}: you're already on another ride then. See which days are affected.`,
  }),
  "ride-series.stopped": ({ route, when, reason }) => ({
    title: "Your recurring ride has stopped",
    text: `${route} is no longer offered from ${when}.${reason} Change the seats or the price to continue.`,
  }),
  "ride.tomorrow": ({ route, when }) => ({
    title: `Coming up: ${route}`,
    text: `Your ride leaves ${when}. Check the meeting point, and let the others know early if your plans change.`,
  }),
  "ride.soon": ({ route, when }) => ({
    title: "Your ride leaves in an hour",
    text: `${route}, ${when}. Have a good trip.`,
  }),
  "ride.alerted": ({ name, route, when }) => ({
    title: `${name} is driving your route`,
    text: `${route}, pickup ${when}. Take a look and request a seat.`,
  }),
  "rides.more": () => ({
    title: "More rides match your searches",
    text: "We won't send more alerts today. Open your saved searches to see all matching rides.",
  }),
  "ride-request.alerted": ({ name, route, when, seats }) => ({
    title: `${name} needs a ride along your route`,
    text: `${seats === "a seat" ? "A seat" : seats} for ${route}, from ${when}. Can you offer a ride?`,
  }),
  "active-driver.ended": () => ({
    title: "You're offline",
    text: "We haven't received your position for a while, so people nearby no longer see you. Go online again when you're driving.",
  }),
  "person.suspended": ({ name }) => ({
    title: `${name} was suspended for fraud`,
    text: "They messaged you or arranged a ride with you. Don't send them money or open their links. If you already have, contact your bank and our support team.",
  }),
  "companion.suspended": ({ name, route, when }) => ({
    title: `${name} was suspended, and you have a ride together`,
    text: `${route}, ${when}: the booking still stands, but they can't read messages or cancel. If you don't want to travel together, cancel it on the ride's page.`,
  }),
  "person.warned": ({ reason, support }) => ({
    title: "Warning from the moderators",
    text: `Please read this.${reason} If you think this is a mistake, contact ${support}.`,
  }),
  "person.reinstated": ({ reason }) => ({
    title: "Your account is active again",
    text: `Your account is no longer suspended.${reason}`,
  }),
  "ride.hidden": ({ route, when, untilDay, reason }) => ({
    title: "Moderators hid your ride",
    text: `${route}, ${when}: only your passengers can see it; others can't find it ${untilDay}.${reason} You can appeal on the ride's page.`,
  }),
  "booked-ride.hidden": ({ name, route, when, untilDay, reason }) => ({
    title: `Moderators hid ${name}'s ride that you're on`,
    text: `${route}, ${when}: others can't find it ${untilDay}.${reason} You keep your seat, or you can cancel it.`,
  }),
  "ride-request.hidden": ({ route, untilDay, reason }) => ({
    title: "Moderators hid your ride request",
    text: `${route}: drivers can't find it ${untilDay}.${reason} You can appeal on the request's page.`,
  }),
  "bio.hidden": ({ untilDay, reason }) => ({
    title: "Moderators removed your bio",
    text: `Others can't see it ${untilDay}.${reason} You can write a new one or appeal on your profile.`,
  }),
  "photo.hidden": ({ untilDay, reason }) => ({
    title: "Moderators removed your photo",
    text: `Others can't see it ${untilDay}.${reason} You can choose a new one or appeal on your profile.`,
  }),
  "event.hidden": ({ untilDay, reason }) => ({
    title: "Moderators hid your event",
    text: `Others can't see it ${untilDay}.${reason} You can appeal on the event's page.`,
  }),
  "content-removal.ended": ({ routePrefix, reason }) => ({
    title: "Your content is visible again",
    text: `${routePrefix}Moderators restored it.${reason}`,
  }),
  "content-removal.upheld": ({ reason }) => ({
    title: "Your content stays hidden",
    text: `A moderator reviewed your appeal.${reason}`,
  }),
  "report.urgent": ({ topic }) => ({
    title: `Urgent report: ${topic}`,
    text: "Someone may be harmed or lose money. Please look at it now.",
  }),
  "report.created": ({ topic }) => ({
    title: `New report: ${topic}`,
    text: "Please look at it when you can.",
  }),
  "companion.reinstated": ({ name, route, when }) => ({
    title: `${name} is no longer suspended`,
    text: `${route}, ${when}: your booking still stands, and they can read messages again.`,
  }),
  "report.closed": () => ({
    title: "Your report was reviewed",
    text: "Thank you for reporting this. A moderator has handled it; we can't share the outcome.",
  }),
  "appeal.decided": ({ count, reason }) => ({
    title: count === 1 ? "The rating was hidden" : "The rating stays",
    text: `A moderator reviewed your appeal.${reason}`,
  }),
  "rating.hidden": ({ name, reason, support }) => ({
    title: `Moderators hid your rating of ${name}`,
    text: `Others can't see it, and it doesn't count.${reason} If you think this is a mistake, contact ${support}.`,
  }),
  "rating.due": ({ route, when }) => ({
    title: "How was the ride?",
    text: `${route}, ${when}. Rate the people you travelled with. Ratings stay hidden until both sides have rated or the time is up.`,
  }),
  "rating.published": ({ name, count }) => ({
    title: `${name} rated you`,
    text: `${count} of 5 stars. The rating is now public, and you can reply once.`,
  }),
  "rating.replied": ({ name }) => ({
    title: `${name} replied to your rating`,
    text: "See the reply on their profile.",
  }),
  "trip-outcome.disputed": ({ name, route, when }) => ({
    title: `${name} reported that you didn't travel together`,
    text: `${route}, ${when}. Tell us what happened. If you don't answer, we'll record it as reported.`,
  }),
  "trip-outcome.settled": ({ name, route, when }) => ({
    title: "A no-show report is closed",
    text: `${route}, ${when}, with ${name}. See how it was recorded.`,
  }),
  "arrival.overdue": ({ route }) => ({
    title: "Did you arrive?",
    text: `${route}. Please confirm, or we'll tell your trusted contacts that we haven't heard from you.`,
  }),
  "arrival.contacts-notified": ({ route }) => ({
    title: "We notified your trusted contacts",
    text: `${route}. You haven't confirmed your arrival. Once you do, we'll tell them you're fine.`,
  }),
  "trusted-contact.confirmed": ({ reason }) => ({
    title: "A trusted contact accepted",
    text: `We'll notify ${reason.trim()} if you don't confirm an arrival.`,
  }),
  "trusted-contact.left": ({ reason }) => ({
    title: "A trusted contact declined",
    text: `We won't notify ${reason.trim()}. You can add someone else in your profile.`,
  }),
  "chat.unread": ({ name, routePrefix }) => ({
    title: `${name} sent you a message`,
    text: `${routePrefix}Open the chat to read it.`,
  }),
  "notification.tested": () => ({
    title: "Test notification",
    text: "Notifications reach you here.",
  }),
};

/** Renders a notification. `name` is the other person's name, if there is one. */
export function renderNotification(
  kind: NotificationKind,
  details: NoticeDetails,
  name: string | undefined,
): NotificationText {
  // Rows of an earlier release may have kinds without a template; they show the person and the route.
  const template: ((vars: TemplateVars) => NotificationText) | undefined = TEMPLATES[kind];
  const vars = templateVars(details, name);
  return template?.(vars) ?? { title: vars.name, text: vars.route };
}

/** The title as e-mail subject. Of user-written text it contains at most a first name. */
export function emailSubject(kind: NotificationKind, details: NoticeDetails, name: string | undefined): string {
  const { from: _, to: __, reason: ___, ...safeDetails } = details;
  return renderNotification(kind, safeDetails, name === undefined ? undefined : safeNameForSubject(name)).title;
}
