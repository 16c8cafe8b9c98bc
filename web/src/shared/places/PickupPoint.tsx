import type { PickupPlace } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { formatDuration } from "#shared/formatting/format.ts";
import { PlaceKindIcon } from "./PlaceKindIcon.tsx";
import { pickupIcons, pickupPlaceName } from "./pickup-place.ts";

interface PickupPointProps {
  readonly place: PickupPlace;
  /** Walk to the pickup, in seconds. */
  readonly walkS?: number | undefined;
}

/** Shorter walks are not mentioned, in seconds. */
const NO_WALK_S = 30;

/** A known pickup point with its kind and the walk there: "Bus stop Vaduz Post · 4 min walk". Nothing for other places. */
export function PickupPoint({ place, walkS = 0 }: PickupPointProps) {
  const { t } = useLingui();
  if (!place.pickupKind) return null;
  const walk = formatDuration(walkS);
  return (
    <p className="mt-3 flex items-start gap-2 text-sm font-semibold">
      <PlaceKindIcon kind={pickupIcons[place.pickupKind]} />
      <span className="wrap-anywhere">
        {pickupPlaceName(place)}
        {walkS >= NO_WALK_S && <span className="font-normal text-ink-2"> · {t`${walk} walk`}</span>}
      </span>
    </p>
  );
}
