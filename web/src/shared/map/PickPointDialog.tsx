import type { NearestPlace } from "@commonlane/contract/places";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nearestPlace } from "#shared/places/places.queries.ts";
import type { PlaceChoice } from "#shared/places/place-choice.ts";
import { useDebounced } from "#shared/places/use-suggestions.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { formatDistance } from "#shared/formatting/format.ts";
import { LazyMapView } from "./LazyMapView.tsx";
import type { LatLng, MapScene } from "./map-types.ts";

/** Content of the map while a point is picked, and the initial position of the pin. */
export interface PickPointScene extends Pick<MapScene, "route" | "stops"> {
  readonly start?: LatLng | undefined;
}

interface PickPointDialogProps {
  readonly title: string;
  readonly scene: PickPointScene;
  readonly onPick: (place: NonNullable<PlaceChoice["place"]>) => void;
  readonly onClose: () => void;
}

const CLOSE_ZOOM = 11;
/** Central Europe, if nothing else is known. */
const DEFAULT_CENTER = { lat: 48.5, lng: 9.5 };
/** Within this distance, the pin counts as at the place. */
const AT_PLACE_M = 300;

/**
 * Picks a point by dragging a pin, clicking the map, arrow keys or buttons; also describes the pin's position in words.
 */
export function PickPointDialog({ title, scene, onPick, onClose }: PickPointDialogProps) {
  const { t } = useLingui();
  const [start] = useState(() => scene.start ?? scene.stops?.[0] ?? DEFAULT_CENTER);
  const [at, setAt] = useState<LatLng>(start);
  const { name, nearest, status } = usePointName(at);
  const move = ({ lat, lng }: LatLng) => setAt({ lat: rounded(lat), lng: rounded(lng) });
  const hasStart = scene.start !== undefined || (scene.stops?.length ?? 0) > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            disabled={status === "pending"}
            onClick={() => onPick({ label: name, lat: at.lat, lng: at.lng, timeZone: nearest?.timeZone })}
          >
            {t`Use this point`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="text-sm text-ink-2">{t`Drag the pin, tap the map or use the arrow keys.`}</p>
        <div className="relative h-[46dvh] min-h-64 overflow-hidden rounded-md border border-line">
          <LazyMapView
            label={title}
            route={scene.route}
            stops={scene.stops?.map((stop) => ({ ...stop, kind: "stop" as const }))}
            center={start}
            zoom={hasStart ? CLOSE_ZOOM : 4}
            handle={{ ...at, label: t`Pin: ${name}` }}
            onPick={move}
          />
        </div>
        <div className="flex items-center gap-2">
          <p role="status" className="flex min-w-0 flex-1 items-center gap-2 font-semibold">
            <Icon name="pin" className="text-ink-3" />
            {name}
          </p>
          <NudgeButtons at={at} move={move} />
        </div>
      </div>
    </Dialog>
  );
}

const NUDGE_M = 100;
const METRES_PER_DEGREE = 111_195;

/** Moves the pin for users who can neither drag nor press arrow keys. */
function NudgeButtons({ at, move }: { at: LatLng; move: (to: LatLng) => void }) {
  const { t } = useLingui();
  const north = NUDGE_M / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((at.lat * Math.PI) / 180));
  const directions = [
    { key: "west", label: t`100 m west`, turn: "rotate-180", by: [0, -east] },
    { key: "north", label: t`100 m north`, turn: "-rotate-90", by: [north, 0] },
    { key: "south", label: t`100 m south`, turn: "rotate-90", by: [-north, 0] },
    { key: "east", label: t`100 m east`, turn: "", by: [0, east] },
  ] as const;
  return (
    // Compass directions do not depend on the direction of the script.
    <div role="group" aria-label={t`Move the pin`} dir="ltr" className="flex">
      {directions.map(({ key, label, turn, by }) => (
        <IconButton
          key={key}
          icon="arrow-end"
          label={label}
          className={turn}
          onClick={() => move({ lat: at.lat + by[0], lng: at.lng + by[1] })}
        />
      ))}
    </div>
  );
}

function usePointName(at: LatLng): { name: string; nearest: NearestPlace | undefined; status: string } {
  const { t } = useLingui();
  const settledPoint = useDebounced(at);
  const { data, status } = useQuery({ ...nearestPlace(settledPoint), placeholderData: (before) => before });
  if (!data)
    return { name: status === "pending" ? t`Looking up this place…` : t`A point on the map`, nearest: data, status };
  const { label, distanceM } = data;
  const far = formatDistance(distanceM);
  return { name: distanceM < AT_PLACE_M ? label : t`${far} from ${label}`, nearest: data, status };
}

/** About a metre, which is exact enough. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
