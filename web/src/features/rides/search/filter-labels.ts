import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SearchFilterName } from "@commonlane/contract/ride-search";
import { needLabels, preferenceLabels } from "#shared/profile/preference-labels.ts";
import { PET_OPTIONS, SMOKING_OPTIONS } from "./search-filters.ts";

/** Filters by their names in the query of a search. */
export const filterNames: Record<SearchFilterName, MessageDescriptor> = {
  instant: msg({
    comment: "Name of a filter: rides that can be booked without asking.",
    message: "Instant booking",
  }),
  sameGender: msg({
    comment: "Name of a filter.",
    message: "My gender only",
  }),
  luggage: msg({
    comment: "Name of a filter.",
    message: "Luggage",
  }),
  smoking: preferenceLabels.smoking.label,
  pets: preferenceLabels.pets.label,
  stepFree: needLabels["step-free"],
  wheelchair: needLabels.wheelchair,
  assistanceAnimal: needLabels["assistance-animal"],
  mark: msg({
    comment: "Name of a filter.",
    message: "Trust mark",
  }),
  membersOf: msg({
    comment: "Name of a filter.",
    message: "Group",
  }),
  maxContributionMinor: msg({
    comment: "Name of a filter.",
    message: "Price",
  }),
};

/** Luggage sizes by the ride's numbers. */
export const luggageLabels: Record<number, MessageDescriptor> = {
  1: msg`Room for a small bag`,
  2: msg`Room for a suitcase`,
  3: msg`Room for a lot of luggage`,
};
const { smoking, pets } = preferenceLabels;
export const smokingOptions = SMOKING_OPTIONS.map((value) => ({
  value,
  words: smoking.choices[value] ?? msg`Smoking`,
}));
export const petOptions = PET_OPTIONS.map((value) => ({
  value,
  words: pets.choices[value] ?? msg`Pets`,
}));
