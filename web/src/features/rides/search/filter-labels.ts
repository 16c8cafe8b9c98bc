import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { preferenceLabels } from "#shared/profile/preference-labels.ts";
import { PET_OPTIONS, SMOKING_OPTIONS } from "./search-filters.ts";

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
