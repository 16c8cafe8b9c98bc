import type { Money } from "@commonlane/contract/shapes";
import type { PublicRide } from "#modules/rides/index.ts";

/** The parts of a public ride as text, shared by its page, its meta tags and its preview image. */
export interface RideText {
  readonly from: string;
  readonly to: string;
  readonly title: string;
  readonly day: string;
  readonly departure: string;
  readonly arrival: string;
  /** Such as "GMT+1". */
  readonly zone: string;
  readonly price: string;
  readonly seats: string;
  readonly description: string;
}

export function describeRide(ride: PublicRide, communityName: string): RideText {
  const [from = "", to = ""] = [ride.towns.at(0), ride.towns.at(-1)];
  const { timeZone } = ride;
  const format = (at: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(at);
  const day = format(ride.departsAt, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const departure = format(ride.departsAt, TIME);
  const price = ride.contribution ? `${formatMoney(ride.contribution)} per seat` : "Free";
  const seats = seatsText(ride.seatsLeft);
  return {
    from,
    to,
    title: `${from} to ${to}`,
    day,
    departure,
    arrival: format(ride.arrivesAt, TIME),
    zone: zoneName(ride.departsAt, timeZone),
    price,
    seats,
    description: `${day}, ${departure}. ${price}. ${seats} with ${ride.hostFirstName} at ${communityName}.`,
  };
}

const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const seatsText = (count: number): string =>
  count === 0 ? "No free seats" : count === 1 ? "1 free seat" : `${count} free seats`;

const zoneName = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "short" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

function formatMoney({ amountMinor, currency }: Money): string {
  const formatter = new Intl.NumberFormat("en", { style: "currency", currency });
  const text = formatter.format(toMajorUnits({ amountMinor, currency }));
  return text.replace(/\.00$/, "");
}

/** An amount in the currency's main unit. */
export function toMajorUnits({ amountMinor, currency }: Money): number {
  const options = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return amountMinor / 10 ** (options.maximumFractionDigits ?? 2);
}
