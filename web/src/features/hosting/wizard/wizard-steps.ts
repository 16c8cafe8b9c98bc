import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { ReactNode } from "react";
import { distanceM } from "#shared/geo/great-circle.ts";
import { isVehicleFormStarted } from "#shared/profile/vehicle-form.ts";
import { parseAmount } from "#shared/formatting/amount-input.ts";
import { validateDeparture } from "../draft/departure.ts";
import { validateRecurrence } from "../draft/recurrence.ts";
import type { RideDraft } from "../draft/ride-draft.ts";

export const STEP = {
  route: 0,
  time: 1,
  seats: 2,
  review: 3,
} as const;
export const STEP_NAMES = [
  msg`Route`,
  msg`Time`,
  msg`Seats and price`,
  msg({
    comment: "Last step: look at everything once more.",
    message: "Review",
  }),
];

/** Error messages by the server's field names. */
export type FieldErrors = Readonly<Record<string, string>>;
type Problems = Record<string, MessageDescriptor>;

const SAME_PLACE_M = 1;

/** Errors of one step of a draft. */
export function validateStep(draft: RideDraft, step: number, now = new Date()): Problems {
  if (step === STEP.route) return validateRoute(draft);
  if (step === STEP.time) return validateTime(draft, now);
  return step === STEP.seats ? validateSeats(draft) : {};
}

/** First invalid step, if any. */
export const firstInvalidStep = (draft: RideDraft, now = new Date()): number | undefined =>
  [STEP.route, STEP.time, STEP.seats].find(
    (step) => Object.keys(validateStep(draft, step, now)).length > 0,
  );

/** Step after this one. Seats and price may be skipped if nothing is left to enter there; the review leads to them. */
export const nextStep = (draft: RideDraft, step: number, maySkipSeats: boolean): number => {
  if (step !== STEP.time || !maySkipSeats) return step + 1;
  const isSeatsStepDone = Object.keys(validateStep(draft, STEP.seats)).length === 0;
  return isSeatsStepDone ? STEP.review : STEP.seats;
};

/** Step that contains a server field. */
export function stepOfField(field: string): number {
  if (/^(origin|destination|stops)\b/.test(field)) return STEP.route;
  return /^(departsAt|timeZone|time|weekdays|firstDay|lastDay|exceptions|returnWay)\b/.test(field)
    ? STEP.time
    : STEP.seats;
}

/** Error of a field or of anything nested in it. */
export const errorFor = (errors: FieldErrors, field: string): string | undefined =>
  errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}.`))?.[1];

function validateRoute({ origin, stops, destination }: RideDraft): Problems {
  const points = [
    { name: "origin", choice: origin },
    ...stops.map(({ choice }, n) => ({
      name: `stops.${n}`,
      choice,
    })),
    { name: "destination", choice: destination },
  ];
  const problems: Problems = {};
  for (const [n, { name, choice }] of points.entries()) {
    const before = points[n - 1]?.choice.place;
    if (!choice.place)
      problems[name] = choice.text.trim() ? msg`Choose a place from the list.` : msg`Which place?`;
    else if (before && distanceM(before, choice.place) < SAME_PLACE_M)
      problems[name] = msg`This is the same as the previous place.`;
  }
  return problems;
}

const timeMessages = {
  missing: msg`When do you leave? Enter a date and time.`,
  past: msg`The departure must be in the future.`,
  far: msg`The departure is too far ahead.`,
};

function validateTime(draft: RideDraft, now: Date): Problems {
  const problem = validateDeparture(draft, now);
  return {
    ...(problem && { departsAt: timeMessages[problem] }),
    ...validateRecurrence(draft),
  };
}

function validateSeats({ free, amount, currency, newVehicle, note }: RideDraft): Problems {
  const problems: Problems = {};
  if (newVehicle && isVehicleFormStarted(newVehicle))
    problems["newVehicle"] = msg`Save or cancel this vehicle first.`;
  const minor = parseAmount(amount, currency);
  if (!free && (minor === undefined || minor === 0))
    problems["contribution"] = msg`Enter an amount such as 7.50, or choose Free.`;
  if (!free && minor !== undefined && minor > 10_000_000)
    problems["contribution"] = msg`This amount is too high.`;
  if (note.length > NOTE_MAX_LENGTH) problems["note"] = msg`This is too long.`;
  return problems;
}

/** Slot for a ride as search results show it, filled by another feature. */
export type RenderRideCard = (ride: Ride) => ReactNode;

/** Slot for the trains that fit a ride, filled by another feature. */
export type RenderTrains = (ride: Ride) => ReactNode;

export interface HostWizardProps {
  /** Key under which the draft is stored. */
  readonly draftName: string;
  readonly initial: RideDraft;
  readonly profile: Profile | undefined;
  /** The ride to edit; undefined for a new one. */
  readonly changing?: Ride | undefined;
  readonly renderRideCard?: RenderRideCard | undefined;
  readonly renderTrains?: RenderTrains | undefined;
  /** The draft repeats a complete ride: only its time is asked. */
  readonly isRepeat?: boolean | undefined;
  /** Only this step is edited, and saved at once. */
  readonly onlyStep?: number | undefined;
  /** Notice shown above the form. */
  readonly notice?: string | undefined;
}

/** Props of every step. */
export interface StepProps {
  readonly draft: RideDraft;
  readonly change: (changes: Partial<RideDraft>) => void;
  readonly errors: FieldErrors;
}
