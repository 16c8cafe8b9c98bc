import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { toMapStops } from "./map-stops.ts";
import type { RideDraft } from "../draft/ride-draft.ts";

/** The way so far, as it will run through the places that are chosen. */
export function HostMap({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const stops = toMapStops(draft);
  return <LazyMapView label={t`The route of your ride`} stops={stops} route={stops} />;
}
