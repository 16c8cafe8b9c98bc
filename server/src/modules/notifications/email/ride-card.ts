import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type { Ride } from "@commonlane/contract/rides";
import { photoIdOf } from "#modules/profiles/content/index.ts";
import type { Context } from "#platform/context.ts";
import {
  formatList,
  formatMoney,
  formatName,
  formatNearDay,
  formatTime,
} from "#platform/i18n/formats.ts";
import { type Translate, translatorFor } from "#platform/i18n/translate.ts";
import type { EmailCard } from "#platform/mail/mailer.ts";
import type { Itinerary } from "../itinerary.ts";
import { shortLabel, vehicleText } from "../templates/template-values.ts";

const DRIVES = message("Drives", { comment: "Below the name of the person who drives." });
const RIDES = message("Rides with you", { comment: "To a host, below the name of a passenger." });
const ESTIMATED = message("Times are estimated.", { comment: "In an e-mail about a ride." });
const VEHICLE = message("Vehicle", { comment: "Label of a value in an e-mail about a ride." });
const PLATE = message("Number plate", { comment: "Label of a value in an e-mail about a ride." });
const PRICE = message("Your contribution", {
  comment: "Label of a value in an e-mail about a ride: what the reader pays.",
});
const RECEIVES = message("Contribution", {
  comment: "Label of a value in an e-mail about a ride: what a passenger pays to the reader.",
});
const FREE = message("Free", { comment: "Instead of a price." });
const SEATS = message("Seats", { comment: "Label of a value in an e-mail about a ride." });
const PIN = message("Pickup PIN", {
  comment: "Label of a value in an e-mail about a ride: a passenger tells it the host.",
});
const PASSENGERS = message("Passengers", {
  comment: "Label of a value in an e-mail about a ride: names.",
});

/** A trip as a card of an e-mail, in its reader's language, with the photo of the person they travel with. */
export function composeRideCard(
  { now }: Context,
  language: Language,
  itinerary: Itinerary,
): EmailCard {
  const { from, to, fromAt, toAt, timeZone, toTimeZone, person, isHost } = itinerary;
  const t = translatorFor(language);
  return {
    day: formatNearDay(language, fromAt, {
      timeZone,
      now: now(),
    }),
    stops: [
      {
        time: formatTime(language, fromAt, timeZone),
        place: shortLabel(from),
      },
      {
        time: formatTime(language, toAt, toTimeZone),
        place: shortLabel(to),
      },
    ],
    note: itinerary.isEstimated ? t(ESTIMATED) : undefined,
    person: person
      ? {
          name: formatName(language, person.displayName),
          role: t(isHost ? RIDES : DRIVES),
          initials: person.initials,
          photoId: photoIdOf(person),
        }
      : undefined,
    facts: listFacts(t, language, itinerary),
  };
}

function listFacts(t: Translate, language: Language, itinerary: Itinerary): EmailCard["facts"] {
  const { vehicle, contribution, seats, pin, passengers, isHost } = itinerary;
  const facts: {
    label: string;
    value: string;
  }[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value) facts.push({ label, value });
  };
  add(t(VEHICLE), vehicle ? vehicleText(vehicle) : undefined);
  add(t(PLATE), plateOf(vehicle));
  add(t(PASSENGERS), formatList(language, passengers));
  add(t(SEATS), seats !== null && (isHost || seats > 1) ? String(seats) : undefined);
  if (contribution !== undefined) {
    const amount = contribution ? formatMoney(language, contribution) : t(FREE);
    add(t(isHost ? RECEIVES : PRICE), amount);
  }
  add(t(PIN), pin ?? undefined);
  return facts;
}

function plateOf(vehicle: Ride["vehicle"]): string | undefined {
  return vehicle?.plate ?? undefined;
}
