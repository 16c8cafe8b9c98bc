import "./map.css";
import "./markers/markers.css";
import "./markers/movers.css";
import "./controls.css";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { NO_PADDING } from "./camera.ts";
import type { MapViewProps } from "./map-types.ts";
import { StopList } from "./StopList.tsx";
import { useMapController } from "./use-map-controller.ts";

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

/** Attribution required by the map's licence: as text, or behind an "i" on small maps. */
function MapCredit({ ownCredit }: { ownCredit: string | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <p className="map-credit map-credit-wide">
        <Sources ownCredit={ownCredit} />
      </p>
      <details className="map-credit map-credit-small">
        <summary aria-label={t`Map data sources`} title={t`Map data sources`}>
          <Icon name="info" />
        </summary>
        <p>
          <Sources ownCredit={ownCredit} />
        </p>
      </details>
    </>
  );
}

/** Attribution of roads and streets drawn on top of the map. */
function Roads() {
  if (!communitySettings.openStreetMap) return null;
  return (
    <>
      {" · "}
      <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
        © OpenStreetMap contributors
      </a>
    </>
  );
}

function Sources({ ownCredit }: { ownCredit: string | undefined }) {
  if (ownCredit !== undefined)
    return ownCredit.includes("OpenStreetMap") ? (
      ownCredit
    ) : (
      <>
        {ownCredit} <Roads />
      </>
    );
  return (
    <>
      <a href="https://www.naturalearthdata.com/" target="_blank" rel="noreferrer">
        Natural Earth
      </a>
      {" · "}
      <a href="https://www.geonames.org/" target="_blank" rel="noreferrer">
        GeoNames
      </a>
      <Roads />
    </>
  );
}
