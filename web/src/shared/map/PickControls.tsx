import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { IconButton } from "../ui/IconButton.tsx";
import { useToast } from "../ui/toasts/Toasts.tsx";
import type { LatLng } from "./map-types.ts";
import { getCurrentPosition } from "#shared/geo/device-position.ts";

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
