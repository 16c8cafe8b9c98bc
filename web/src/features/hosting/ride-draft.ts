import type { Preferences } from "@commonlane/contract/profiles";
import { dayFromNow } from "#shared/forms/search-draft.ts";
import { operator } from "#shared/operator.ts";
import { NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
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
  readonly note: string;
  readonly sameGender: boolean;
  readonly maxTwoInBack: boolean;
}

/** A ride tells how its vehicle looks, not which of the host's vehicles it is. */
export const AS_IT_IS = "as-it-is";

export const newStop = (choice: PlaceChoice = NO_PLACE): StopDraft => ({ key: randomId(), choice });

/** What stands in a new form. */
export const emptyDraft = (preferences: Preferences = {}): RideDraft => ({
  step: 0,
  origin: NO_PLACE,
  destination: NO_PLACE,
  stops: [],
  date: dayFromNow(1),
  time: "08:00",
  seats: 3,
  free: false,
  amount: "",
  currency: operator.currency,
  approval: "manual",
  detour: "normal",
  luggage: 1,
  preferences,
  vehicleId: "",
  note: "",
  sameGender: false,
  maxTwoInBack: false,
});
