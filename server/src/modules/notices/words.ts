import type { NoticeKind } from "@commonlane/contract/notices";
import type { NoticeDetails } from "#platform/db/notice-tables.ts";
import { type Told, toldOf } from "./told.ts";

/** What a notice says: a line, and a sentence or two below it. */
export interface Words {
  readonly title: string;
  readonly text: string;
}

/** The words of every kind of notice: on the page, in a push and in a letter they are the same. */
const wording: Record<NoticeKind, (told: Told) => Words> = {
  "seat-request.created": ({ who, seats, way, when }) => ({
    title: `${who} asks for ${seats}`,
    text: `${way}, ${when}. Accept or decline, so that they can plan.`,
  }),
  "seat-request.booked": ({ who, seats, way, when }) => ({
    title: `${who} booked ${seats} on your ride`,
    text: `${way}, ${when}.`,
  }),
  "seat-request.accepted": ({ who, way, when }) => ({
    title: `${who} takes you along`,
    text: `${way}, pickup ${when}. You now see the meeting point and the vehicle.`,
  }),
  "seat-request.rejected": ({ who, way, when, reason }) => ({
    title: `${who} cannot take you along`,
    text: `${way}, ${when}.${reason} Other rides may pass by.`,
  }),
  "seat-request.expired": ({ who, way, when }) => ({
    title: `${who} did not answer in time`,
    text: `Your request for ${way}, ${when}, has run out. Look for another ride, or post a request.`,
  }),
  "seat-request.withdrawn": ({ who, way, when }) => ({
    title: `${who} withdrew a request`,
    text: `${way}, ${when}. You need not answer any more.`,
  }),
  "rescue.found": ({ count, way, when, choices }) => ({
    title: count === 1 ? "Another ride fits" : `${count} other rides fit`,
    text: `Instead of ${way}, ${when}: ${choices}. Ask with one tap.`,
  }),
  "rescue.wanted": ({ seats, way, when }) => ({
    title: "Somebody lost their ride on your way",
    text: `${seats === "a seat" ? "A seat" : seats} for ${way}, about ${when}. Do you drive? Host a ride, and they are told.`,
  }),
  "standby.held": ({ who, way, when, until }) => ({
    title: `A seat came back: it is yours if you want it`,
    text: `${way} with ${who}, ${when}. It is held for you: confirm by ${until}. Giving it back counts against nobody.`,
  }),
  "standby.asked": ({ who, way, when }) => ({
    title: "A seat came back, and you are next",
    text: `${way}, ${when}. ${who} was asked for it and decides.`,
  }),
  "standby.ended": ({ way, when }) => ({
    title: "No seat came back",
    text: `${way}, ${when}: your waiting is over. Look for another ride, or post a request.`,
  }),
  "standby.joined": ({ who, seats, way, when }) => ({
    title: `${who} waits for ${seats} on your full ride`,
    text: `${way}, ${when}. Where seats come back they are next in line; you may also add one.`,
  }),
  "seat-request.cancelled": ({ who, way, when, reason }) => ({
    title: `${who} cancelled`,
    text: `${way}, ${when}, does not take place as agreed.${reason}`,
  }),
  "seat-request.waiting": ({ who, way, when }) => ({
    title: `${who} still waits for your answer`,
    text: `${way}. The request runs out ${when}.`,
  }),
  "ride-request.addressed": ({ who, seats, way, when }) => ({
    title: `${who} asks you for a ride`,
    text: `${seats === "a seat" ? "A seat" : seats} for ${way}, from ${when} on. Offer to take them along.`,
  }),
  "offer.created": ({ who, way, when }) => ({
    title: `${who} offers you a ride`,
    text: `${way}, pickup ${when}. Compare the offers and choose one.`,
  }),
  "offer.accepted": ({ who, way, when }) => ({
    title: `${who} accepted your offer`,
    text: `${way}, pickup ${when}. They are aboard.`,
  }),
  "offer.declined": ({ who, way, reason }) => ({
    title: `${who} declined your offer`,
    text: `${way}.${reason}`,
  }),
  "offer.withdrawn": ({ who, way, when, reason }) => ({
    title: `${who} withdrew an offer`,
    text: `${way}, ${when}.${reason}`,
  }),
  "offer.expired": ({ who, way }) => ({
    title: "Your offer has run out",
    text: `${way}: ${who} did not answer in time.`,
  }),
  "ride-request.expired": ({ way }) => ({
    title: "Your request has run out",
    text: `Nobody took you along for ${way}. Post it again with other times, or look for a ride.`,
  }),
  "ride.changed": ({ who, way, when }) => ({
    title: `${who} changed the ride`,
    text: `${way} now leaves ${when}. See whether it still suits you.`,
  }),
  "ride.moved": ({ who, way, when, until }) => ({
    title: `${who} changed the ride: do you still come along?`,
    text: `${way} now leaves ${when}. Confirm by ${until}, or give your seat back, which counts against nobody.`,
  }),
  "seat-request.confirming": ({ who, way, when, until }) => ({
    title: `${who} waits for your word`,
    text: `${way} leaves ${when}: do you come along? Without a word by ${until} your seat is free again.`,
  }),
  "seat-request.confirmed": ({ who, way, when }) => ({
    title: `${who} comes along`,
    text: `${way}, pickup ${when}. They have confirmed it.`,
  }),
  "seat-request.lapsed": ({ way, when }) => ({
    title: "Your seat is free again",
    text: `You did not confirm ${way}, ${when}, in time. It counts against nobody. Look for another ride, or ask again.`,
  }),
  "seat-request.unconfirmed": ({ who, way, when }) => ({
    title: `${who} did not confirm in time`,
    text: `${way}, ${when}. The seat is free again.`,
  }),
  "ride-series.missed": ({ way, when }) => ({
    title: "A day of your recurring ride is not offered",
    text: `${way}, ${when}: you are under way with another ride then. See which days are missing.`,
  }),
  "ride-series.stopped": ({ way, when, reason }) => ({
    title: "Your recurring ride does not go on",
    text: `${way} is not offered from ${when} on.${reason} Change its seats and cost, and the days are made.`,
  }),
  "ride.tomorrow": ({ way, when }) => ({
    title: `Coming up: ${way}`,
    text: `Your ride leaves ${when}. Look at the meeting point, and say so in time if something came up.`,
  }),
  "ride.soon": ({ way, when }) => ({
    title: "Your ride leaves in an hour",
    text: `${way}, ${when}. Have a good journey.`,
  }),
  "ride.alerted": ({ who, way, when }) => ({
    title: `${who} drives your way`,
    text: `${way}, pickup ${when}. See whether it suits you, and ask for a seat.`,
  }),
  "rides.more": () => ({
    title: "More rides match your searches",
    text: "We stopped sending alerts for today. Open your saved searches to see every ride that fits.",
  }),
  "ride-request.alerted": ({ who, way, when, seats }) => ({
    title: `${who} looks for a ride along your way`,
    text: `${seats === "a seat" ? "A seat" : seats} for ${way}, from ${when} on. Offer to take them along.`,
  }),
  "active-driver.ended": () => ({
    title: "You are off the map",
    text: "Nothing was heard of your phone for a while, so people nearby no longer see you. Go active again when you are under way.",
  }),
  "person.suspended": ({ who }) => ({
    title: `${who} was suspended for fraud`,
    text: "They wrote to you, or agreed a ride with you. Send them no money, and do not open links of theirs. If you have done so already, tell your bank, and write to our support.",
  }),
  "companion.suspended": ({ who, way, when }) => ({
    title: `Moderators suspended ${who}, with whom you agreed a ride`,
    text: `${way}, ${when}: the seat is agreed as before, but they can neither read what you write nor cancel. If you would rather not travel together, cancel it on the page of the ride.`,
  }),
  "person.warned": ({ reason, support }) => ({
    title: "The moderators warn you",
    text: `Please read this.${reason} If you think it is wrong, write to ${support}.`,
  }),
  "person.reinstated": ({ reason }) => ({
    title: "Your account is yours again",
    text: `It is no longer suspended.${reason}`,
  }),
  "ride.hidden": ({ way, when, term, reason }) => ({
    title: "Moderators hid your ride",
    text: `${way}, ${when}: nobody finds it ${term} but those who are aboard.${reason} If you think that is wrong, appeal on its page.`,
  }),
  "ride.doubted": ({ who, way, when, term, reason }) => ({
    title: `Moderators hid a ride of ${who}'s that you are on`,
    text: `${way}, ${when}: nobody else finds it ${term}.${reason} Your seat is still yours; give it back if you would rather not travel.`,
  }),
  "ride-request.hidden": ({ way, term, reason }) => ({
    title: "Moderators hid your request",
    text: `${way}: nobody finds it ${term}.${reason} If you think that is wrong, appeal on its page.`,
  }),
  "bio.hidden": ({ term, reason }) => ({
    title: "Moderators took the words about you off your profile",
    text: `Nobody reads them ${term}.${reason} Write something else; if you think it was wrong, appeal on your profile.`,
  }),
  "photo.hidden": ({ term, reason }) => ({
    title: "Moderators took your photo off your profile",
    text: `Nobody sees it ${term}.${reason} Choose another; if you think it was wrong, appeal on your profile.`,
  }),
  "hiding.ended": ({ about, reason }) => ({
    title: "It is no longer hidden",
    text: `${about}What moderators had hidden is seen again.${reason}`,
  }),
  "hiding.upheld": ({ reason }) => ({
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
  "rating.due": ({ way, when }) => ({
    title: "How was the ride?",
    text: `${way}, ${when}. Rate whom you travelled with in two taps; it stays hidden until both have, or the time is over.`,
  }),
  "rating.published": ({ who, count }) => ({
    title: `${who} rated you`,
    text: `${count} of 5 stars. It is public now, and you may answer it once.`,
  }),
  "rating.replied": ({ who }) => ({
    title: `${who} answered your rating`,
    text: "The answer stands below it on their profile.",
  }),
  "passage.disputed": ({ who, way, when }) => ({
    title: `${who} says that you did not travel together`,
    text: `${way}, ${when}. Tell how it was; without an answer it stands as said.`,
  }),
  "passage.settled": ({ who, way, when }) => ({
    title: "It is settled how a ride went",
    text: `${way}, ${when}, with ${who}. See what stands in your record.`,
  }),
  "arrival.overdue": ({ way }) => ({
    title: "Did you arrive?",
    text: `${way}. Say so, please: otherwise your trusted contacts are told that we have not heard from you.`,
  }),
  "arrival.told": ({ way }) => ({
    title: "Your trusted contacts were told",
    text: `${way}. Nobody heard that you arrived. Say so, and they are told that all is well.`,
  }),
  "trusted-contact.confirmed": ({ reason }) => ({
    title: "A trusted contact agreed",
    text: `${reason.trim()} is told from now on when you have not arrived.`,
  }),
  "trusted-contact.left": ({ reason }) => ({
    title: "A trusted contact does not want to be one",
    text: `${reason.trim()} is not told anything. Name somebody else in your profile.`,
  }),
  "chat.unread": ({ who, about }) => ({
    title: `${who} wrote to you`,
    text: `${about}Open the chat to read it.`,
  }),
  "notice.tested": () => ({
    title: "This is a test",
    text: "Notices reach you here.",
  }),
};

/** Puts a notice into words. `who` is the name of the other person, where there is one. */
export function wordsOf(kind: NoticeKind, details: NoticeDetails, who: string | undefined): Words {
  // What a former release told in a way that this one has forgotten still has somebody and somewhere.
  const words: ((told: Told) => Words) | undefined = wording[kind];
  const told = toldOf(details, who);
  return words?.(told) ?? { title: told.who, text: told.way };
}
