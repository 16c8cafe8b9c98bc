import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useDraft } from "#shared/forms/use-draft.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { chosen, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { BesideMap } from "#shared/ui/BesideMap.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { dayText, timeText, townOf } from "#shared/wording/wording.ts";
import { ridesNear } from "./active-drivers.queries.ts";
import { NearList } from "./NearList.tsx";

interface NearDraft extends Record<string, unknown> {
  readonly near: PlaceChoice;
}

/** What leaves around a place. Drivers who show themselves live come with a later version, which is said. */
export function DriversScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { uid } = useUser();
  useTitle(t`Drivers`);
  const [{ near }, change] = useDraft<NearDraft>(`near.${uid}`, { near: NO_PLACE });
  const [pointedAt, setPointedAt] = useState<string>();
  const { place } = near;
  const rides = useInfiniteQuery({ ...ridesNear(place ?? { lat: 0, lng: 0 }), enabled: place !== null });
  const found = place ? (rides.data?.pages ?? []).flatMap(({ items }) => items) : [];
  const pins = found.map(({ id, origin, destination, departsAt, timeZone }) => ({
    id,
    lat: origin.lat,
    lng: origin.lng,
    label: t`${dayText(departsAt, timeZone)}, ${timeText(departsAt, timeZone)} to ${townOf(destination.label)}`,
    selected: id === pointedAt,
  }));
  return (
    <BesideMap
      map={
        <LazyMapView
          label={t`Map of what leaves around the chosen place`}
          pins={pins}
          {...(place && pins.length === 0 && { center: { lat: place.lat, lng: place.lng } })}
          onPin={(id) => void navigate(`/rides/${id}`)}
        />
      }
    >
      <div className="grid gap-2">
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Drivers near you`}</h1>
        <p className="flex items-start gap-2 text-ink-2">
          <Icon name="info" className="mt-0.5 text-ink-3" />
          {t`Drivers who are on the road right now will show up on this map with the next release. Until then, here is what leaves near you.`}
        </p>
      </div>
      <PlaceField
        label={t`Rides that leave near`}
        value={near}
        onChange={(choice) => change({ near: choice })}
        offerHere
      />
      <NearList
        place={place}
        rides={rides}
        found={found}
        onPoint={setPointedAt}
        onPlace={(here) => change({ near: chosen(here) })}
      />
    </BesideMap>
  );
}
