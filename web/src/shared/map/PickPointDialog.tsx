import "./pick-point.css";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { getCurrentPosition, isGeolocationGranted } from "#shared/geo/device-position.ts";
import { NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { PlaceCombobox } from "#shared/places/PlaceCombobox.tsx";
import { PlaceKindIcon } from "#shared/places/PlaceKindIcon.tsx";
import { nearestPlace } from "#shared/places/places.queries.ts";
import { pointName } from "#shared/places/point-name.ts";
import { useDebounced } from "#shared/places/use-suggestions.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { controlClasses, Field } from "#shared/ui/fields/Field.tsx";
import { pressedKey } from "#shared/ui/keyboard.ts";
import { LazyMapView } from "./LazyMapView.tsx";
import type { LatLng, MapScene, PickMap } from "./map-types.ts";
import { pickZoom } from "./pick-zoom.ts";
import { NudgeButtons, PickControls } from "./PickControls.tsx";
import { usePickedPoint } from "./use-picked-point.ts";
import { canDrawMaps } from "./webgl.ts";

/** Content of the map while a point is picked, and the initial position of the pin. */
export interface PickPointScene extends Pick<MapScene, "route" | "stops"> {
  readonly start?: LatLng | undefined;
}

type PickedPlace = NonNullable<PlaceChoice["place"]>;

interface PickPointDialogProps {
  readonly title: string;
  readonly scene: PickPointScene;
  readonly onPick: (place: PickedPlace) => void;
  readonly onClose: () => void;
}

/** Central Europe, as the map shows if nothing else is known. */
const DEFAULT_CENTER = { lat: 48.5, lng: 9.5 };
/** From further away, it cannot be seen where the pin is. */
const LEAST_ZOOM = 10;

/**
 * Picks the point in the middle of a map that fills the screen of a phone: by moving the map, tapping it, arrow keys,
 * searching, or the device's position. Says in words where it is.
 */
export function PickPointDialog({ title, scene, onPick, onClose }: PickPointDialogProps) {
  const { t } = useLingui();
  const [known] = useState(() => scene.start ?? scene.stops?.[0]);
  const { at, settle, moveTo, undo, canUndo, map, setMap } = usePickedPoint(
    known ?? communitySettings.region ?? DEFAULT_CENTER,
  );
  const [zoom, setZoom] = useState(LEAST_ZOOM);
  const [moving, setMoving] = useState(false);
  const [search, setSearch] = useState(NO_PLACE);
  const { place, isPending } = usePickedPlace(at, search.place);
  const isUnplaced = !known && !canUndo;
  const obstacle = useObstacle(isUnplaced, zoom);
  useOwnStart(isUnplaced ? map : undefined, moveTo);
  const choose = (choice: PlaceChoice) => {
    setSearch(choice);
    if (!choice.place) return;
    moveTo(choice.place, pickZoom(choice.place, choice.place.kind));
    // Also puts away the keyboard of a phone.
    map?.focus();
  };
  const confirm = () => {
    if (!isPending && obstacle === undefined) onPick(place);
  };
  return (
    <Dialog open onClose={onClose} title={title} placement="screen">
      <div className="flex h-full flex-col">
        <div className="pick-map relative min-h-0 flex-1 overflow-clip">
          <LazyMapView
            label={title}
            route={scene.route}
            stops={scene.stops?.map((stop) => ({ ...stop, kind: "stop" as const }))}
            center={known}
            zoom={known && pickZoom(known)}
            picking={{
              onReady: setMap,
              onMoving: setMoving,
              onCenter: (center, zoomThere) => {
                settle(center);
                setZoom(zoomThere);
              },
              onConfirm: confirm,
            }}
          />
          {canDrawMaps() && <PickPin lifted={moving} />}
          <div
            className="absolute inset-x-3 top-3 mx-auto max-w-lg rounded-md shadow-2"
            onKeyDown={keepEnter}
          >
            <Field label={t`Search for a place`} hideLabel>
              {(wiring) => (
                <PlaceCombobox
                  value={search}
                  onChange={choose}
                  placeholder={t`Search for a place`}
                  hasMap={false}
                  wiring={wiring}
                  inputClassName={controlClasses}
                />
              )}
            </Field>
          </div>
          <PickControls
            onUndo={canUndo ? undo : undefined}
            onPosition={(position) => moveTo(position, pickZoom(position))}
            zoomBy={map?.zoomBy}
          />
        </div>
        <PickedPlaceBar
          kind={place.kind}
          text={obstacle ?? place.label}
          nudges={canDrawMaps() ? undefined : <NudgeButtons at={at} move={moveTo} />}
          onUse={obstacle !== undefined || isPending || moving ? undefined : confirm}
        />
      </div>
    </Dialog>
  );
}

interface PickedPlaceBarProps {
  readonly kind: PickedPlace["kind"];
  readonly text: string;
  readonly nudges: ReactNode;
  /** Undefined while the point cannot be used. */
  readonly onUse: (() => void) | undefined;
}

function PickedPlaceBar({ kind = "position", text, nudges, onUse }: PickedPlaceBarProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-3 border-t border-line px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="flex min-h-11 items-center gap-2.5">
        <PlaceKindIcon kind={kind} />
        <p role="status" className="min-w-0 flex-1 leading-snug font-semibold wrap-anywhere">
          {text}
        </p>
        {nudges}
      </div>
      <Button size="lg" disabled={onUse === undefined} onClick={onUse} className="w-full">
        {t`Use this point`}
      </Button>
      <p className="hidden text-center text-sm text-ink-3 [@media(hover:hover)]:block">
        {t`Drag the map, tap it or use the arrow keys. Enter chooses the point.`}
      </p>
    </div>
  );
}

