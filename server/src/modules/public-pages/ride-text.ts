import { formattingTag, type Language } from "@commonlane/contract/languages";
import type { Money } from "@commonlane/contract/shapes";
import { message } from "@commonlane/contract/message";
import { usableTimeZone } from "@commonlane/contract/time-zones";
import type { PublicRide } from "#modules/rides/published/index.ts";
import { dateFormat, type FormatDate, formatMoney } from "#platform/i18n/formats.ts";
import { translatorFor } from "#platform/i18n/translate.ts";

/** The parts of a public ride as text, shared by its page, its meta tags and its preview image. */
export interface RideText {
  readonly language: Language;
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly day: string;
  readonly departure: string;
  readonly arrival: string;
  /** Such as "GMT+1". */
  readonly zone: string;
  /** The contribution with its unit, or that there is none. */
  readonly price: string;
  readonly seats: string;
  /** Free seats and whose they are. */
  readonly offer: string;
  readonly description: string;
}

const TITLE = message("{from} to {to}", { comment: "Title of a ride. from, to: towns." });
const PER_SEAT = message("{amount} per seat", {
  comment: "amount: with its currency, such as €5.",
});
const FREE = message("Free", { comment: "Price of a ride: it costs nothing." });
const SEATS = message(
  "{count, plural, =0 {No free seats} one {# free seat} other {# free seats}}",
  {
    comment: "free: available.",
  },
);
const OFFER = message("{seats} with {host}", {
  comment: "On a picture of a ride. seats: such as “2 free seats”; host: a first name.",
});
const DESCRIPTION = message("{day}, {departure}. {price}. {seats} with {host} at {community}.", {
  comment:
    "Description of a ride below its title in a link preview, such as: Tuesday, 3 February 2026, 17:30. €5 per seat. 2 free seats with Ada at Commonlane.",
});

const formatWeekday = dateFormat({
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
export const formatClock: FormatDate = dateFormat({
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

export function describeRide(
  language: Language,
  ride: PublicRide,
  communityName: string,
): RideText {
  const t = translatorFor(language);
  const from = ride.towns.at(0)?.name ?? "";
  const to = ride.towns.at(-1)?.name ?? "";
  const { timeZone } = ride;
  const day = formatWeekday(language, ride.departsAt, timeZone);
  const departure = formatClock(language, ride.departsAt, timeZone);
  const price = describePrice(language, ride.contribution);
  const seats = t(SEATS, { count: ride.seatsLeft });
  return {
    language,
    from,
    to,
    title: t(TITLE, { from, to }),
    day,
    departure,
    arrival: formatClock(language, ride.arrivesAt, timeZone),
    zone: zoneName(language, ride.departsAt, timeZone),
    price,
    seats,
    offer: t(OFFER, {
      seats,
      host: ride.hostFirstName,
    }),
    description: t(DESCRIPTION, {
      day,
      departure,
      price,
      seats,
      host: ride.hostFirstName,
      community: communityName,
    }),
  };
}

export function describePrice(language: Language, contribution: Money | null): string {
  const t = translatorFor(language);
  return contribution ? t(PER_SEAT, { amount: formatMoney(language, contribution) }) : t(FREE);
}

const zoneName = (language: Language, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(formattingTag(language), {
    timeZone: usableTimeZone(timeZone, "UTC"),
    timeZoneName: "short",
  })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
