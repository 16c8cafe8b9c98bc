import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { distanceM } from "#shared/geo/great-circle.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapMover, MapPadding } from "#shared/map/map-types.ts";
import { zoomForRadius } from "#shared/map/pick-zoom.ts";
import { useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import type { NearDriver } from "./driver-list.ts";
import { isFading } from "./driver-text.ts";

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
export function DriversMap({
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
