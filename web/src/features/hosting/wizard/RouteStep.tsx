import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { mayBePrivate, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { formatDrivingDistance, formatDrivingTime } from "#shared/formatting/estimates.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { newStop } from "../draft/ride-draft.ts";
import { errorFor, type StepProps } from "./wizard-steps.ts";
import { StopsEditor } from "./StopsEditor.tsx";
import { useDraftOnMap } from "./use-draft-on-map.ts";
import { useRoutePreview } from "./use-route-preview.ts";

/** Origin and destination, then `children`, then stops between them. */
export function RouteStep({
  draft,
  change,
  errors,
  children,
}: StepProps & { children: ReactNode }) {
  const { t } = useLingui();
  const { origin, destination, stops } = draft;
  const reverseRoute = () =>
    change({
      origin: destination,
      destination: origin,
      stops: stops.toReversed().map(({ choice }) => newStop(choice)),
    });
  const mapScene = useDraftOnMap(draft);
  const stopChoices = stops.map(({ choice }) => choice);
  const fields = useRef<HTMLDivElement>(null);
  const chooseOrigin = (choice: PlaceChoice) => {
    const [originInput, destinationInput] = fields.current?.querySelectorAll("input") ?? [];
    const isChosen = choice.place !== null && origin.place === null;
    // Saves a tap: after the start, hosts enter the destination.
    if (isChosen && destination.text === "" && document.activeElement === originInput)
      destinationInput?.focus();
    change({ origin: choice });
  };
  return (
    <div ref={fields} className="grid gap-4">
      <PlaceField
        label={t({
          comment: "Start of a ride; label of a field.",
          message: "From",
        })}
        value={origin}
        onChange={chooseOrigin}
        error={errorFor(errors, "origin")}
        offerHere
        onMap={mapScene}
        otherPlaces={[destination, ...stopChoices]}
      />
      <ExactLocationField
        label={t`Show the exact start to everyone`}
        choice={origin}
        onChange={(choice) => change({ origin: choice })}
      />
      <PlaceField
        label={t({
          comment: "Destination of a ride; label of a field.",
          message: "To",
        })}
        value={destination}
        onChange={(choice) => change({ destination: choice })}
        error={errorFor(errors, "destination")}
        onMap={mapScene}
        otherPlaces={[origin, ...stopChoices]}
      />
      <ExactLocationField
        label={t`Show the exact destination to everyone`}
        choice={destination}
        onChange={(choice) => change({ destination: choice })}
      />
      {children}
      <StopsEditor
        stops={stops}
        onChange={(next) => change({ stops: next })}
        errors={errors}
        mapScene={mapScene}
        ends={[origin, destination]}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RouteLength draft={draft} />
        <Button variant="ghost" size="sm" icon="swap" className="ms-auto" onClick={reverseRoute}>
          {t`Swap start and destination`}
        </Button>
      </div>
    </div>
  );
}

function RouteLength({ draft }: Pick<StepProps, "draft">) {
  const { t } = useLingui();
  const places = [
    draft.origin,
    ...draft.stops.map(({ choice }) => choice),
    draft.destination,
  ].flatMap(({ place }) => place ?? []);
  const preview = useRoutePreview(places);
  const distance = formatDrivingDistance(preview.distanceM, preview);
  const time = formatDrivingTime(preview.durationS, preview);
  return (
    <p role="status" className="text-ink-2">
      {preview.distanceM > 0 && <EstimateText text={t`${distance}, ${time} by car`} />}
    </p>
  );
}

interface ExactLocationFieldProps {
  readonly label: string;
  readonly choice: PlaceChoice;
  readonly onChange: (choice: PlaceChoice) => void;
}

/**
 * Whether strangers see the exact place, for ends that may be a private address. Renders nothing for towns and
 * stations.
 */
export function ExactLocationField({ label, choice, onChange }: ExactLocationFieldProps) {
  const { t } = useLingui();
  const { place } = choice;
  if (!place || !(mayBePrivate(place) || place.shown)) return undefined;
  return (
    <CheckField
      label={label}
      hint={t`Otherwise only your passengers see it. Everyone else sees the area.`}
      checked={place.shown === "exact"}
      onChange={(showExact) =>
        onChange({
          ...choice,
          place: {
            ...place,
            shown: showExact ? "exact" : "approximate",
          },
        })
      }
    />
  );
}
