import { useLingui } from "@lingui/react/macro";
import { EstimateText } from "../formatting/EstimateText.tsx";
import type { MapStop } from "./map-types.ts";

/** The stops of a map as text, in order. */
export function StopList({ stops }: { stops: readonly MapStop[] }) {
  const { t } = useLingui();
  const kinds: Record<MapStop["kind"], string> = {
    start: t`Start`,
    end: t({ message: "End", context: "of a route" }),
    stop: t({
      message: "Stop",
      context: "on the way of a ride",
    }),
    pickup: t`Pickup`,
    dropoff: t`Dropoff`,
  };
  if (stops.length === 0) return null;
  return (
    <ol className="grid gap-2">
      {stops.map(({ kind, label, time, lat, lng }) => (
        <li key={`${kind} ${lat} ${lng}`} className="flex flex-wrap gap-x-2">
          <span className="text-ink-2">{kinds[kind]}</span>
          {time && (
            <span className="num font-bold">
              <EstimateText text={time} />
            </span>
          )}
          <span className="font-semibold">{label}</span>
        </li>
      ))}
    </ol>
  );
}
