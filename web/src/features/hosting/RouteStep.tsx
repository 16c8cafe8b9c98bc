import { useLingui } from "@lingui/react/macro";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { distanceText, durationText } from "#shared/wording/wording.ts";
import { mapStops } from "./map-stops.ts";
import { newStop } from "./ride-draft.ts";
import { errorOf } from "./steps.ts";
import { ShownPlace } from "./ShownPlace.tsx";
import { StopsEditor } from "./StopsEditor.tsx";
import type { StepFields } from "./wizard-props.ts";
import { previewOf } from "./way-preview.ts";

/** Where the ride begins, which places it passes on purpose, and where it ends. */
export function RouteStep({ draft, change, errors }: StepFields) {
  const { t } = useLingui();
  const { origin, destination, stops } = draft;
  const swap = () =>
    change({
      origin: destination,
      destination: origin,
      stops: stops.toReversed().map(({ choice }) => newStop(choice)),
    });
  const stopsSoFar = mapStops(draft);
  const onMap = { stops: stopsSoFar, route: stopsSoFar };
  return (
    <div className="grid gap-4">
      <PlaceField
        label={t`From`}
        value={origin}
        onChange={(choice) => change({ origin: choice })}
        error={errorOf(errors, "origin")}
        offerHere
        onMap={onMap}
      />
      <ShownPlace
        label={t`Show everyone the exact start`}
        choice={origin}
        onChange={(choice) => change({ origin: choice })}
      />
      <StopsEditor stops={stops} onChange={(next) => change({ stops: next })} errors={errors} onMap={onMap} />
      <PlaceField
        label={t`To`}
        value={destination}
        onChange={(choice) => change({ destination: choice })}
        error={errorOf(errors, "destination")}
        onMap={onMap}
      />
      <ShownPlace
        label={t`Show everyone the exact destination`}
        choice={destination}
        onChange={(choice) => change({ destination: choice })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <WayLength draft={draft} />
        <Button variant="ghost" size="sm" icon="swap" className="ms-auto" onClick={swap}>
          {t`Turn around`}
        </Button>
      </div>
    </div>
  );
}

function WayLength({ draft }: Pick<StepFields, "draft">) {
  const { t } = useLingui();
  const places = [draft.origin, ...draft.stops.map(({ choice }) => choice), draft.destination].flatMap(
    ({ place }) => place ?? [],
  );
  const way = previewOf(places);
  return (
    <p role="status" className="text-ink-2">
      {way.distanceM > 0 && t`About ${distanceText(way.distanceM)} and ${durationText(way.durationS)} of driving`}
    </p>
  );
}
