import { useLingui } from "@lingui/react/macro";
import { formatDistance } from "../formatting/format.ts";
import { IconButton } from "../ui/IconButton.tsx";
import type { LatLng } from "./map-types.ts";

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