/** Why the point cannot be used yet. */
function useObstacle(isUnplaced: boolean, zoom: number): string | undefined {
  const { t } = useLingui();
  if (isUnplaced) return t`Where is it? Search for it, or move the map.`;
  return zoom < LEAST_ZOOM ? t`Zoom in to choose a point.` : undefined;
}

/** Begins where the user is, if the browser may say so without asking, else at home. */
function useOwnStart(map: PickMap | undefined, moveTo: (at: LatLng, zoom?: number) => void): void {
  const queries = useQueryClient();
  const start = useEffectEvent((at: LatLng) => moveTo(at, pickZoom(at)));
  useEffect(() => {
    if (!map) return undefined;
    let isStale = false;
    const begin = async () => {
      const home = queries.getQueryData(ownProfile.queryKey)?.homePlace ?? undefined;
      const isGranted = await isGeolocationGranted();
      const at = isGranted ? await getCurrentPosition().catch(() => home) : home;
      if (at && !isStale) start(at);
    };
    void begin();
    return () => void (isStale = true);
  }, [map, queries]);
}

/** The dialog is inside the form that it picks a place for, and Enter would submit that form. */
const keepEnter = (event: KeyboardEvent) => {
  if (pressedKey(event) === "Enter") event.preventDefault();
};

/** The searched place while the pin is on it, otherwise a point named after the nearest place. */
function usePickedPlace(
  at: LatLng,
  searched: PlaceChoice["place"],
): { place: PickedPlace; isPending: boolean } {
  const named = usePointName(at);
  const isOnSearched =
    searched &&
    Math.abs(searched.lat - at.lat) < SAME_DEGREES &&
    Math.abs(searched.lng - at.lng) < SAME_DEGREES;
  return isOnSearched
    ? {
        place: searched,
        isPending: false,
      }
    : named;
}

/** Points are rounded to 5 decimals. */
const SAME_DEGREES = 1.1e-5;

function PickPin({ lifted }: { lifted: boolean }) {
  return (
    <span aria-hidden="true" className="pick-pin" data-lifted={lifted ? "" : undefined}>
      <svg viewBox="0 0 44 54">
        <path
          d="M22 53C34 38 42 30 42 20.5a20 20 0 1 0-40 0C2 30 10 38 22 53z"
          fill="var(--c-route)"
          stroke="var(--c-surface)"
          strokeWidth="3"
        />
        <circle cx="22" cy="20.5" r="7" fill="var(--c-surface)" />
      </svg>
    </span>
  );
}

interface NamedPoint {
  readonly place: NonNullable<PlaceChoice["place"]>;
  /** The name belongs to another point: that of this one is being looked up. */
  readonly isPending: boolean;
}

/** Names a point after what is nearest to it, or by its coordinates if that cannot be looked up. */
function usePointName(at: LatLng): NamedPoint {
  const { t } = useLingui();
  const settledPoint = useDebounced(at);
  const { data, isPlaceholderData, isFetching } = useQuery({
    ...nearestPlace(settledPoint),
    placeholderData: (before) => before,
  });
  const isPending = settledPoint !== at || isFetching;
  if (data && !isPlaceholderData) {
    const label = pointName(data);
    return {
      place: {
        ...at,
        label,
        timeZone: data.timeZone,
        kind: "position",
      },
      isPending,
    };
  }
  const coordinates = `${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}`;
  const label = isPending ? t`Looking up this place…` : t`Point on the map (${coordinates})`;
  return {
    place: {
      ...at,
      label,
      kind: "position",
    },
    isPending,
  };
}
