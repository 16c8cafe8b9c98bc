import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { decodePolyline } from "#shared/map/polyline.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/SelectField.tsx";
import { distanceText, timeText } from "#shared/wording/wording.ts";
import { type AskDraft, type EndChoice, isAsCame, pointNumber, type WantedPart } from "./ask-draft.ts";
import { pointAt, pointsOf } from "./ask-part.ts";

interface EndFieldsProps {
  readonly ride: Ride;
  readonly part: WantedPart;
  readonly draft: AskDraft;
  readonly change: (part: Partial<AskDraft>) => void;
  readonly tried: boolean;
}

/** Where one gets in and out: at a point of the ride, at the place one searched for, or at another one. */
export function EndFields({ ride, part, draft, change, tried }: EndFieldsProps) {
  const { t } = useLingui();
  const points = pointsOf(ride);
  const first = isPoint(draft.pickup) ? pointNumber(draft.pickup) + 1 : 1;
  const missing = tried ? t`Choose a place from the list.` : undefined;
  const choosePickup = (pickup: EndChoice) => {
    // Whoever gets in later than they got out is taken to the end of the way.
    const late = isPoint(pickup) && isPoint(draft.dropoff) && pointNumber(draft.dropoff) <= pointNumber(pickup);
    change(late ? { pickup, dropoff: `point-${points.length - 1}` } : { pickup });
  };
  const options = useEndOptions(ride);
  const onMap = { route: wayOf(ride), stops: points.map((point) => ({ ...point, kind: "stop" as const })) };
  return (
    <div className="grid gap-4">
      <SelectField
        label={t`Get in at`}
        value={draft.pickup}
        options={options(part.pickup, { from: 0, to: points.length - 2 })}
        onChange={choosePickup}
      />
      {draft.pickup === "other" && (
        <PlaceField
          label={t`Another place to get in`}
          value={draft.pickupOther}
          onChange={(pickupOther) => change({ pickupOther })}
          error={draft.pickupOther.place ? undefined : missing}
          offerHere
          onMap={{ ...onMap, start: part.pickup }}
        />
      )}
      <SelectField
        label={t`Get out at`}
        value={draft.dropoff}
        options={options(part.dropoff, { from: first, to: points.length - 1 })}
        hint={beside(draft) && <BesideHint ride={ride} />}
        onChange={(dropoff) => change({ dropoff })}
      />
      {draft.dropoff === "other" && (
        <PlaceField
          label={t`Another place to get out`}
          value={draft.dropoffOther}
          onChange={(dropoffOther) => change({ dropoffOther })}
          error={draft.dropoffOther.place ? undefined : missing}
          onMap={{ ...onMap, start: part.dropoff }}
        />
      )}
      {part.tooFar && isAsCame(ride, part, draft) && (
        <Notice tone="warn">
          {t`This is farther around than the host agreed to. Choose a place nearer the way to get in or out.`}
        </Notice>
      )}
    </div>
  );
}

/** Says how far beside the way the host goes for passengers. */
function BesideHint({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  return ride.maxDetourM > 0
    ? t`The host goes up to ${distanceText(ride.maxDetourM)} around in all. Where that is not enough you are told.`
    : t`The host goes no way around: only places on the way are possible.`;
}

function useEndOptions(ride: Ride) {
  const { t } = useLingui();
  return (given: Place, { from, to }: { from: number; to: number }): { value: EndChoice; label: string }[] => [
    ...pointsOf(ride).flatMap((point, n): { value: EndChoice; label: string }[] =>
      n < from || n > to
        ? []
        : [{ value: `point-${n}`, label: `${timeText(ride.eta[n] ?? ride.departsAt, ride.timeZone)} ${point.label}` }],
    ),
    ...(pointAt(ride, given) < 0 ? [{ value: "given" as const, label: given.label }] : []),
    { value: "other", label: t`Another place…` },
  ];
}

/** The line of a ride; from point to point where what is stored cannot be read. */
function wayOf(ride: Ride): LatLng[] {
  try {
    return decodePolyline(ride.polyline);
  } catch {
    return pointsOf(ride);
  }
}

const isPoint = (choice: EndChoice): boolean => choice !== "given" && choice !== "other";
const beside = ({ pickup, dropoff }: AskDraft): boolean => !isPoint(pickup) || !isPoint(dropoff);
