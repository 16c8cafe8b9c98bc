import type { Preferences } from "@commonlane/contract/profiles";
import { calendarDayFromNow } from "#shared/forms/search-draft.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { toPlaceChoice, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import type { VehicleFormValues } from "#shared/profile/vehicle-form.ts";
import { randomId } from "#shared/random-id.ts";
import type { DetourLevel } from "./detour.ts";

/** A stop in the form; `key` stays with it while it moves. */
export interface StopDraft {
  readonly key: string;
  readonly choice: PlaceChoice;
}

/** A ride as it is being typed. */
export interface RideDraft extends Record<string, unknown> {
  readonly step: number;
  readonly origin: PlaceChoice;
  readonly destination: PlaceChoice;
  readonly stops: readonly StopDraft[];
  /** A calendar date and a time, as clocks at the origin show them. */
  readonly date: string;
  readonly time: string;
  /** Whether it leaves every week on these days (1 is Monday), to a last day ("" for none), but not on some. */
  readonly repeats: boolean;
  readonly weekdays: readonly number[];
  readonly lastDay: string;
  readonly exceptions: readonly string[];
  /** Whether it is driven back, and when, as clocks at the destination show it. */
  readonly returns: boolean;
  readonly returnDate: string;
  readonly returnTime: string;
  readonly seats: number;
  readonly free: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly approval: "manual" | "instant";
  readonly detour: DetourLevel;
  readonly luggage: number;
  readonly preferences: Preferences;
  /** "" for none, AS_IT_IS for the one a changed ride already has. */
  readonly vehicleId: string;
  /** One that is being added to the profile's; null where none is. */
  readonly newVehicle: VehicleFormValues | null;
  readonly note: string;
  readonly sameGender: boolean;
  readonly maxTwoInBack: boolean;
}

/** A ride tells how its vehicle looks, not which of the host's vehicles it is. */
export const UNCHANGED = "as-it-is";

export const newStop = (choice: PlaceChoice = NO_PLACE): StopDraft => ({ key: randomId(), choice });

/** The stops of a ride as it is. Their keys are the same at every reading, by which a form knows its fields. */
export const toStopDrafts = (places: readonly NonNullable<PlaceChoice["place"]>[]): readonly StopDraft[] =>
  places.map((place, n) => ({ key: `stop-${n}`, choice: toPlaceChoice(place) }));

/** What stands in a new form. */
export const emptyDraft = (preferences: Preferences = {}, now = new Date()): RideDraft => ({
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
  seats: 3,
  free: false,
  amount: "",
  currency: communitySettings.currency,
  approval: "manual",
  detour: "normal",
  luggage: 1,
  preferences,
  vehicleId: "",
  newVehicle: null,
  note: "",
  sameGender: false,
  maxTwoInBack: false,
});
