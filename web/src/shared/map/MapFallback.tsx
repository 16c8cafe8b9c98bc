import { Trans } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import type { MapPadding, MapStop } from "./map-types.ts";
import { StopList } from "./StopList.tsx";

interface MapFallbackProps {
  reason: "no-webgl" | "failed";
  stops: readonly MapStop[];
  /** Pixels covered by panels, as for the map. */
  covered: MapPadding | undefined;
  retry?: () => void;
}

/** Shown instead of a map: the reason, and the stops as text. */
export function MapFallback({ reason, stops, covered, retry }: MapFallbackProps) {
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
