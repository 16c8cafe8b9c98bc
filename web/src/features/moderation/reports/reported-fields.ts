import type { Event } from "@commonlane/contract/events";
import type { Offer } from "@commonlane/contract/offers";
import {
  AccessNeeds,
  Preferences,
  type PublicPerson,
  RideVehicle,
} from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { formatAmountInput } from "#shared/formatting/amount-input.ts";
import { luggageLabels, needLabels, statedPreferences } from "#shared/profile/preference-labels.ts";
import { useValueLabels } from "../ui/moderation-labels.ts";

/** Content as it was when it was reported. Older snapshots have fields that content no longer has. */
export type SnapshotFields = Readonly<Record<string, unknown>>;

type ReportedPerson = PublicPerson & { readonly bio: string | null };
type ReportedContent = ReportedPerson | Ride | RideRequest | SeatRequest | Offer | Event;
type FieldOf<T> = T extends unknown ? keyof T : never;
type ReportedField = FieldOf<ReportedContent>;

/** Fields for machines, or shown elsewhere on the page. */
type HiddenField =
  | "id"
  | "uid"
  | "host"
  | "hostId"
  | "seeker"
  | "seekerId"
  | "seekerMembership"
  | "driver"
  | "driverId"
  | "driverUid"
  | "creator"
  | "initials"
  | "photo"
  | "rating"
  | "reliability"
  | "rideId"
  | "requestId"
  | "seatRequestId"
  | "matchedRideId"
  | "offersWaiting"
  | "seriesId"
  | "seriesDay"
  | "returnOf"
  | "returnId"
  | "polyline"
  | "routed"
  | "roadsMissing"
  | "distanceM"
  | "durationS"
  | "detourM"
  | "detourS"
  | "maxDetourM"
  | "maxDetourS"
  | "eta"
  | "firstLeg"
  | "lastLeg"
  | "seatsLeftByLeg"
  | "timeZone"
  | "destinationTimeZone"
  | "createdAt"
  | "expiresAt"
  | "endedBy"
  | "confirmBy"
  | "reserved"
  | "agreed";

/** Every field of the contract is either shown or hidden: a new one does not compile until it is decided. */
export type ShownField = Exclude<ReportedField, HiddenField>;

/** Fields and their names, in the order in which they are shown. */
export function useReportedFieldNames(): readonly {
  readonly field: ShownField;
  readonly name: string;
}[] {
  const { t } = useLingui();

  const names: Readonly<Record<ShownField, string>> = {
    displayName: t`Name`,
    bio: t`Bio`,
    marks: t`Trust marks`,
    title: t`Title`,
    description: t`Description`,
    place: t`Place`,
    startsAt: t`Start`,
    endsAt: t`End`,
    website: t`Website`,
    origin: t`From`,
    destination: t`To`,
    stops: t`Via`,
    pickup: t`Pickup`,
    dropoff: t`Dropoff`,
    message: t`Message`,
    reason: t`Reason`,
    departsAt: t`Departure`,
    arrivesAt: t`Arrival`,
    departsAfter: t({
      comment: "Order of a list: the ride that leaves first.",
      message: "Earliest",
    }),
    departsBefore: t`Latest`,
    seats: t`Seats`,
    seatsTotal: t`Seats`,
    seatsLeft: t`Seats left`,
    contribution: t`Contribution`,
    maxContribution: t`Max. contribution`,
    vehicle: t`Vehicle`,
    approval: t`Approval`,
    luggage: t`Luggage`,
    maxTwoInBack: t`Max. 2 in the back`,
    preferences: t`Preferences`,
    audience: t`Visible to`,
    membersOf: t`Only for members of`,
    isPublic: t`Shown to visitors`,
    isListed: t`Shown in journey planners`,
    showsRating: t`Rating shown to visitors`,
    note: t`Note`,
    status: t`Status`,
    needs: t`Needs`,
    pickupAt: t`Pickup time`,
    dropoffAt: t`Dropoff time`,
  };

  return Object.keys(names)
    .filter((field): field is ShownField => field in names)
    .map((field) => ({ field, name: names[field] }));
}

/** Returns a field's value in words, and an empty text if it has none. */
export function useReportedFieldTexts(): (field: ShownField, value: unknown) => string {
  const { t, i18n } = useLingui();
  const valueLabel = useValueLabels();
  const labelOfValue = (value: unknown) => valueLabel(toText(value));

  const texts: Partial<Record<ShownField, (value: unknown) => string>> = {
    status: labelOfValue,
    approval: labelOfValue,
    audience: labelOfValue,

    luggage: (value) => {
      const label = luggageLabels[Number(value)];
      return label ? i18n._(label) : "";
    },

    preferences: (value) => {
      const preferences = Preferences.safeParse(value).data ?? {};
      return statedPreferences(preferences)
        .map(({ words }) => i18n._(words))
        .join(", ");
    },

    needs: (value) => {
      const needs = AccessNeeds.safeParse(value).data ?? [];
      return needs.map((need) => i18n._(needLabels[need])).join(", ");
    },

    vehicle: (value) => {
      const vehicle = RideVehicle.safeParse(value).data;
      if (!vehicle) return "";
      const { make, model, colour, plate, access = [] } = vehicle;
      const features = access.map((feature) => i18n._(needLabels[feature]));
      return [`${make} ${model}`.trim(), colour, plate, ...features].filter(Boolean).join(", ");
    },
  };

  return (field, value) => {
    if (typeof value === "boolean") return value ? t`Yes` : t`No`;
    const describe = texts[field] ?? toText;
    return describe(value);
  };
}

export const isFields = (value: unknown): value is SnapshotFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isInstant = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

/** Texts, numbers, and the names of places, groups and amounts; lists of them. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(", ");
  if (!isFields(value)) return "";

  const { label, name, amountMinor, currency } = value;
  if (typeof label === "string") return label;
  if (typeof name === "string") return name;
  if (typeof amountMinor === "number" && typeof currency === "string")
    return `${formatAmountInput(amountMinor, currency)} ${currency}`;
  return "";
}
