import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDraft } from "#shared/forms/use-draft.ts";
import { chosen, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { MapPanel } from "#shared/ui/MapPanel.tsx";
import { useNow } from "#shared/use-now.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { ownActiveDriver } from "./active-drivers.queries.ts";
import { driverElementId } from "./DriverCard.tsx";
import { DriversMap } from "./DriversMap.tsx";
import { DriversNear } from "./DriversNear.tsx";
import { GoActive } from "./GoActive.tsx";
import { NotKnown } from "./NotKnown.tsx";
import type { AskLink } from "./ask-link.ts";
import { useDriversNear } from "./use-drivers-near.ts";
import { useHereIfAllowed, useOwnPlace } from "./use-here.ts";

interface NearDraft extends Record<string, unknown> {
  readonly near: PlaceChoice;
}

/** Whoever is not heard of fades in steps as short as this. */
const EVERY_MS = 15_000;

/** Who is on the road with free seats around a place, on a map and in a list; and the switch to be one of them. */
export function DriversScreen({ askLink }: { askLink: AskLink }) {
  const { t } = useLingui();
  const { uid } = useUser();
  useTitle(t`Drivers`);
  const nowMs = useNow(EVERY_MS);
  const [{ near }, change] = useDraft<NearDraft>(`near.${uid}`, { near: NO_PLACE });
  const take = (place: Place) => change({ near: chosen(place) });
  const known = useQuery(ownActiveDriver);
  const own = known.data ?? null;
  // Once: whoever empties the field is about to type.
  const [askHere] = useState(near.text === "");
  useHereIfAllowed(askHere, take);
  const ownPlace = useOwnPlace(near.place ? null : own);
  const place = near.place ?? ownPlace;
  const drivers = useDriversNear(place);
  const [selectedId, select] = useState<string>();
  const [pointedId, point] = useState<string>();
  useEffect(() => {
    if (selectedId !== undefined)
      document.getElementById(driverElementId(selectedId))?.scrollIntoView({ block: "center" });
  }, [selectedId]);
  const map = { own, place, nowMs, near: drivers.near, selectedId: pointedId ?? selectedId, onChoose: select };
  return (
    <MapPanel label={t`Drivers`} renderMap={(padding) => <DriversMap {...map} padding={padding} />}>
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
          label={t`Around`}
          value={near}
          onChange={(choice) => change({ near: choice })}
          offerHere
          placeholder={own ? t`Where you are` : undefined}
        />
        {known.data === undefined ? <NotKnown {...known} /> : <GoActive own={known.data} />}
        <DriversNear
          place={place}
          drivers={drivers}
          selectedId={selectedId}
          nowMs={nowMs}
          askLink={askLink}
          onPoint={point}
          onPlace={take}
        />
      </div>
    </MapPanel>
  );
}
