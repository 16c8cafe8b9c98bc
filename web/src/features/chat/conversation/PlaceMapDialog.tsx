import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";

const CLOSE_ZOOM = 11;

/** Shows a place on the map, with a link to the device's maps app. */
export function PlaceMapDialog({ place, onClose }: { place: Place; onClose: () => void }) {
  const { t } = useLingui();
  const { label, lat, lng } = place;
  return (
    <Dialog
      open
      onClose={onClose}
      title={label}
      footer={
        <>
          <a
            href={`geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(label)})`}
            className="me-auto self-center px-1 font-semibold underline underline-offset-4"
          >
            {t`Open in maps app`}
          </a>
          <Button variant="line" onClick={onClose}>{t`Close`}</Button>
        </>
      }
    >
      <div className="relative h-[52dvh] min-h-64 overflow-hidden rounded-md border border-line">
        <LazyMapView
          label={t`Map of ${label}`}
          stops={[
            {
              kind: "pickup",
              label,
              lat,
              lng,
            },
          ]}
          center={{ lat, lng }}
          zoom={CLOSE_ZOOM}
        />
      </div>
    </Dialog>
  );
}
