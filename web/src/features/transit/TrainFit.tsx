import type { TrainFit as Fit } from "@commonlane/contract/transit";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";

/** On the card of a ride: the train that leaves after it, or that arrives before it. */
export function TrainFit({ fit }: { readonly fit: Fit }) {
  const { t } = useLingui();
  const { end, train, minutes } = fit;
  const { line, place } = train;
  const wait = t`${plural(minutes, {
    one: "# minute",
    other: "# minutes",
  })}`;
  return (
    <p className="mt-1.5 flex items-start gap-1.5 text-xs text-ink-3">
      <Icon name="train" className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {end === "dropoff"
          ? t`Arrives ${wait} before the ${line} to ${place}`
          : t`Leaves ${wait} after the ${line} from ${place} arrives`}
      </span>
    </p>
  );
}
