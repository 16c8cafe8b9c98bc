import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { decodePolyline } from "@commonlane/contract/polyline";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { toSpokenText } from "#shared/formatting/estimates.ts";
import { formatDistance, formatTime } from "#shared/formatting/format.ts";
import {
  isSearchedSegment,
  pointIndex,
  type SeatRequestDraft,
  type SegmentSummary,
  type StopChoice,
} from "./seat-request-draft.ts";
import { findPointAt, pointsOf } from "./segment-availability.ts";

interface PickupDropoffFieldsProps {
  readonly ride: Ride;
  readonly segment: SegmentSummary;
  readonly draft: SeatRequestDraft;
  readonly change: (segment: Partial<SeatRequestDraft>) => void;
  readonly submitted: boolean;
}

/** Pickup and dropoff: a point of the ride, the searched place, or another place. */
export function PickupDropoffFields({
  ride,
  segment,
  draft,
  change,
  submitted,
}: PickupDropoffFieldsProps) {
  const { t } = useLingui();
  const points = pointsOf(ride);
  const firstDropoff = isPoint(draft.pickup) ? pointIndex(draft.pickup) + 1 : 1;
  const missingError = submitted ? t`Choose a place from the list.` : undefined;
  const choosePickup = (pickup: StopChoice) => {
    // If the pickup is after the dropoff, the dropoff moves to the destination.
    const isDropoffTooEarly =
      isPoint(pickup) && isPoint(draft.dropoff) && pointIndex(draft.dropoff) <= pointIndex(pickup);
    change(
      isDropoffTooEarly
        ? {
            pickup,
            dropoff: `point-${points.length - 1}`,
          }
        : { pickup },
    );
  };
  const options = useStopOptions(ride);
  const mapScene = {
    route: decodeRouteLine(ride),
    isEstimated: !ride.routed,
    stops: points.map((point) => ({ ...point, kind: "stop" as const })),
  };
  return (
    <div className="grid gap-4">
      <SelectField
        label={t`Pickup`}
        value={draft.pickup}
        options={options(segment.pickup, { from: 0, to: points.length - 2 })}
        onChange={choosePickup}
      />
      {draft.pickup === "other" && (
        <PlaceField
          label={t`Other pickup point`}
          value={draft.pickupOther}
          onChange={(pickupOther) => change({ pickupOther })}
          error={draft.pickupOther.place ? undefined : missingError}
          offerHere
          onMap={{ ...mapScene, start: segment.pickup }}
        />
      )}
      <SelectField
        label={t`Dropoff`}
        value={draft.dropoff}
        options={options(segment.dropoff, {
          from: firstDropoff,
          to: points.length - 1,
        })}
        hint={isOffRoute(draft) && <DetourHint ride={ride} />}
        onChange={(dropoff) => change({ dropoff })}
      />
      {draft.dropoff === "other" && (
        <PlaceField
          label={t`Other dropoff point`}
          value={draft.dropoffOther}
          onChange={(dropoffOther) => change({ dropoffOther })}
          error={draft.dropoffOther.place ? undefined : missingError}
          onMap={{ ...mapScene, start: segment.dropoff }}
        />
      )}
      {segment.exceedsMaxDetour && isSearchedSegment(ride, segment, draft) && (
        <Notice tone="warn">
          {t`This is a longer detour than the host accepts. Choose a pickup or dropoff closer to the route.`}
        </Notice>
      )}
    </div>
  );
}

/** Explains how far the host will detour. */
function DetourHint({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  return ride.maxDetourM > 0
    ? t`The host will detour up to ${formatDistance(ride.maxDetourM)}. We'll tell you if that's not enough.`
    : t`The host makes no detours: choose places along the route.`;
}

function useStopOptions(ride: Ride) {
  const { t } = useLingui();
  return (
    searchedPlace: Place,
    { from, to }: { from: number; to: number },
  ): { value: StopChoice; label: string }[] => [
    ...pointsOf(ride).flatMap(
      (
        point,
        n,
      ): {
        value: StopChoice;
        label: string;
      }[] =>
        n < from || n > to
          ? []
          : [
              {
                value: `point-${n}`,
                label: toSpokenText(
                  `${formatTime(ride.eta[n] ?? ride.departsAt, ride.timeZone)} ${point.label}`,
                ),
              },
            ],
    ),
    ...(findPointAt(ride, searchedPlace) < 0
      ? [
          {
            value: "given" as const,
            label: searchedPlace.label,
          },
        ]
      : []),
    { value: "other", label: t`Another place…` },
  ];
}

/** Route line of a ride; falls back to straight lines between its points. */
function decodeRouteLine(ride: Ride): LatLng[] {
  try {
    return decodePolyline(ride.polyline);
  } catch {
    return pointsOf(ride);
  }
}

function isPoint(choice: StopChoice): boolean {
  return choice !== "given" && choice !== "other";
}

const isOffRoute = ({ pickup, dropoff }: SeatRequestDraft): boolean =>
  !isPoint(pickup) || !isPoint(dropoff);
