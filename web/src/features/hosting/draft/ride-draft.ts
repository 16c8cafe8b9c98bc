import type { Preferences, Vehicle } from "@commonlane/contract/profiles";
import { DETOUR_DEFAULT_M, DETOUR_DEFAULT_S } from "@commonlane/contract/limits";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { toPlaceChoice, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import type { VehicleFormValues } from "#shared/profile/vehicle-form.ts";
import { randomId } from "#shared/random-id.ts";

/** Detour level; "asItIs" keeps a ride's own values if they match no level. */
export type DetourLevel = "none" | "small" | "normal" | "large" | "asItIs";

interface DetourLimits {
  readonly maxDetourM: number;
  readonly maxDetourS: number;
}

export const DETOURS = {
  none: { maxDetourM: 0, maxDetourS: 0 },
  small: { maxDetourM: 4000, maxDetourS: 300 },
  normal: {
    maxDetourM: DETOUR_DEFAULT_M,
    maxDetourS: DETOUR_DEFAULT_S,
  },
  large: { maxDetourM: 25_000, maxDetourS: 1500 },
} as const satisfies Record<Exclude<DetourLevel, "asItIs">, DetourLimits>;

export const DETOUR_LEVELS = ["none", "small", "normal", "large"] as const;

/** Level with these values. */
export const detourLevelOf = ({ maxDetourM, maxDetourS }: DetourLimits): DetourLevel =>
  DETOUR_LEVELS.find(
    (level) => DETOURS[level].maxDetourM === maxDetourM && DETOURS[level].maxDetourS === maxDetourS,
  ) ?? "asItIs";

/** A stop in the form; `key` stays the same when it moves. */
export interface StopDraft {
  readonly key: string;
  readonly choice: PlaceChoice;
}

/** A ride while it is being edited. */
export interface RideDraft extends Record<string, unknown> {
  readonly step: number;
  readonly origin: PlaceChoice;
  readonly destination: PlaceChoice;
  readonly stops: readonly StopDraft[];
  /** Calendar date and time at the origin. */
  readonly date: string;
  readonly time: string;
  /** True if the ride repeats on `weekdays` (1 is Monday) until `lastDay` ("" for no end), except on `exceptions`. */
  readonly repeats: boolean;
  readonly weekdays: readonly number[];
  readonly lastDay: string;
  readonly exceptions: readonly string[];
  /** True for a return trip, with its local time at the destination. */
  readonly returns: boolean;
  readonly returnDate: string;
  readonly returnTime: string;
  readonly seats: number;
  readonly free: boolean;
  readonly amount: string;
  /** The fair amount as last filled in; the price follows it until the host types another. */
  readonly suggestedAmount: string;
  readonly currency: string;
  readonly approval: "manual" | "instant";
  readonly detour: DetourLevel;
  readonly luggage: number;
  readonly preferences: Preferences;
  /** "" for none, `UNCHANGED` for the vehicle that the ride already has. */
  readonly vehicleId: string;
  /** A vehicle that is being added to the profile, or null. */
  readonly newVehicle: VehicleFormValues | null;
  readonly note: string;
  readonly sameGender: boolean;
  /** Id of the trust mark or group for whose members the ride is; "" for everyone. */
  readonly membersOf: string;
  /** Also shown in journey planners and by neighbouring communities. */
  readonly isListed: boolean;
  readonly maxTwoInBack: boolean;
}

/** Only rides for everyone can be shown elsewhere. */
export const canBeListed = ({ sameGender, membersOf }: RideDraft): boolean =>
  communitySettings.listsRides && !sameGender && membersOf === "";

/** A ride contains a description of its vehicle, not its id, so the current one needs its own value. */
export const UNCHANGED = "as-it-is";

export const newStop = (choice: PlaceChoice = NO_PLACE): StopDraft => ({
  key: randomId(),
  choice,
});

/** Stops of an existing ride. The keys are stable across reads, so that fields keep their identity. */
export const toStopDrafts = (
  places: readonly NonNullable<PlaceChoice["place"]>[],
): readonly StopDraft[] =>
  places.map((place, n) => ({
    key: `stop-${n}`,
    choice: toPlaceChoice(place),
  }));

const SEATS_USUAL = 3;

/** Values of a new form: tomorrow morning, with the host's first vehicle and its seats. */
export const emptyDraft = (
  preferences: Preferences = {},
  now = new Date(),
  [vehicle]: readonly Pick<Vehicle, "id" | "seats">[] = [],
): RideDraft => ({
  step: 0,
  origin: NO_PLACE,
  destination: NO_PLACE,
  stops: [],
  date: calendarDayFromNow(1, now),
  time: "08:00",
  repeats: false,
  weekdays: [],
  lastDay: "",
  exceptions: [],
  returns: false,
  returnDate: calendarDayFromNow(1, now),
  returnTime: "18:00",
  seats: vehicle?.seats ?? SEATS_USUAL,
  free: false,
  amount: "",
  suggestedAmount: "",
  currency: communitySettings.currency,
  approval: "manual",
  detour: "normal",
  luggage: 1,
  preferences,
  vehicleId: vehicle?.id ?? "",
  newVehicle: null,
  note: "",
  sameGender: false,
  membersOf: "",
  isListed: false,
  maxTwoInBack: false,
});
