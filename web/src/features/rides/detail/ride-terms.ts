import type { Ride } from "@commonlane/contract/rides";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { formatDistance, formatDuration, formatMoney } from "#shared/formatting/format.ts";
import type { RideSegment } from "../ride-segment.ts";
import { describeVehicle } from "../list/ride-text.ts";
import { luggageLabels, needLabels, statedPreferences } from "#shared/profile/preference-labels.ts";

export interface RideTerm {
  readonly icon: IconName;
  readonly text: string;
  readonly detail?: string | undefined;
}

/** Terms of a ride, each with an icon and a text. */
export function listRideTerms(ride: Ride, segment: RideSegment): RideTerm[] {
  return [
    contributionTerm(ride, segment),
    ride.approval === "instant"
      ? {
          icon: "check-circle",
          text: i18n._(msg`Instant booking: free seats are yours right away`),
        }
      : {
          icon: "inbox",
          text: i18n._(msg`The host approves each request`),
        },
    detourTerm(ride),
    ...vehicleTerm(ride),
    {
      icon: "bag",
      text: i18n._(luggageLabels[ride.luggage] ?? luggageLabels[1]),
    },
    ...preferenceTerms(ride),
    ...(ride.maxTwoInBack
      ? [
          {
            icon: "seat",
            text: i18n._(msg`Max. 2 in the back`),
          } as const,
        ]
      : []),
  ];
}

/** Who may join the ride, if not everyone. */
export function audienceTerms({ audience, membersOf }: Ride): RideTerm[] {
  const terms: RideTerm[] = [];
  if (membersOf) {
    const { name } = membersOf;
    const text = name ? i18n._(msg`Only for: ${name}`) : i18n._(msg`Only for members of a group`);
    terms.push({ icon: "users", text });
  }
  if (audience === "sameGender")
    terms.push({
      icon: "users",
      text: i18n._(msg`Only for people of the host's gender`),
    });
  return terms;
}

function contributionTerm({ contribution }: Ride, segment: RideSegment): RideTerm {
  if (!contribution)
    return {
      icon: "coins",
      text: i18n._(msg`Free`),
    };
  const fullPrice = formatMoney(contribution);
  const segmentPrice = segment.contribution && formatMoney(segment.contribution);
  return {
    icon: "coins",
    text:
      segment.isEntireRide || !segmentPrice
        ? i18n._(msg`${fullPrice} per seat`)
        : i18n._(msg`${segmentPrice} per seat for your part`),
    detail: segment.isEntireRide
      ? i18n._(msg`Paid directly to the host, not here.`)
      : i18n._(msg`${fullPrice} for the full route. Paid directly to the host, not here.`),
  };
}

function detourTerm({ maxDetourM, maxDetourS }: Ride): RideTerm {
  if (maxDetourM === 0 || maxDetourS === 0)
    return {
      icon: "route",
      text: i18n._(msg`No detours: get in and out along the way`),
    };
  const length = formatDistance(maxDetourM);
  const time = formatDuration(maxDetourS);
  return {
    icon: "route",
    text: i18n._(msg`Detours of up to ${length} or ${time}`),
  };
}

function vehicleTerm({ vehicle }: Ride): RideTerm[] {
  if (!vehicle) return [];
  const { plate } = vehicle;
  const { access = [] } = vehicle;
  return [
    {
      icon: "car",
      text: describeVehicle(vehicle),
      detail: plate ? i18n._(msg`Plate ${plate}`) : undefined,
    },
    ...access.map((feature): RideTerm => ({
      icon: "check-circle",
      text: i18n._(needLabels[feature]),
    })),
  ];
}

/** Assistance animals are no pets, so pet rules do not apply to them. */
function preferenceTerms({ preferences }: Ride): RideTerm[] {
  const petsRule =
    preferences.pets === "yes" ? undefined : msg`Assistance animals are always welcome.`;

  return statedPreferences(preferences).map(({ icon, words }) => ({
    icon,
    text: i18n._(words),
    detail: icon === "paw" && petsRule ? i18n._(petsRule) : undefined,
  }));
}
