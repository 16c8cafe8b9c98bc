import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { loadChunk } from "../load-chunk.ts";
import { afterCalls } from "../ui/lazy-screen.tsx";
import { MapFallback } from "./MapFallback.tsx";
import type { MapViewProps } from "./map-types.ts";
import { canDrawMaps, knowsWhetherMapsCanBeDrawn } from "./webgl.ts";

async function fetchMap(): Promise<{ default: ComponentType<MapViewProps> }> {
  if (!canDrawMaps()) return { default: StopsWithoutWebgl };
  const { MapView } = await loadChunk("map", () => import("./MapView.tsx"));
  return { default: MapView };
}
/** The test for WebGL blocks a phone for long: the first map waits for what is shown beside it. */
const fetchFirstMap = afterCalls(fetchMap);
const loadMap = () => lazy(knowsWhetherMapsCanBeDrawn() ? fetchMap : fetchFirstMap);

function StopsWithoutWebgl({ stops, padding }: MapViewProps) {
  return <MapFallback reason="no-webgl" stops={stops ?? []} covered={padding} />;
}

/** A map that loads when first shown and fills its positioned parent; without WebGL its stops appear as a list. */
export function LazyMapView(props: MapViewProps) {
  // A lazy component caches its failure, so each attempt needs a new one with a new boundary.
  const [attempt, setAttempt] = useState(() => ({
    number: 1,
    View: loadMap(),
  }));
  const retry = () =>
    setAttempt(({ number }) => ({
      number: number + 1,
      View: loadMap(),
    }));
  return (
    <MapBoundary
      key={attempt.number}
      fallback={
        <MapFallback
          reason="failed"
          stops={props.stops ?? []}
          covered={props.padding}
          retry={retry}
        />
      }
    >
      <Suspense fallback={<div className="absolute inset-0 bg-(--m-land)" />}>
        <attempt.View {...props} />
      </Suspense>
    </MapBoundary>
  );
}

interface MapBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

class MapBoundary extends Component<MapBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
