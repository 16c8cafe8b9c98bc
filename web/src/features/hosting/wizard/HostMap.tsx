import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { useDraftOnMap } from "./use-draft-on-map.ts";
import type { RideDraft } from "../draft/ride-draft.ts";

/** Map of the route through the places chosen so far. */
export function HostMap({ draft }: { draft: RideDraft }) {
  const { t } = useLingui();
  return <LazyMapView label={t`The route of your ride`} {...useDraftOnMap(draft)} />;
}
