import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapPadding } from "#shared/map/map-types.ts";
import { createRideScene, createStartPins } from "../ride-map-scene.ts";
import { useDepartingSoon } from "./DepartingSoon.tsx";

interface HomeMapProps {
  selectedId: string | null;
  onSelect: (rideId: string) => void;
  padding: MapPadding;
}

/** Map with the start of each ride departing soon, or with the selected ride. */
export function HomeMap({ selectedId, onSelect, padding }: HomeMapProps) {
  const { t } = useLingui();
  const { rides } = useDepartingSoon();
  const selected = rides.find(({ id }) => id === selectedId);
  const scene = selected ? createRideScene(selected) : { pins: createStartPins(rides, null) };
  const label = selected ? t`Map of the selected ride` : t`Map of rides leaving soon`;
  return <LazyMapView {...scene} label={label} onPin={onSelect} padding={padding} />;
}
