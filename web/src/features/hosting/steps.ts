import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { distanceM } from "#shared/geo/great-circle.ts";
import { isBegun } from "#shared/profile/vehicle-said.ts";
import { readAmount } from "#shared/wording/amount.ts";
import { departureProblem } from "./departure.ts";
import { repeatProblems } from "./repeats.ts";
import type { RideDraft } from "./ride-draft.ts";

export const STEP = { route: 0, time: 1, seats: 2, review: 3 } as const;
export const stepNames = [msg`Route`, msg`Time`, msg`Seats and cost`, msg`Review`];

/** What is wrong, by the server's names of the fields. */
export type FieldErrors = Readonly<Record<string, string>>;
type Wrong = Record<string, MessageDescriptor>;

const SAME_PLACE_M = 1;

/** What is wrong with one step of a draft. */
export function problemsOf(draft: RideDraft, step: number, now = new Date()): Wrong {
  if (step === STEP.route) return routeProblems(draft);
  if (step === STEP.time) return timeProblems(draft, now);
  return step === STEP.seats ? seatsProblems(draft) : {};
}

/** The first step that is not right yet, if any. */
export const firstWrongStep = (draft: RideDraft, now = new Date()): number | undefined =>
  [STEP.route, STEP.time, STEP.seats].find((step) => Object.keys(problemsOf(draft, step, now)).length > 0);

/** The step on which a field of the server stands. */
export function stepOfField(field: string): number {
  if (/^(origin|destination|stops)\b/.test(field)) return STEP.route;
  return /^(departsAt|timeZone|time|weekdays|firstDay|lastDay|exceptions|returnWay)\b/.test(field)
    ? STEP.time
    : STEP.seats;
}

/** What is told of one field or of anything inside it. */
export const errorOf = (errors: FieldErrors, field: string): string | undefined =>
  errors[field] ?? Object.entries(errors).find(([name]) => name.startsWith(`${field}.`))?.[1];

function routeProblems({ origin, stops, destination }: RideDraft): Wrong {
  const points = [
    { name: "origin", choice: origin },
    ...stops.map(({ choice }, n) => ({ name: `stops.${n}`, choice })),
    { name: "destination", choice: destination },
  ];
  const wrong: Wrong = {};
  for (const [n, { name, choice }] of points.entries()) {
    const before = points[n - 1]?.choice.place;
    if (!choice.place) wrong[name] = choice.text.trim() ? msg`Choose a place from the list.` : msg`Which place?`;
    else if (before && distanceM(before, choice.place) < SAME_PLACE_M)
      wrong[name] = msg`This is the same place as the one before.`;
  }
  return wrong;
}

const timeWords = {
  missing: msg`When do you leave? Give a date and a time.`,
  past: msg`The departure must lie in the future.`,
  far: msg`The departure is too far ahead.`,
};

function timeProblems(draft: RideDraft, now: Date): Wrong {
  const problem = departureProblem(draft, now);
  return { ...(problem && { departsAt: timeWords[problem] }), ...repeatProblems(draft) };
}

function seatsProblems({ free, amount, currency, newVehicle, note }: RideDraft): Wrong {
  const wrong: Wrong = {};
  if (newVehicle && isBegun(newVehicle)) wrong["newVehicle"] = msg`Save this vehicle first, or cancel it.`;
  const minor = readAmount(amount, currency);
  if (!free && (minor === undefined || minor === 0))
    wrong["contribution"] = msg`Give an amount like 7.50, or let people ride for free.`;
  if (!free && minor !== undefined && minor > 10_000_000) wrong["contribution"] = msg`This is too much.`;
  if (note.length > NOTE_MAX_LENGTH) wrong["note"] = msg`This is too long.`;
  return wrong;
}
