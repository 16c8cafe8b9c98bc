import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDraft } from "#shared/forms/use-draft.ts";
import { distanceM } from "#shared/geo/great-circle.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapMover, MapPadding } from "#shared/map/map-types.ts";
import { zoomForRadius } from "#shared/map/pick-zoom.ts";
import { NO_PLACE, type PlaceChoice, toPlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { MapOverlayLayout, useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { useNow } from "#shared/use-now.ts";
import { ownActiveDriver } from "../active-drivers.queries.ts";
import { GoActive } from "../go-active/GoActive.tsx";
import { useGoOffline } from "../go-active/use-go-active.ts";
import type { NearDriver } from "./driver-list.ts";
import { isFading } from "./driver-text.ts";
import { driverElementId } from "./DriverCard.tsx";
import { NearbyDrivers, type RequestLink } from "./NearbyDrivers.tsx";
import { useCurrentPlaceIfAllowed, useDriverPlace } from "./use-current-place.ts";
import { useNearbyDrivers } from "./use-nearby-drivers.ts";

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

interface DriversMapProps {
  readonly nearDrivers: readonly NearDriver[];
  readonly own: OwnActiveDriver | null;
  readonly place: Place | null;
  readonly selectedId: string | undefined;
  readonly nowMs: number;
  readonly padding: MapPadding;
  readonly onChoose: (uid: string) => void;
}

/** The nearest drivers fit into the first view; beyond this zoom streets are too large to recognise a place. */
const NEAREST_SHOWN = 5;
const NEAREST_ZOOM = 14;
const RADIUS_PX = 150;

/** Zoom around a place at which its nearest drivers are in sight. */
function zoomToNearest(
  place: Place | null,
  nearDrivers: readonly NearDriver[],
  leastZoom: number,
): number {
  const nearest = nearDrivers.slice(0, NEAREST_SHOWN);
  if (!place || nearest.length === 0) return leastZoom;
  const radiusM = Math.max(...nearest.map(({ driver }) => distanceM(place, driver)));
  const zoom = zoomForRadius(radiusM, place.lat, RADIUS_PX);
  return Math.min(NEAREST_ZOOM, Math.max(leastZoom, zoom));
}

/** Zoom levels at which about 50 km are visible on each side. */
const ZOOM = { wide: 8.6, narrow: 8 };

/** Map of active drivers around a place, with the viewer's own marker. */
function DriversMap({
  nearDrivers,
  own,
  place,
  selectedId,
  nowMs,
  padding,
  onChoose,
}: DriversMapProps) {
  const { t } = useLingui();
  const isWide = useIsWideScreen();
  const drivers = nearDrivers.map(({ driver }): MapMover => {
    const { uid, displayName, lat, lng, heading } = driver;
    return {
      id: uid,
      lat,
      lng,
      label: displayName,
      heading: heading ?? undefined,
      selected: uid === selectedId,
      faded: isFading(driver, nowMs),
    };
  });
  const me = (): MapMover[] => {
    if (own)
      return [
        {
          id: "own",
          lat: own.lat,
          lng: own.lng,
          heading: own.heading ?? undefined,
          label: t`You`,
          own: true,
        },
      ];
    return place
      ? [
          {
            id: "own",
            lat: place.lat,
            lng: place.lng,
            label: "",
            own: true,
          },
        ]
      : [];
  };
  return (
    <LazyMapView
      label={t`Map of active drivers, also shown in the list.`}
      movers={[...drivers, ...me()]}
      center={
        place
          ? {
              lat: place.lat,
              lng: place.lng,
            }
          : undefined
      }
      zoom={zoomToNearest(place, nearDrivers, isWide ? ZOOM.wide : ZOOM.narrow)}
      padding={padding}
      onMovers={([first]) => first !== undefined && onChoose(first)}
    />
  );
}

interface ActiveStatusUnavailableProps {
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  readonly isFetching: boolean;
}

/** Shown instead of the switch while the status is unknown. Going offline works without waiting for it. */
function ActiveStatusUnavailable({ error, refetch, isFetching }: ActiveStatusUnavailableProps) {
  const { t } = useLingui();
  const goOffline = useGoOffline();
  return (
    <section aria-label={t`Go online`} className="grid gap-4 card p-4">
      {error ? (
        <>
          <ErrorState
            className="py-2"
            title={t`Are you online?`}
            message={t`Couldn't load your status. Check your connection and try again.`}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
          <Button
            variant="ghost"
            className="justify-self-center"
            busy={goOffline.busy}
            onClick={() => void goOffline.goOff()}
          >
            {t`Go offline`}
          </Button>
        </>
      ) : (
        <div role="status" aria-label={t`Loading`} className="flex items-center gap-4">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-6 w-2/5" />
            <Skeleton className="h-4 w-4/5" />
          </div>
          <Skeleton round className="h-11 w-19" />
        </div>
      )}
    </section>
  );
}
