import type { AccessNeed, Comfort, Preferences } from "@commonlane/contract/profiles";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { IconName } from "../ui/icon-paths.ts";

/** Labels of access needs; the first two also describe vehicles. */
export const needLabels: Record<AccessNeed, MessageDescriptor> = {
  "step-free": msg`Step-free entry`,
  wheelchair: msg`Space for a wheelchair`,
  "assistance-animal": msg`Assistance animal`,
};

/** Labels of vehicle features. */
export const comfortLabels: Record<Comfort, MessageDescriptor> = {
  "air-conditioning": msg`Air conditioning`,
  sockets: msg`Phone charging`,
  "child-seat": msg`Child seat`,
  "bike-rack": msg`Room for bicycles`,
  "step-free": msg`Step-free entry`,
  wheelchair: msg`Space for a wheelchair`,
};

/** Luggage of each passenger, by the ride's number. */
export const luggageLabels = [
  msg`No luggage`,
  msg`A small bag each`,
  msg`A suitcase each`,
  msg`Large luggage fits`,
] as const satisfies readonly MessageDescriptor[];

export type PreferenceName = keyof Preferences;
interface PreferenceLabels {
  readonly icon: IconName;
  readonly label: MessageDescriptor;
  /** In the order of the contract; each is understandable without its label. */
  readonly choices: Readonly<Record<string, MessageDescriptor>>;
}

/** Labels of preferences. */
export const preferenceLabels: Record<PreferenceName, PreferenceLabels> = {
  smoking: {
    icon: "smoke",
    label: msg`Smoking`,
    choices: {
      no: msg`No smoking`,
      breaks: msg`Smoking during breaks`,
      yes: msg`Smoking is fine`,
    },
  },
  pets: {
    icon: "paw",
    label: msg`Pets`,
    choices: {
      no: msg`No pets`,
      small: msg`Small pets are fine`,
      yes: msg`Pets are welcome`,
    },
  },
  music: {
    icon: "music",
    label: msg`Music`,
    choices: {
      quiet: msg`No music`,
      some: msg`Some music`,
      loud: msg`Loud music`,
    },
  },
  talk: {
    icon: "chat",
    label: msg`Conversation`,
    choices: {
      quiet: msg`Prefers quiet`,
      some: msg`Happy to chat`,
      lots: msg`Loves to talk`,
    },
  },
};

export const preferenceNames = [
  "smoking",
  "pets",
  "music",
  "talk",
] as const satisfies readonly PreferenceName[];

/** Preferences that are set, with icons. */
export const statedPreferences = (
  preferences: Preferences,
): { icon: IconName; words: MessageDescriptor }[] =>
  preferenceNames.flatMap((name) => {
    const { icon, choices } = preferenceLabels[name];
    const words = choices[preferences[name] ?? ""];
    return words ? [{ icon, words }] : [];
  });
