import { Trans } from "@lingui/react/macro";
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { loadChunk } from "../load-chunk.ts";
import { afterCalls } from "../ui/lazy-screen.tsx";
import type { MapPadding, MapStop, MapViewProps } from "./map-types.ts";
import { StopList } from "./StopList.tsx";
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

interface MapFallbackProps {
  reason: "no-webgl" | "failed";
  stops: readonly MapStop[];
  /** Pixels covered by panels, as for the map. */
  covered: MapPadding | undefined;
  retry?: () => void;
}

/** Shown instead of a map: the reason, and the stops as text. */
function MapFallback({ reason, stops, covered, retry }: MapFallbackProps) {
  const { top, right, bottom, left } = covered ?? {
    top: 0,
    right: 0,
    bottom: 0,
    left: 0,
  };
  return (
    <div
      className="absolute inset-0 grid content-center justify-items-center gap-4 overflow-auto bg-sunken text-ink"
      style={{ padding: `${top + 24}px ${right + 24}px ${bottom + 24}px ${left + 24}px` }}
    >
      <p className="max-w-80 text-center text-ink-2">
        {reason === "no-webgl" ? (
          <Trans>Your browser can't show the map. Everything else works without it.</Trans>
        ) : (
          <Trans>The map didn't load.</Trans>
        )}
      </p>
      {retry && (
        <Button variant="line" icon="refresh" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <StopList stops={stops} />
    </div>
  );
}
