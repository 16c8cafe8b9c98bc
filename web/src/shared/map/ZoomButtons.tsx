import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";

/** Zoom buttons for mouse and keyboard; touch devices pinch. */
export function ZoomButtons({ zoomBy }: { zoomBy: (levels: number) => void }) {
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
