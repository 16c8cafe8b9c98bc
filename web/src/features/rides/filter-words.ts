import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { preferenceWords } from "#shared/profile/preference-words.ts";
import { PETS, SMOKING } from "./found-filters.ts";

/** Luggage, by the ride's own numbers. */
export const roomWords: Record<number, MessageDescriptor> = {
  1: msg`Room for a small bag`,
  2: msg`Room for a suitcase`,
  3: msg`Room for a lot`,
};
const { smoking, pets } = preferenceWords;
export const smokingWords = SMOKING.map((value) => ({ value, words: smoking.choices[value] ?? msg`Smoking` }));
export const petWords = PETS.map((value) => ({ value, words: pets.choices[value] ?? msg`Pets` }));
