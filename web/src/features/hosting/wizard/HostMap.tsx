import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { toMapStops } from "./map-stops.ts";
import type { RideDraft } from "../draft/ride-draft.ts";

/** Map of the route through the places chosen so far. */
export function HostMap({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  const stops = toMapStops(draft);
  return <LazyMapView label={t`The route of your ride`} stops={stops} route={stops} />;
}
