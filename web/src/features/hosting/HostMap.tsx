import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapStop } from "#shared/map/map-types.ts";
import { timeText, townOf } from "#shared/wording/wording.ts";
import { departureOf, zoneOf } from "./departure.ts";
import type { RideDraft } from "./ride-draft.ts";
import { previewOf } from "./way-preview.ts";

/** The way so far, as it will run through the places that are chosen. */
export function HostMap({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const stops = mapStops(draft);
  return <LazyMapView label={t`The way of your ride`} stops={stops} route={stops} />;
}

function mapStops(draft: RideDraft): MapStop[] {
  const chosen = [
    { kind: "start" as const, choice: draft.origin },
    ...draft.stops.map(({ choice }) => ({ kind: "stop" as const, choice })),
    { kind: "end" as const, choice: draft.destination },
  ].flatMap(({ kind, choice }) => (choice.place ? [{ kind, place: choice.place }] : []));
  const { afterS } = previewOf(chosen.map(({ place }) => place));
  const departs = draft.origin.place ? departureOf(draft) : undefined;
  const zone = zoneOf(draft);
  return chosen.map(({ kind, place: { label, lat, lng } }, n) => {
    const at = departs && new Date(departs.getTime() + (afterS[n] ?? 0) * 1000);
    return { kind, lat, lng, label: townOf(label), time: at && timeText(at.toISOString(), zone) };
  });
}
