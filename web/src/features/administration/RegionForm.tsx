import type { CommunityRegion } from "@commonlane/contract/community-settings";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { useDraft } from "#shared/forms/use-draft.ts";
import { NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { AddRegion } from "./regions/AddRegion.tsx";
import { fixedFieldProps, FixedNote, SettingsForm } from "#shared/console/SettingsForm.tsx";
import type { LatLng } from "#shared/map/map-types.ts";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";

const KM_PER_DEGREE = 111.2;

const CORNERS = 72;

const DEFAULT_RADIUS_KM = 30;

interface RegionDraft extends Record<string, unknown> {
  readonly centre: PlaceChoice;
  readonly radius: string;
}

/** Where maps start and what place searches prefer: a place and a radius, drawn on a map. */
export function RegionForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t, i18n } = useLingui();
  const { region } = settings.values;
  const initial: RegionDraft = {
    centre: choiceOf(region, i18n),
    radius: String(region?.radiusKm ?? DEFAULT_RADIUS_KM),
  };
  const [draft, change, clear] = useDraft("settings.region", initial);
  const saving = useSaveSettings(() => {
    clear();
    onSaved();
  });
  const isFixed = fixedBy(settings, "region") !== undefined;
  const drawn = isFixed ? region : toRegion(draft);
  const hasArea = drawn !== null && drawn.radiusKm > 0;
  return (
    <SettingsForm
      saving={saving}
      submitLabel={submitLabel}
      onSubmit={() => saving.save({ region: toRegion(draft) })}
    >
      {isFixed ? (
        <p className="text-sm text-ink-3">
          <FixedNote settings={settings} name="region" />
        </p>
      ) : (
        <>
          <PlaceField
            label={t`Centre`}
            placeholder={t`Town or address`}
            value={draft.centre}
            onChange={(centre) => change({ centre })}
            onMap={{ start: draft.centre.place ?? undefined }}
          />
          <NumberField
            label={t`Radius in kilometres`}
            inputMode="decimal"
            {...fixedFieldProps(settings, "region")}
            error={saving.errors["region.radiusKm"]}
            value={draft.radius}
            onChange={(radius) => change({ radius })}
            className="max-w-48"
          />
        </>
      )}
      {hasArea && (
        <div className="relative h-64 overflow-hidden rounded-lg border border-line sm:h-80">
          <LazyMapView label={t`Map of the region`} areas={[[circleAround(drawn)]]} />
        </div>
      )}
      {hasArea && <AddRegion area={drawn} />}
      <p className="text-sm text-ink-2">{t`Maps start here, and places here come first in searches. Without a centre, maps show the world.`}</p>
    </SettingsForm>
  );
}

function choiceOf(
  region: CommunityRegion | null,
  i18n: { number: (value: number) => string },
): PlaceChoice {
  if (!region) return NO_PLACE;
  const { lat, lng } = region;
  const label = `${i18n.number(lat)}, ${i18n.number(lng)}`;
  return {
    text: label,
    place: {
      label,
      lat,
      lng,
    },
  };
}

function toRegion({ centre, radius }: RegionDraft): CommunityRegion | null {
  if (!centre.place) return null;
  const { lat, lng } = centre.place;
  return {
    lat,
    lng,
    radiusKm: readNumber(radius) || 0,
  };
}

/** A circle on the map as a polygon; close enough for a region that is only drawn. */
function circleAround({ lat, lng, radiusKm }: LatLng & { radiusKm: number }): LatLng[] {
  const latRadius = radiusKm / KM_PER_DEGREE;
  const lngRadius = latRadius / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return Array.from({ length: CORNERS + 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / CORNERS;
    return {
      lat: Math.max(-85, Math.min(85, lat + latRadius * Math.sin(angle))),
      lng: lng + lngRadius * Math.cos(angle),
    };
  });
}
