import "./map.css";
import "./markers/markers.css";
import "./markers/movers.css";
import "./controls.css";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { NO_PADDING } from "./camera.ts";
import { MapCredit } from "./MapCredit.tsx";
import type { MapViewProps } from "./map-types.ts";
import { StopList } from "./StopList.tsx";
import { useMapController } from "./use-map-controller.ts";
import { Icon } from "#shared/ui/Icon.tsx";

/** A map that fills its positioned parent. Large: screens use LazyMapView instead. Throws without WebGL. */
export function MapView(props: MapViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const controller = useMapController(container, props);
  const { top, right, bottom, left } = props.padding ?? NO_PADDING;
  return (
    <div
      className="map-view"
      data-picks={props.picking ? "" : undefined}
      style={{
        "--map-top": `${top}px`,
        "--map-right": `${right}px`,
        "--map-bottom": `${bottom}px`,
        "--map-left": `${left}px`,
      }}
    >
      <div ref={container} className="map-canvas" />
      {props.picking && (
        <p className="sr-only">
          <Trans>Move the map with the arrow keys and press Enter to choose its centre.</Trans>
        </p>
      )}
      <div className="sr-only">
        <StopList stops={props.stops ?? []} />
      </div>
      <ZoomButtons zoomBy={(levels) => controller?.zoomBy(levels)} />
      <MapCredit ownCredit={controller?.credit} />
    </div>
  );
}

/** Zoom buttons for mouse and keyboard; touch devices pinch. */
function ZoomButtons({ zoomBy }: { zoomBy: (levels: number) => void }) {
  const { t } = useLingui();
  return (
    <div className="map-zoom">
      <button type="button" aria-label={t`Zoom in`} title={t`Zoom in`} onClick={() => zoomBy(1)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label={t`Zoom out`} title={t`Zoom out`} onClick={() => zoomBy(-1)}>
        <Icon name="minus" />
      </button>
    </div>
  );
}
