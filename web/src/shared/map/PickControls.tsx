import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { getCurrentPosition } from "#shared/geo/device-position.ts";
import { formatDistance } from "#shared/formatting/format.ts";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import type { LatLng } from "./map-types.ts";

interface PickControlsProps {
  readonly onUndo: (() => void) | undefined;
  readonly onPosition: (at: LatLng) => void;
  readonly zoomBy: ((levels: number) => void) | undefined;
}

/** Buttons beside the map, in reach of the thumb: back, the device's position, and the zoom. */
export function PickControls({ onUndo, onPosition, zoomBy }: PickControlsProps) {
  const { t } = useLingui();
  const toast = useToast();
  const [locating, setLocating] = useState(false);
  const locate = () => {
    setLocating(true);
    getCurrentPosition()
      .then(onPosition)
      .catch(() =>
        toast({
          message: t`We couldn't find your location. Move the map instead.`,
          type: "warning",
        }),
      )
      .finally(() => setLocating(false));
  };
  return (
    <div className="absolute end-3 bottom-3 grid gap-2">
      {onUndo && (
        <IconButton tone="raised" icon="undo" label={t`Back to the last point`} onClick={onUndo} />
      )}
      <IconButton
        tone="raised"
        icon="locate"
        label={t`My location`}
        onClick={locate}
        disabled={locating}
        className={locating ? "animate-pulse" : undefined}
      />
      {zoomBy && (
        <div className="grid overflow-clip rounded-md bg-surface shadow-2">
          <IconButton
            icon="plus"
            label={t`Zoom in`}
            onClick={() => zoomBy(1)}
            className="rounded-none"
          />
          <IconButton
            icon="minus"
            label={t`Zoom out`}
            onClick={() => zoomBy(-1)}
            className="rounded-none border-t border-line"
          />
        </div>
      )}
    </div>
  );
}

const NUDGE_M = 100;
const METRES_PER_DEGREE = 111_195;

/** Moves the point by buttons, where no map can be drawn. */
export function NudgeButtons({ at, move }: { at: LatLng; move: (to: LatLng) => void }) {
  const { t } = useLingui();
  const step = formatDistance(NUDGE_M);
  const north = NUDGE_M / METRES_PER_DEGREE;
  const east = north / Math.max(0.01, Math.cos((at.lat * Math.PI) / 180));
  const directions = [
    {
      key: "west",
      label: t`${step} west`,
      turn: "rotate-90",
      by: [0, -east],
    },
    {
      key: "north",
      label: t`${step} north`,
      turn: "rotate-180",
      by: [north, 0],
    },
    {
      key: "south",
      label: t`${step} south`,
      turn: "",
      by: [-north, 0],
    },
    {
      key: "east",
      label: t`${step} east`,
      turn: "-rotate-90",
      by: [0, east],
    },
  ] as const;
  return (
    // Compass directions do not depend on the direction of the script.
    <div role="group" aria-label={t`Move the pin`} dir="ltr" className="flex">
      {directions.map(({ key, label, turn, by }) => (
        <IconButton
          key={key}
          icon="chevron-down"
          label={label}
          className={turn}
          onClick={() =>
            move({
              lat: at.lat + by[0],
              lng: at.lng + by[1],
            })
          }
        />
      ))}
    </div>
  );
}
