import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDraft } from "#shared/forms/use-draft.ts";
import { NO_PLACE, type PlaceChoice, toPlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { MapOverlayLayout } from "#shared/ui/MapOverlayLayout.tsx";
import { useNow } from "#shared/use-now.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { ownActiveDriver } from "../active-drivers.queries.ts";
import { driverElementId } from "./DriverCard.tsx";
import { DriversMap } from "./DriversMap.tsx";
import { NearbyDrivers, type RequestLink } from "./NearbyDrivers.tsx";
import { GoActive } from "../go-active/GoActive.tsx";
import { ActiveStatusUnavailable } from "../go-active/ActiveStatusUnavailable.tsx";
import { useNearbyDrivers } from "./use-nearby-drivers.ts";
import { useCurrentPlaceIfAllowed, useDriverPlace } from "./use-current-place.ts";

interface PlaceDraft extends Record<string, unknown> {
  readonly near: PlaceChoice;
}

/** Silent drivers fade out in steps of this length. */
const FADE_REFRESH_MS = 15_000;

/** Drivers around a place, on a map and in a list, and the switch to go online. */
export function DriversScreen({ requestLink }: { requestLink: RequestLink }) {
  const { t } = useLingui();
  const { uid } = useUser();
  useTitle(t`Drivers`);
  const nowMs = useNow(FADE_REFRESH_MS);
  const [{ near }, change] = useDraft<PlaceDraft>(`near.${uid}`, { near: NO_PLACE });
  const choosePlace = (place: Place) => change({ near: toPlaceChoice(place) });
  const ownDriverQuery = useQuery(ownActiveDriver);
  const own = ownDriverQuery.data ?? null;
  // Only on mount: a user who clears the field is about to type.
  const [useDevicePosition] = useState(near.text === "");
  useCurrentPlaceIfAllowed(useDevicePosition, choosePlace);
  const ownPlace = useDriverPlace(near.place ? null : own);
  const place = near.place ?? ownPlace;
  const drivers = useNearbyDrivers(place);
  const [selectedId, select] = useState<string>();
  const [highlightedId, highlight] = useState<string>();
  useEffect(() => {
    if (selectedId !== undefined)
      document.getElementById(driverElementId(selectedId))?.scrollIntoView({ block: "center" });
  }, [selectedId]);
  const mapProps = {
    own,
    place,
    nowMs,
    nearDrivers: drivers.nearDrivers,
    selectedId: highlightedId ?? selectedId,
    onChoose: select,
  };
  return (
    <MapOverlayLayout
      label={t`Drivers`}
      renderMap={(padding) => <DriversMap {...mapProps} padding={padding} />}
    >
      <div className="grid gap-5">
        <div className="flex items-center gap-2">
          <h1 className="min-w-0 flex-1 text-2xl font-bold tracking-[-.02em] outline-none">{t`Drivers near you`}</h1>
          <IconButton
            icon="refresh"
            label={t`Refresh`}
            disabled={place === null}
            onClick={() => void drivers.refresh()}
          />
        </div>
        <PlaceField
          label={t({
            comment: "Field with a place: drivers near it are shown.",
            message: "Near",
          })}
          value={near}
          onChange={(choice) => change({ near: choice })}
          offerHere
          placeholder={own ? t`Your location` : undefined}
        />
        {ownDriverQuery.data === undefined ? (
          <ActiveStatusUnavailable {...ownDriverQuery} />
        ) : (
          <GoActive own={ownDriverQuery.data} />
        )}
        <NearbyDrivers
          place={place}
          drivers={drivers}
          selectedId={selectedId}
          nowMs={nowMs}
          requestLink={requestLink}
          onHighlight={highlight}
          onPlace={choosePlace}
        />
      </div>
    </MapOverlayLayout>
  );
}
