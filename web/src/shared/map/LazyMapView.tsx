import { Component, lazy, type ReactNode, Suspense, useState } from "react";
import { loadChunk } from "../load-chunk.ts";
import { MapFallback } from "./MapFallback.tsx";
import type { MapViewProps } from "./map-types.ts";
import { canDrawMaps } from "./webgl.ts";

const fetchMap = async () => ({
  default: (await loadChunk("map", () => import("./MapView.tsx"))).MapView,
});
const loadMap = () => lazy(fetchMap);

/** A map that loads when first shown and fills its positioned parent; without WebGL its stops appear as a list. */
export function LazyMapView(props: MapViewProps) {
  // A lazy component caches its failure, so each attempt needs a new one with a new boundary.
  const [attempt, setAttempt] = useState(() => ({
    number: 1,
    View: loadMap(),
  }));
  const fallbackProps = {
    stops: props.stops ?? [],
    covered: props.padding,
  };
  if (!canDrawMaps()) return <MapFallback reason="no-webgl" {...fallbackProps} />;
  const retry = () =>
    setAttempt(({ number }) => ({
      number: number + 1,
      View: loadMap(),
    }));
  return (
    <MapBoundary
      key={attempt.number}
      fallback={<MapFallback reason="failed" {...fallbackProps} retry={retry} />}
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
