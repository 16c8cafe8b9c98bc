import type { NotificationKind } from "@commonlane/contract/notifications";
import type { NoticeDetails } from "#platform/db/schema/notification-tables.ts";
import { safeNameForSubject } from "#platform/mail/name-in-subject.ts";
import { type TemplateVars, templateVars } from "./template-vars.ts";

/** What a notice says: a line, and a sentence or two below it. */
export interface NotificationText {
  readonly title: string;
  readonly text: string;
}

/** The words of every kind of notice: on the page, in a push and in a letter they are the same. */
const TEMPLATES: Record<NotificationKind, (vars: TemplateVars) => NotificationText> = {
  "seat-request.created": ({ who, seats, route, when }) => ({
    title: `${who} asks for ${seats}`,
    text: `${route}, ${when}. Accept or decline, so that they can plan.`,
  }),
  "seat-request.booked": ({ who, seats, route, when }) => ({
    title: `${who} booked ${seats} on your ride`,
    text: `${route}, ${when}.`,
  }),
  "seat-request.accepted": ({ who, route, when }) => ({
    title: `${who} takes you along`,
    text: `${route}, pickup ${when}. You now see the meeting point and the vehicle.`,
  }),
  "seat-request.rejected": ({ who, route, when, reason }) => ({
    title: `${who} cannot take you along`,
    text: `${route}, ${when}.${reason} Other rides may pass by.`,
  }),
  "seat-request.expired": ({ who, route, when }) => ({
    title: `${who} did not answer in time`,
    text: `Your request for ${route}, ${when}, has run out. Look for another ride, or post a request.`,
  }),
  "seat-request.withdrawn": ({ who, route, when }) => ({
    title: `${who} withdrew a request`,
    text: `${route}, ${when}. You need not answer any more.`,
  }),
  "replacement.found": ({ count, route, when, choices }) => ({
    title: count === 1 ? "Another ride fits" : `${count} other rides fit`,
    text: `Instead of ${route}, ${when}: ${choices}. Ask with one tap.`,
  }),
  "replacement.wanted": ({ seats, route, when }) => ({
    title: "Somebody lost their ride on your way",
    text: `${seats === "a seat" ? "A seat" : seats} for ${route}, about ${when}. Do you drive? Host a ride, and they are told.`,
  }),
  "standby.reserved": ({ who, route, when, until }) => ({
    title: `A seat came back: it is yours if you want it`,
    text: `${route} with ${who}, ${when}. It is held for you: confirm by ${until}. Giving it back counts against nobody.`,
  }),
  "standby.requested": ({ who, route, when }) => ({
    title: "A seat came back, and you are next",
    text: `${route}, ${when}. ${who} was asked for it and decides.`,
  }),
  "standby.ended": ({ route, when }) => ({
    title: "No seat came back",
    text: `${route}, ${when}: your waiting is over. Look for another ride, or post a request.`,
  }),
  "standby.joined": ({ who, seats, route, when }) => ({
    title: `${who} waits for ${seats} on your full ride`,
    text: `${route}, ${when}. Where seats come back they are next in line; you may also add one.`,
  }),
  "seat-request.cancelled": ({ who, route, when, reason }) => ({
    title: `${who} cancelled`,
    text: `${route}, ${when}, does not take place as agreed.${reason}`,
  }),
  "seat-request.waiting": ({ who, route, when }) => ({
    title: `${who} still waits for your answer`,
    text: `${route}. The request runs out ${when}.`,
  }),
  "ride-request.addressed": ({ who, seats, route, when }) => ({
    title: `${who} asks you for a ride`,
    text: `${seats === "a seat" ? "A seat" : seats} for ${route}, from ${when} on. Offer to take them along.`,
  }),
  "offer.created": ({ who, route, when }) => ({
    title: `${who} offers you a ride`,
    text: `${route}, pickup ${when}. Compare the offers and choose one.`,
  }),
  "offer.accepted": ({ who, route, when }) => ({
    title: `${who} accepted your offer`,
    text: `${route}, pickup ${when}. They are aboard.`,
  }),
  "offer.declined": ({ who, route, reason }) => ({
    title: `${who} declined your offer`,
    text: `${route}.${reason}`,
  }),
  "offer.withdrawn": ({ who, route, when, reason }) => ({
    title: `${who} withdrew an offer`,
    text: `${route}, ${when}.${reason}`,
  }),
  "offer.expired": ({ who, route }) => ({
    title: "Your offer has run out",
    text: `${route}: ${who} did not answer in time.`,
  }),
  "ride-request.expired": ({ route }) => ({
    title: "Your request has run out",
    text: `Nobody took you along for ${route}. Post it again with other times, or look for a ride.`,
  }),
  "ride.changed": ({ who, route, when }) => ({
    title: `${who} changed the ride`,
    text: `${route} now leaves ${when}. See whether it still suits you.`,
  }),
  "ride.moved": ({ who, route, when, until }) => ({
    title: `${who} changed the ride: do you still come along?`,
    text: `${route} now leaves ${when}. Confirm by ${until}, or give your seat back, which counts against nobody.`,
  }),
  "seat-request.confirming": ({ who, route, when, until }) => ({
    title: `${who} waits for your word`,
    text: `${route} leaves ${when}: do you come along? Without a word by ${until} your seat is free again.`,
  }),
  "seat-request.confirmed": ({ who, route, when }) => ({
    title: `${who} comes along`,
    text: `${route}, pickup ${when}. They have confirmed it.`,
  }),
  "seat-request.lapsed": ({ route, when }) => ({
    title: "Your seat is free again",
    text: `You did not confirm ${route}, ${when}, in time. It counts against nobody. Look for another ride, or ask again.`,
  }),
  "seat-request.unconfirmed": ({ who, route, when }) => ({
    title: `${who} did not confirm in time`,
    text: `${route}, ${when}. The seat is free again.`,
  }),
  "ride-series.missed": ({ route, when }) => ({
    title: "A day of your recurring ride is not offered",
    text: `${route}, ${when}: you are under way with another ride then. See which days are missing.`,
  }),
  "ride-series.stopped": ({ route, when, reason }) => ({
    title: "Your recurring ride does not go on",
    text: `${route} is not offered from ${when} on.${reason} Change its seats and cost, and the days are made.`,
  }),
  "ride.tomorrow": ({ route, when }) => ({
    title: `Coming up: ${route}`,
    text: `Your ride leaves ${when}. Look at the meeting point, and say so in time if something came up.`,
  }),
  "ride.soon": ({ route, when }) => ({
    title: "Your ride leaves in an hour",
    text: `${route}, ${when}. Have a good journey.`,
  }),
  "ride.alerted": ({ who, route, when }) => ({
    title: `${who} drives your way`,
    text: `${route}, pickup ${when}. See whether it suits you, and ask for a seat.`,
  }),
  "rides.more": () => ({
    title: "More rides match your searches",
    text: "We stopped sending alerts for today. Open your saved searches to see every ride that fits.",
  }),
  "ride-request.alerted": ({ who, route, when, seats }) => ({
    title: `${who} looks for a ride along your way`,
    text: `${seats === "a seat" ? "A seat" : seats} for ${route}, from ${when} on. Offer to take them along.`,
  }),
  "active-driver.ended": () => ({
    title: "You are off the map",
    text: "Nothing was heard of your phone for a while, so people nearby no longer see you. Go active again when you are under way.",
  }),
  "person.suspended": ({ who }) => ({
    title: `${who} was suspended for fraud`,
    text: "They wrote to you, or agreed a ride with you. Send them no money, and do not open links of theirs. If you have done so already, tell your bank, and write to our support.",
  }),
  "companion.suspended": ({ who, route, when }) => ({
    title: `Moderators suspended ${who}, with whom you agreed a ride`,
    text: `${route}, ${when}: the seat is agreed as before, but they can neither read what you write nor cancel. If you would rather not travel together, cancel it on the page of the ride.`,
  }),
  "person.warned": ({ reason, support }) => ({
    title: "The moderators warn you",
    text: `Please read this.${reason} If you think it is wrong, write to ${support}.`,
  }),
  "person.reinstated": ({ reason }) => ({
    title: "Your account is yours again",
    text: `It is no longer suspended.${reason}`,
  }),
  "ride.hidden": ({ route, when, untilDay, reason }) => ({
    title: "Moderators hid your ride",
    text: `${route}, ${when}: nobody finds it ${untilDay} but those who are aboard.${reason} If you think that is wrong, appeal on its page.`,
  }),
  "booked-ride.hidden": ({ who, route, when, untilDay, reason }) => ({
    title: `Moderators hid a ride of ${who}'s that you are on`,
    text: `${route}, ${when}: nobody else finds it ${untilDay}.${reason} Your seat is still yours; give it back if you would rather not travel.`,
  }),
  "ride-request.hidden": ({ route, untilDay, reason }) => ({
    title: "Moderators hid your request",
    text: `${route}: nobody finds it ${untilDay}.${reason} If you think that is wrong, appeal on its page.`,
  }),
  "bio.hidden": ({ untilDay, reason }) => ({
    title: "Moderators took the words about you off your profile",
    text: `Nobody reads them ${untilDay}.${reason} Write something else; if you think it was wrong, appeal on your profile.`,
  }),
  "photo.hidden": ({ untilDay, reason }) => ({
    title: "Moderators took your photo off your profile",
    text: `Nobody sees it ${untilDay}.${reason} Choose another; if you think it was wrong, appeal on your profile.`,
  }),
  "content-removal.ended": ({ routePrefix, reason }) => ({
    title: "It is no longer hidden",
    text: `${routePrefix}What moderators had hidden is seen again.${reason}`,
  }),
  "content-removal.upheld": ({ reason }) => ({
    title: "It stays hidden",
    text: `A moderator looked at your appeal.${reason}`,
  }),
  "report.closed": () => ({
    title: "Your report was looked at",
    text: "Thank you for telling us. A moderator has dealt with it; what came of it is between them and whom it is about.",
  }),
  "appeal.decided": ({ count, reason }) => ({
    title: count === 1 ? "The rating was hidden" : "The rating stays",
    text: `A moderator looked at your appeal.${reason}`,
  }),
  "rating.hidden": ({ who, reason, support }) => ({
    title: `Moderators hid your rating of ${who}`,
    text: `Nobody else reads it, and it counts for nothing.${reason} If you think it is wrong, write to ${support}.`,
  }),
  "rating.due": ({ route, when }) => ({
    title: "How was the ride?",
    text: `${route}, ${when}. Rate whom you travelled with in two taps; it stays hidden until both have, or the time is over.`,
  }),
  "rating.published": ({ who, count }) => ({
    title: `${who} rated you`,
    text: `${count} of 5 stars. It is public now, and you may answer it once.`,
  }),
  "rating.replied": ({ who }) => ({
    title: `${who} answered your rating`,
    text: "The answer stands below it on their profile.",
  }),
  "trip-outcome.disputed": ({ who, route, when }) => ({
    title: `${who} says that you did not travel together`,
    text: `${route}, ${when}. Tell how it was; without an answer it stands as said.`,
  }),
  "trip-outcome.settled": ({ who, route, when }) => ({
    title: "It is settled how a ride went",
    text: `${route}, ${when}, with ${who}. See what stands in your record.`,
  }),
  "arrival.overdue": ({ route }) => ({
    title: "Did you arrive?",
    text: `${route}. Say so, please: otherwise your trusted contacts are told that we have not heard from you.`,
  }),
  "arrival.contacts-notified": ({ route }) => ({
    title: "Your trusted contacts were told",
    text: `${route}. Nobody heard that you arrived. Say so, and they are told that all is well.`,
  }),
  "trusted-contact.confirmed": ({ reason }) => ({
    title: "A trusted contact agreed",
    text: `${reason.trim()} is told from now on when you have not arrived.`,
  }),
  "trusted-contact.left": ({ reason }) => ({
    title: "A trusted contact does not want to be one",
    text: `${reason.trim()} is not told anything. Name somebody else in your profile.`,
  }),
  "chat.unread": ({ who, routePrefix }) => ({
    title: `${who} wrote to you`,
    text: `${routePrefix}Open the chat to read it.`,
  }),
  "notification.tested": () => ({
    title: "This is a test",
    text: "Notices reach you here.",
  }),
};

/** Puts a notice into words. `who` is the name of the other person, where there is one. */
export function renderNotification(
  kind: NotificationKind,
  details: NoticeDetails,
  who: string | undefined,
): NotificationText {
  // What a former release told in a way that this one has forgotten still has somebody and somewhere.
  const template: ((vars: TemplateVars) => NotificationText) | undefined = TEMPLATES[kind];
  const vars = templateVars(details, who);
  return template?.(vars) ?? { title: vars.who, text: vars.route };
}

/** The same line for the subject of a letter: of what people chose themselves it has a first name, and nothing more. */
export function emailSubject(kind: NotificationKind, details: NoticeDetails, who: string | undefined): string {
  const { from: _, to: __, reason: ___, ...safeDetails } = details;
  return renderNotification(kind, safeDetails, who === undefined ? undefined : safeNameForSubject(who)).title;
}
