import type { Ride } from "@commonlane/contract/rides";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { needWords } from "#shared/profile/need-words.ts";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { distanceText, durationText, moneyText } from "#shared/wording/wording.ts";
import type { RidePart } from "./ride-part.ts";
import { carName } from "./ride-wording.ts";

export interface Term {
  readonly icon: IconName;
  readonly text: string;
  readonly detail?: string | undefined;
}

/** What holds on a ride, each as a drawing and words. */
export function termsOf(ride: Ride, part: RidePart): Term[] {
  return [
    contributionTerm(ride, part),
    ride.approval === "instant"
      ? { icon: "check-circle", text: i18n._(msg`Instant: who asks for free seats has them at once`) }
      : { icon: "inbox", text: i18n._(msg`The host answers each request`) },
    detourTerm(ride),
    ...vehicleTerm(ride),
    { icon: "bag", text: i18n._(luggage[ride.luggage] ?? luggage[1]) },
    ...preferenceTerms(ride),
    ...(ride.maxTwoInBack ? [{ icon: "seat", text: i18n._(msg`At most two on the back seat`) } as const] : []),
    ...(ride.audience === "sameGender"
      ? [{ icon: "users", text: i18n._(msg`For people of the host's gender only`) } as const]
      : []),
  ];
}

const luggage = [
  msg`No luggage`,
  msg`A small bag each`,
  msg`A suitcase each`,
  msg`Large luggage fits`,
] as const satisfies readonly unknown[];

function contributionTerm({ contribution }: Ride, part: RidePart): Term {
  if (!contribution) return { icon: "coins", text: i18n._(msg`Free of charge`) };
  const whole = moneyText(contribution);
  const mine = part.contribution && moneyText(part.contribution);
  return {
    icon: "coins",
    text: part.whole || !mine ? i18n._(msg`${whole} per seat`) : i18n._(msg`${mine} per seat for your part`),
    detail: part.whole
      ? i18n._(msg`Arranged between you: nothing is paid here.`)
      : i18n._(msg`${whole} for the whole way. Arranged between you: nothing is paid here.`),
  };
}

function detourTerm({ maxDetourM, maxDetourS }: Ride): Term {
  if (maxDetourM === 0 || maxDetourS === 0)
    return { icon: "route", text: i18n._(msg`No detours: get in and out along the way`) };
  const [length, time] = [distanceText(maxDetourM), durationText(maxDetourS)];
  return { icon: "route", text: i18n._(msg`Drives detours of up to ${length} or ${time}`) };
}

function vehicleTerm({ vehicle }: Ride): Term[] {
  if (!vehicle) return [];
  const { plate } = vehicle;
  const { access = [] } = vehicle;
  return [
    { icon: "car", text: carName(vehicle), detail: plate ? i18n._(msg`Plate ${plate}`) : undefined },
    ...access.map((has): Term => ({ icon: "check-circle", text: i18n._(needWords[has]) })),
  ];
}

const words = {
  smoking: { no: msg`No smoking`, breaks: msg`Smoking in breaks`, yes: msg`Smoking allowed` },
  pets: { no: msg`No pets`, small: msg`Small pets welcome`, yes: msg`Pets welcome` },
  music: { quiet: msg`No music`, some: msg`Some music`, loud: msg`Music on` },
  talk: { quiet: msg`Likes it quiet`, some: msg`Likes a chat`, lots: msg`Likes to talk` },
};

/** What is no pet is not kept away by it. */
const petsDetail = (pets: string) =>
  pets === "yes" ? undefined : i18n._(msg`Assistance animals are no pets and come along.`);

function preferenceTerms({ preferences: { smoking, pets, music, talk } }: Ride): Term[] {
  const terms: (Term | undefined)[] = [
    smoking ? { icon: "smoke", text: i18n._(words.smoking[smoking]) } : undefined,
    pets ? { icon: "paw", text: i18n._(words.pets[pets]), detail: petsDetail(pets) } : undefined,
    music ? { icon: "music", text: i18n._(words.music[music]) } : undefined,
    talk ? { icon: "chat", text: i18n._(words.talk[talk]) } : undefined,
  ];
  return terms.filter((term) => term !== undefined);
}
